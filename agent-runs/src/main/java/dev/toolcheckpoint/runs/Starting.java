package dev.toolcheckpoint.runs;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolcheckpoint.json.Digests;
import dev.toolcheckpoint.json.JsonLimits;
import dev.toolcheckpoint.protocol.ProtocolException;
import dev.toolcheckpoint.protocol.StoreException;
import dev.toolcheckpoint.runs.Records.RunRef;
import dev.toolcheckpoint.runs.Records.Seen;
import dev.toolcheckpoint.runs.store.Change;
import dev.toolcheckpoint.runs.store.Commit;
import dev.toolcheckpoint.runs.store.Expected;
import dev.toolcheckpoint.runs.store.ItemKey;
import dev.toolcheckpoint.runs.store.RunItem;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Makes runs of triggers: the trigger's id, the run and its place in the queue are one commit. */
final class Starting {

    private static final int MOST_TRIES = 50;

    private final RunSettings settings;
    private final Storage storage;
    private final KeyQueue keys;

    Starting(RunSettings settings, Storage storage, KeyQueue keys) {
        this.settings = settings;
        this.storage = storage;
        this.keys = keys;
    }

    /** What became of a trigger: the run's key, and whether it is new. */
    record Result(RunKey run, boolean isNew, boolean sameTrigger) {}

    Result start(StartRequest request) {
        if (!settings.agents().containsKey(request.agent())) {
            throw ProtocolException.invalidArgument("There is no agent called \"" + request.agent() + "\". There are: "
                    + String.join(", ", new TreeMap<>(settings.agents()).keySet()) + ". Nothing was started.");
        }
        String digest = digest(request);
        RunKey run = new RunKey(request.namespace(), settings.ids().next());
        for (int tries = 0; tries < MOST_TRIES; tries++) {
            Optional<Result> seen = seenBefore(request, digest);
            if (seen.isPresent()) {
                return seen.get();
            }
            if (started(request, run, digest)) {
                settings.tell(new RunEvent.Started(run, request.agent()));
                return new Result(run, true, true);
            }
        }
        throw StoreException.unavailable(
                "The concurrency key or the thread of this trigger changed at each of " + MOST_TRIES
                        + " tries. Nothing was started; try again.",
                null);
    }

    private Optional<Result> seenBefore(StartRequest request, String digest) {
        ItemKey key = triggerId(request);
        return storage.find(key).map(item -> {
            Seen seen = Documents.decode(item, Keys.DOC, Seen.class);
            return new Result(
                    new RunKey(request.namespace(), seen.run()),
                    false,
                    seen.digest().equals(digest));
        });
    }

    private static ItemKey triggerId(StartRequest request) {
        return Keys.triggerId(
                request.namespace(),
                request.trigger().source(),
                request.trigger().id());
    }

    private boolean started(StartRequest request, RunKey run, String digest) {
        String writeId = settings.ids().next();
        Instant now = settings.now();
        List<Change> changes = new ArrayList<>();
        changes.add(Change.of(triggerId(request))
                .expect(Keys.DOC, new Expected.Absent())
                .put(Keys.DOC, Documents.open(writeId, new Seen(run.id(), digest)))
                .build());
        changes.add(Change.of(Keys.trigger(run))
                .expect(Keys.DOC, new Expected.Absent())
                .put(Keys.DOC, Documents.secret(writeId, request.trigger()))
                .build());
        String continues = thread(request, run, writeId, changes);
        boolean mayRun = true;
        String key = request.concurrencyKey();
        if (key != null) {
            KeyQueue.Part joining = keys.join(run, key, writeId);
            changes.addAll(joining.changes());
            mayRun = joining.next() != null;
        }
        changes.add(Change.of(Keys.run(run))
                .expect(Keys.RUN, new Expected.Absent())
                .put(Keys.RUN, Documents.open(writeId, state(request, continues, now)))
                // A run with a ticket is due when the key is passed on to it.
                .due(mayRun ? now : null)
                .build());
        return storage.apply(new Commit(writeId, changes), Keys.run(run), Keys.RUN);
    }

    private @Nullable String thread(StartRequest request, RunKey run, String writeId, List<Change> changes) {
        String thread = request.trigger().thread();
        if (thread == null) {
            return null;
        }
        ItemKey key = Keys.thread(run.namespace(), thread);
        RunItem before = storage.find(key).orElse(null);
        changes.add(Change.of(key)
                .expect(
                        Keys.DOC,
                        before == null ? new Expected.Absent() : new Expected.Version(History.version(before)))
                .put(Keys.DOC, Documents.open(writeId, new RunRef(run.id())))
                .build());
        return before == null
                ? null
                : Documents.decode(before, Keys.DOC, RunRef.class).run();
    }

    private static RunState state(StartRequest request, @Nullable String continues, Instant now) {
        return new RunState(
                request.agent(),
                RunStatus.QUEUED,
                request.trigger().source(),
                request.trigger().id(),
                request.concurrencyKey(),
                request.trigger().thread(),
                continues,
                null,
                Usage.NONE,
                List.of(),
                0,
                0,
                0,
                null,
                1,
                now,
                now,
                null,
                null);
    }

    /** What makes a trigger: everything but when it arrived, which differs at each delivery. */
    private static String digest(StartRequest request) {
        ObjectNode tree = Documents.mapper().createObjectNode();
        tree.put("agent", request.agent());
        tree.put("trigger", request.trigger().trigger());
        tree.set("payload", request.trigger().payload());
        tree.set("keys", Documents.mapper().valueToTree(request.trigger().keys()));
        tree.put("thread", request.trigger().thread());
        tree.put("concurrencyKey", request.concurrencyKey());
        return Digests.fingerprint(tree, JsonLimits.DEFAULT);
    }
}

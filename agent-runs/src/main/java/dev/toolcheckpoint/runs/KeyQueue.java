package dev.toolcheckpoint.runs;

import dev.toolcheckpoint.journal.IdSource;
import dev.toolcheckpoint.runs.Records.KeyHolder;
import dev.toolcheckpoint.runs.Records.RunRef;
import dev.toolcheckpoint.runs.store.Change;
import dev.toolcheckpoint.runs.store.Commit;
import dev.toolcheckpoint.runs.store.Expected;
import dev.toolcheckpoint.runs.store.ItemKey;
import dev.toolcheckpoint.runs.store.RunItem;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Concurrency keys: at most one active run has one, the others wait in arrival order. Joining and passing on are parts of the runs' own
 * commits, so a key is never lost with a worker.
 */
final class KeyQueue {

    private final Storage storage;
    private final IdSource ids;

    KeyQueue(Storage storage, IdSource ids) {
        this.storage = storage;
        this.ids = ids;
    }

    /** Part of a commit that starts or ends a run. */
    record Part(List<Change> changes, @Nullable RunKey next) {
        static final Part NOTHING = new Part(List.of(), null);

        Part {
            changes = List.copyOf(changes);
        }
    }

    private record Seen(
            ItemKey key, KeyHolder holder, @Nullable String version) {
        Change.Builder change() {
            return Change.of(key)
                    .expect(Keys.DOC, version == null ? new Expected.Absent() : new Expected.Version(version));
        }

        Change put(KeyHolder next, String writeId) {
            return change().put(Keys.DOC, Documents.open(writeId, next.fence(), next))
                    .build();
        }
    }

    private Seen look(String namespace, String key) {
        ItemKey itemKey = Keys.concurrencyKey(namespace, key);
        Optional<RunItem> item = storage.find(itemKey);
        if (item.isEmpty()) {
            return new Seen(itemKey, new KeyHolder("", 0, 0), null);
        }
        KeyHolder holder = Documents.decode(item.get(), Keys.DOC, KeyHolder.class);
        return new Seen(itemKey, holder, History.version(item.get()));
    }

    /** Takes the key, or a ticket; {@code next} is the run itself when it has the key. */
    Part join(RunKey run, String key, String writeId) {
        Seen seen = look(run.namespace(), key);
        KeyHolder holder = seen.holder();
        if (holder.holder().isEmpty()) {
            return new Part(List.of(seen.put(new KeyHolder(run.id(), holder.head(), holder.tail()), writeId)), run);
        }
        Change ticket = Change.of(Keys.ticket(seen.key(), holder.tail()))
                .expect(Keys.DOC, new Expected.Absent())
                .put(Keys.DOC, Documents.open(writeId, new RunRef(run.id())))
                .build();
        KeyHolder longer = new KeyHolder(holder.holder(), holder.head(), holder.tail() + 1);
        return new Part(List.of(seen.put(longer, writeId), ticket), null);
    }

    /** What a claim of a queued run asks for. */
    static Change held(RunKey run, String key) {
        return Change.of(Keys.concurrencyKey(run.namespace(), key))
                .expect(Keys.DOC, new Expected.Fence(run.id()))
                .build();
    }

    /**
     * Passes the key on to the first run in the queue that still wants it; skips those that ended. A run that only has a ticket leaves the
     * key alone, but asks that nobody passes it on meanwhile.
     */
    Part leave(RunKey run, String key, String writeId, Instant now) {
        while (true) {
            Seen seen = look(run.namespace(), key);
            if (!seen.holder().holder().equals(run.id())) {
                return new Part(List.of(seen.change().build()), null);
            }
            Leaving leaving = leaving(run, seen, now);
            if (leaving.next() != null || leaving.head() == seen.holder().tail()) {
                return leaving.part(seen, writeId);
            }
            skip(seen, leaving);
        }
    }

    /** The tickets that go, and who comes next. */
    private record Leaving(
            List<Change> changes, long head, @Nullable RunKey next) {
        Part part(Seen seen, String writeId) {
            List<Change> all = new ArrayList<>(changes);
            String holder = next == null ? "" : next.id();
            all.add(seen.put(new KeyHolder(holder, head, seen.holder().tail()), writeId));
            return new Part(all, next);
        }
    }

    private Leaving leaving(RunKey run, Seen seen, Instant now) {
        List<Change> changes = new ArrayList<>();
        RunKey next = null;
        long head = seen.holder().head();
        while (next == null && head < seen.holder().tail() && changes.size() < MOST_SKIPPED) {
            ItemKey ticketKey = Keys.ticket(seen.key(), head);
            RunItem ticket = storage.find(ticketKey).orElse(null);
            head++;
            if (ticket != null) {
                changes.add(Change.of(ticketKey)
                        .expect(Keys.DOC, new Expected.Version(History.version(ticket)))
                        .delete());
                next = wanting(run.namespace(), Documents.decode(ticket, Keys.DOC, RunRef.class), changes, now);
            }
        }
        return new Leaving(changes, head, next);
    }

    /** So many cancelled runs in a row that one commit doesn't hold them: their tickets go first. Refused means that somebody else did. */
    private void skip(Seen seen, Leaving leaving) {
        String writeId = ids.next();
        KeyHolder shorter = new KeyHolder(
                seen.holder().holder(), leaving.head(), seen.holder().tail());
        List<Change> changes = new ArrayList<>(leaving.changes());
        changes.add(seen.put(shorter, writeId));
        storage.apply(new Commit(writeId, changes), seen.key(), Keys.DOC);
    }

    /** How many tickets go with one commit. */
    private static final int MOST_SKIPPED = 60;

    private @Nullable RunKey wanting(String namespace, RunRef ticket, List<Change> changes, Instant now) {
        RunKey run = new RunKey(namespace, ticket.run());
        Head head = storage.head(run);
        if (head == null || head.state().status() != RunStatus.QUEUED) {
            return null;
        }
        changes.add(head.ifUnchanged().due(now).build());
        return run;
    }
}

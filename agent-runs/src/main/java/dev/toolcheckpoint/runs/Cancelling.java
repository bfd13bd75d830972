package dev.toolcheckpoint.runs;

import dev.toolcheckpoint.protocol.StoreException;
import dev.toolcheckpoint.runs.store.Cell;
import dev.toolcheckpoint.runs.store.Change;
import dev.toolcheckpoint.runs.store.Commit;
import dev.toolcheckpoint.runs.store.Expected;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Ends runs that nobody has, and asks whoever has one to end it. */
final class Cancelling {

    private static final int MOST_TRIES = 50;

    private final RunSettings settings;
    private final Storage storage;
    private final KeyQueue keys;

    Cancelling(RunSettings settings, Storage storage, KeyQueue keys) {
        this.settings = settings;
        this.storage = storage;
        this.keys = keys;
    }

    Cancelled cancel(RunKey run, String by) {
        for (int tries = 0; tries < MOST_TRIES; tries++) {
            Head head = storage.head(run);
            if (head == null) {
                return Cancelled.UNKNOWN;
            }
            Cancelled done = head.state().status().ended()
                    ? Cancelled.ALREADY_ENDED
                    : head.state().status() == RunStatus.RUNNING ? request(head, by) : end(head, by);
            if (done != null) {
                return done;
            }
        }
        throw StoreException.unavailable(
                "Run " + run + " changed at each of " + MOST_TRIES + " tries. It was not cancelled; try again.", null);
    }

    /** {@code null} when the run changed meanwhile. */
    private @Nullable Cancelled request(Head head, String by) {
        if (head.cancelRequested()) {
            return Cancelled.REQUESTED;
        }
        String writeId = settings.ids().next();
        // Only while it is as it was seen: a wish that comes after the settle would never be looked at.
        Change change = head.ifUnchanged()
                .expect(Keys.CANCEL, new Expected.Absent())
                .put(Keys.CANCEL, wish(writeId, by))
                .build();
        if (!storage.apply(new Commit(writeId, List.of(change)), change.key(), Keys.CANCEL)) {
            return null;
        }
        settings.tell(new RunEvent.CancelRequested(head.key(), by));
        return Cancelled.REQUESTED;
    }

    private @Nullable Cancelled end(Head head, String by) {
        String writeId = settings.ids().next();
        Instant now = settings.now();
        RunState state = head.state().ended(RunStatus.CANCELLED, null, now);
        String key = state.concurrencyKey();
        KeyQueue.Part leaving = key == null ? KeyQueue.Part.NOTHING : keys.leave(head.key(), key, writeId, now);
        List<Change> changes = new ArrayList<>(leaving.changes());
        changes.add(head.ifUnchanged()
                .put(Keys.RUN, Documents.open(writeId, state))
                .put(Keys.CANCEL, wish(writeId, by))
                .due(null)
                .build());
        if (!storage.apply(new Commit(writeId, changes), Keys.run(head.key()), Keys.RUN)) {
            return null;
        }
        settings.tell(new RunEvent.Settled(head.key(), RunStatus.CANCELLED, null));
        RunKey next = leaving.next();
        if (next != null) {
            settings.dispatch(next);
        }
        return Cancelled.CANCELLED;
    }

    private Cell wish(String writeId, String by) {
        return Documents.open(writeId, new Records.Cancel(by, settings.now()));
    }
}

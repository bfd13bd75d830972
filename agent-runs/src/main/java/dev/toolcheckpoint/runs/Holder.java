package dev.toolcheckpoint.runs;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolcheckpoint.protocol.StoreException;
import dev.toolcheckpoint.runs.Records.Claim;
import dev.toolcheckpoint.runs.store.Cell;
import dev.toolcheckpoint.runs.store.Change;
import dev.toolcheckpoint.runs.store.Commit;
import dev.toolcheckpoint.runs.store.Expected;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The writes of one execution. Each is one commit, conditional on the run as this execution wrote it last and on its claim; one that is
 * refused means that the claim is lost, and nothing more is written. Not thread-safe.
 */
final class Holder {

    private static final int MOST_TRIES = 50;

    private final RunSettings settings;
    private final Storage storage;
    private final KeyQueue keys;
    private final History history;
    private final Claim claim;
    private final Watch watch;

    Holder(RunSettings settings, Storage storage, KeyQueue keys, History history, Claim claim, Watch watch) {
        this.settings = settings;
        this.storage = storage;
        this.keys = keys;
        this.history = history;
        this.claim = claim;
        this.watch = watch;
    }

    /** Counts another attempt of the step in progress. */
    void tryAgain() {
        RunState next = history.state().triedAgain(settings.now());
        String writeId = settings.ids().next();
        write(writeId, next, mine(writeId, next), List.of());
    }

    /** Keeps what the run goes on from. */
    void base(Records.Base base) {
        String writeId = settings.ids().next();
        Change put = Change.of(Keys.base(history.key()))
                .expect(Keys.DOC, new Expected.Absent())
                .put(Keys.DOC, Documents.secret(writeId, base))
                .build();
        Commit commit = new Commit(writeId, List.of(put, onlyMine()));
        if (!storage.apply(commit, put.key(), Keys.DOC, watch.expiresAt())) {
            throw lost();
        }
    }

    /** Stores a turn before any of its effects starts. */
    void called(Turn turn) {
        RunState next = history.state().called(turn.index(), turn.usage(), settings.now());
        String writeId = settings.ids().next();
        write(writeId, next, mine(writeId, next), List.of(step(turn, writeId)));
        history.put(turn, writeId);
        settings.tell(new RunEvent.TurnStored(history.key(), turn.index()));
    }

    /** Stores a step that is done, with the state that its calls wrote. */
    void done(Turn turn, Map<String, JsonNode> written) {
        RunState next = history.state().done(turn.index(), usageOf(turn), settings.now());
        String writeId = settings.ids().next();
        List<Change> more = new ArrayList<>();
        more.add(step(turn, writeId));
        written.forEach((name, value) -> more.add(stateValue(name, value, writeId)));
        write(writeId, next, mine(writeId, next), more);
        history.put(turn, writeId);
        written.forEach((name, value) -> history.wroteState(name, value, writeId));
        settings.tell(new RunEvent.StepStored(history.key(), turn.index()));
    }

    /** A turn's usage counts once: with the first of its writes. */
    private Usage usageOf(Turn turn) {
        return history.openTurn() == null ? turn.usage() : Usage.NONE;
    }

    /**
     * Merges steps that have items of their own into one item.
     *
     * @param encoded the steps as one document
     */
    void compact(List<Turn> turns, byte[] encoded) {
        String writeId = settings.ids().next();
        List<Change> changes = new ArrayList<>();
        changes.add(onlyMine());
        Change segment = Change.of(Keys.segment(history.key(), turns.get(0).index()))
                .expect(Keys.DOC, new Expected.Absent())
                .put(Keys.DOC, Cell.secret(writeId, encoded))
                .build();
        changes.add(segment);
        for (Turn turn : turns) {
            changes.add(Change.of(Keys.step(history.key(), turn.index()))
                    .expect(Keys.DOC, new Expected.Version(String.valueOf(history.stepVersion(turn.index()))))
                    .delete());
        }
        if (!storage.apply(new Commit(writeId, changes), segment.key(), Keys.DOC, watch.expiresAt())) {
            throw lost();
        }
        turns.forEach(turn -> history.stepVersions().remove(turn.index()));
        settings.tell(new RunEvent.Compacted(
                history.key(), turns.get(0).index(), turns.get(turns.size() - 1).index()));
    }

    /**
     * Ends this execution: the claim is released with the last write.
     *
     * @param unlessCancelled whether a wish to cancel that came meanwhile keeps it from being written
     * @return whether it was written; false only for such a wish
     */
    boolean settle(RunState next, boolean unlessCancelled, @Nullable Instant due, List<Change> more) {
        return settle(next, unlessCancelled, due, more, null);
    }

    /** The last step and the run's end, in one write. */
    void complete(Turn turn, String output) {
        RunState next = history.state()
                .done(turn.index(), usageOf(turn), settings.now())
                .ended(RunStatus.COMPLETED, null, settings.now());
        settle(next, false, null, List.of(), new Ending(turn, output));
        settings.tell(new RunEvent.StepStored(history.key(), turn.index()));
    }

    private record Ending(Turn turn, String output) {}

    private boolean settle(
            RunState next, boolean unlessCancelled, @Nullable Instant due, List<Change> more, @Nullable Ending ending) {
        watch.close();
        String key = next.status().ended() ? next.concurrencyKey() : null;
        for (int tries = 0; tries < MOST_TRIES; tries++) {
            String writeId = settings.ids().next();
            KeyQueue.Part passing =
                    key == null ? KeyQueue.Part.NOTHING : keys.leave(history.key(), key, writeId, settings.now());
            List<Change> all = new ArrayList<>(more);
            all.addAll(passing.changes());
            Change.Builder run =
                    mine(writeId, next).put(Keys.CLAIM, released(writeId)).due(due);
            if (unlessCancelled) {
                run.expect(Keys.CANCEL, new Expected.Absent());
            }
            if (ending != null) {
                all.add(step(ending.turn(), writeId));
                run.put(Keys.OUTPUT, Documents.secret(writeId, new Records.Output(ending.output())));
            }
            all.add(run.build());
            if (storage.apply(new Commit(writeId, all), Keys.run(history.key()), Keys.RUN, watch.expiresAt())) {
                history.wrote(next, writeId);
                tellSettled(next, passing.next());
                return true;
            }
            // Refused: by a wish to cancel, by somebody who joined the key's queue, or because the claim is lost.
            watch.look();
            if (watch.lost()) {
                throw lost();
            }
            if (watch.cancelled() && unlessCancelled) {
                return false;
            }
        }
        throw StoreException.unavailable(
                "Run " + history.key()
                        + " could not be settled: its concurrency key, or the run itself, changed at each of "
                        + MOST_TRIES + " tries. Its claim ends by itself, and another execution goes on.",
                null);
    }

    private void tellSettled(RunState state, @Nullable RunKey next) {
        RunError error = state.error();
        settings.tell(new RunEvent.Settled(history.key(), state.status(), error == null ? null : error.code()));
        if (next != null) {
            settings.dispatch(next);
        }
    }

    private void write(String writeId, RunState next, Change.Builder run, List<Change> more) {
        List<Change> changes = new ArrayList<>(more);
        changes.add(run.build());
        if (!storage.apply(new Commit(writeId, changes), Keys.run(history.key()), Keys.RUN, watch.expiresAt())) {
            throw lost();
        }
        history.wrote(next, writeId);
    }

    private Change.Builder mine(String writeId, RunState next) {
        return history.head()
                .ifUnchanged()
                .expect(Keys.CLAIM, new Expected.Fence(claim.fence()))
                .put(Keys.RUN, Documents.open(writeId, next));
    }

    private Change onlyMine() {
        return Change.of(Keys.run(history.key()))
                .expect(Keys.CLAIM, new Expected.Fence(claim.fence()))
                .build();
    }

    private Cell released(String writeId) {
        Claim none = claim.released(settings.now());
        return Documents.open(writeId, none.fence(), none);
    }

    /** The part of a commit that stores a step. */
    Change step(Turn turn, String writeId) {
        String seen = history.stepVersion(turn.index());
        return Change.of(Keys.step(history.key(), turn.index()))
                .expect(Keys.DOC, seen == null ? new Expected.Absent() : new Expected.Version(seen))
                .put(Keys.DOC, Documents.secret(writeId, turn))
                .build();
    }

    private Change stateValue(String name, JsonNode value, String writeId) {
        History.Versioned<JsonNode> seen = history.stateValue(name);
        return Change.of(Keys.state(history.key(), name))
                .expect(Keys.DOC, seen == null ? new Expected.Absent() : new Expected.Version(seen.version()))
                .put(Keys.DOC, Documents.secret(writeId, new Records.StateValue(value)))
                .build();
    }

    LeaseLostException lost() {
        return new LeaseLostException(history.key(), claim.epoch());
    }
}

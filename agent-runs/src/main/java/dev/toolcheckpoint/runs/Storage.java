package dev.toolcheckpoint.runs;

import dev.toolcheckpoint.protocol.ErrorCode;
import dev.toolcheckpoint.protocol.ProtocolException;
import dev.toolcheckpoint.protocol.StoreException;
import dev.toolcheckpoint.runs.store.Cell;
import dev.toolcheckpoint.runs.store.Commit;
import dev.toolcheckpoint.runs.store.ItemKey;
import dev.toolcheckpoint.runs.store.RunItem;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Reads and commits, repeated until their answer is known. A commit keeps its ids and bytes through all repeats. Thread-safe. */
final class Storage {

    private final RunSettings settings;

    Storage(RunSettings settings) {
        this.settings = settings;
    }

    Optional<RunItem> find(ItemKey key) {
        return repeated(() -> settings.store().find(key), null);
    }

    /** The run's main item; {@code null} when there is no such run. */
    @Nullable
    Head head(RunKey run) {
        return find(Keys.run(run)).map(Head::of).orElse(null);
    }

    /** A wait of the run; {@code null} when there is none of that name. */
    History.@Nullable Versioned<Wait> waiting(RunKey run, String waitId) {
        return find(Keys.wait(run, waitId))
                .map(item ->
                        new History.Versioned<>(Documents.decode(item, Keys.DOC, Wait.class), History.version(item)))
                .orElse(null);
    }

    /**
     * Everything of a run. A store's listing need not be of one instant, so a run that is being written may seem to lack a step; one that lacks it
     * still when nothing was written meanwhile is broken.
     */
    History history(RunKey run) {
        String seen = null;
        while (true) {
            List<RunItem> items = repeated(() -> settings.store().load(run.namespace(), Keys.partition(run)), null);
            try {
                return History.of(run, items);
            } catch (ProtocolException incomplete) {
                Head head = head(run);
                String version = head == null ? "" : head.version();
                if (incomplete.code() != ErrorCode.INVALID_CHECKPOINT || version.equals(seen)) {
                    throw incomplete;
                }
                seen = version;
            }
        }
    }

    /**
     * Applies a commit.
     *
     * @param witness an item this commit writes, whose cell shows by its version whether it was applied
     * @return whether it was applied, now or by an earlier send of it
     * @throws StoreException when it stays unknown, or the store refuses
     */
    boolean apply(Commit commit, ItemKey witness, String cell) {
        return apply(commit, witness, cell, null);
    }

    /** The same, repeated for longer: until this instant. */
    boolean apply(Commit commit, ItemKey witness, String cell, @Nullable Instant until) {
        return repeated(() -> settings.store().commit(commit) || wasApplied(commit, witness, cell), until);
    }

    private boolean wasApplied(Commit commit, ItemKey witness, String cell) {
        Cell found = settings.store().find(witness).map(item -> item.cell(cell)).orElse(null);
        return found != null && found.version().equals(commit.writeId());
    }

    private <T> T repeated(Supplier<T> request, @Nullable Instant until) {
        for (int sends = 1; ; sends++) {
            try {
                return request.get();
            } catch (StoreException failure) {
                if (!failure.retryable() || !again(sends, until)) {
                    throw failure;
                }
            }
        }
    }

    private boolean again(int sends, @Nullable Instant until) {
        boolean timeLeft = until != null && settings.now().isBefore(until);
        if (sends >= settings.retryPolicy().maxSends() && !timeLeft) {
            return false;
        }
        return Pauses.pause(settings, settings.retryPolicy().pauseAfter(sends));
    }
}

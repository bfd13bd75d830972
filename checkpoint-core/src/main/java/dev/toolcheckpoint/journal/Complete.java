package dev.toolcheckpoint.journal;

import dev.toolcheckpoint.protocol.Checkpoint;
import dev.toolcheckpoint.protocol.Outcome;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The answer of {@link Journal#complete}. */
public sealed interface Complete {

    /**
     * The receipt is stored.
     *
     * @param outcome as it is stored, payload at hand
     */
    record Completed(Outcome outcome) implements Complete {}

    /**
     * The same attempt stored an equal outcome before.
     *
     * @param outcome as it is stored
     */
    record Replayed(Outcome outcome) implements Complete {}

    /**
     * The same attempt's call has another outcome stored; the first stays. The refused receipt was told to the listener.
     *
     * @param outcome the one that stays, payload at hand or forgotten
     */
    record OutcomeConflict(Outcome outcome) implements Complete {}

    /**
     * The attempt does not hold the call any more. The refused receipt was told to the listener.
     *
     * @param record what is there now; {@code null} when the record is gone
     */
    record Stale(@Nullable Checkpoint record) implements Complete {

        /** Whether the record is gone rather than held by somebody else. */
        public boolean recordGone() {
            return record == null;
        }
    }

    /** Calls the function of the case this is. */
    default <T> T fold(
            Function<Completed, T> completed,
            Function<Replayed, T> replayed,
            Function<OutcomeConflict, T> outcomeConflict,
            Function<Stale, T> stale) {
        if (this instanceof Completed it) {
            return completed.apply(it);
        } else if (this instanceof Replayed it) {
            return replayed.apply(it);
        } else if (this instanceof OutcomeConflict it) {
            return outcomeConflict.apply(it);
        }
        return stale.apply((Stale) this);
    }
}

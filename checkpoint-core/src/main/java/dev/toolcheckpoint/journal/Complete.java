package dev.toolcheckpoint.journal;

import dev.toolcheckpoint.protocol.Checkpoint;
import dev.toolcheckpoint.protocol.Outcome;
import dev.toolcheckpoint.protocol.Status;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The answer of {@link Journal#complete}. */
public sealed interface Complete {

    /**
     * The receipt is stored.
     *
     * @param outcome as it is stored, payload at hand
     * @param deliverable to deliver it with
     */
    record Completed(Outcome outcome, Deliverable deliverable) implements Complete {}

    /**
     * The same attempt stored an equal outcome before.
     *
     * @param outcome as it is stored
     * @param status where the record is
     * @param deliverable to deliver it with
     */
    record Replayed(Outcome outcome, Status status, Deliverable deliverable) implements Complete {}

    /**
     * The same attempt's call has another outcome stored; the first stays. The refused receipt was told to the listener.
     *
     * @param outcome the one that stays, payload at hand or forgotten
     * @param status where the record is
     * @param deliverable to deliver it with
     */
    record OutcomeConflict(Outcome outcome, Status status, Deliverable deliverable) implements Complete {}

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

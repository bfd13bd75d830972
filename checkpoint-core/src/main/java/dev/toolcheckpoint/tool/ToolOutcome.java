package dev.toolcheckpoint.tool;

import dev.toolcheckpoint.journal.Deliverable;
import dev.toolcheckpoint.protocol.Outcome;
import dev.toolcheckpoint.protocol.Status;
import dev.toolcheckpoint.protocol.Uncertainty;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;

/** How a call ended, for its caller. Normal states are values here, not exceptions. */
public sealed interface ToolOutcome {

    /**
     * The tool ran (or surely had no effect), and the store holds exactly this outcome.
     *
     * @param outcome with its payload at hand
     * @param deliverable to deliver it with
     */
    record Executed(Outcome outcome, Deliverable deliverable) implements ToolOutcome {}

    /**
     * The call was made before; this is its stored outcome.
     *
     * @param outcome with its payload at hand, or forgotten
     * @param status where the record is
     * @param deliverable to deliver it with
     */
    record Replayed(Outcome outcome, Status status, Deliverable deliverable) implements ToolOutcome {}

    /**
     * Nothing is known to have been lost, and the same call may come again: an idempotent attempt failed and was given up, or
     * nothing was claimed.
     *
     * @param retryAt from when on
     */
    record Retryable(Instant retryAt) implements ToolOutcome {}

    /**
     * Another attempt is believed alive.
     *
     * @param retryAt asking again before is useless
     */
    record InProgress(Instant retryAt) implements ToolOutcome {}

    /**
     * The call id belongs to another call; nothing was done.
     *
     * @param differingFields which fields differ
     */
    record Conflict(List<String> differingFields) implements ToolOutcome {
        /** Copies the list. */
        public Conflict {
            differingFields = List.copyOf(differingFields);
        }
    }

    /**
     * Nobody knows whether the effect happened. Don't repeat the call under another id; it waits for evidence.
     *
     * @param reason why
     * @param since from when on
     */
    record Uncertain(Uncertainty reason, Instant since) implements ToolOutcome {}

    /**
     * The call is not one this tool can make; nothing was claimed.
     *
     * @param reason what was expected, without the input itself
     */
    record Rejected(String reason) implements ToolOutcome {}

    /** Calls the function of the case this is. */
    default <T> T fold(
            Function<Executed, T> executed,
            Function<Replayed, T> replayed,
            Function<Retryable, T> retryable,
            Function<InProgress, T> inProgress,
            Function<Conflict, T> conflict,
            Function<Uncertain, T> uncertain,
            Function<Rejected, T> rejected) {
        if (this instanceof Executed it) {
            return executed.apply(it);
        } else if (this instanceof Replayed it) {
            return replayed.apply(it);
        } else if (this instanceof Retryable it) {
            return retryable.apply(it);
        } else if (this instanceof InProgress it) {
            return inProgress.apply(it);
        } else if (this instanceof Conflict it) {
            return conflict.apply(it);
        } else if (this instanceof Uncertain it) {
            return uncertain.apply(it);
        }
        return rejected.apply((Rejected) this);
    }
}

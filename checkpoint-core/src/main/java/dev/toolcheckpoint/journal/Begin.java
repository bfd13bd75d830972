package dev.toolcheckpoint.journal;

import dev.toolcheckpoint.protocol.Outcome;
import dev.toolcheckpoint.protocol.Status;
import dev.toolcheckpoint.protocol.Uncertainty;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;

/** The answer of {@link Journal#begin}. */
public sealed interface Begin {

    /**
     * This caller, and nobody else, may execute now.
     *
     * @param lease what to complete with
     */
    record Acquired(Lease lease) implements Begin {}

    /**
     * The call was made before: hand out its outcome.
     *
     * @param outcome the stored outcome with its payload at hand, or forgotten
     * @param status {@code COMPLETED}, {@code DELIVERING} or {@code DELIVERED}
     * @param deliverable to deliver it with
     */
    record Replay(Outcome outcome, Status status, Deliverable deliverable) implements Begin {}

    /**
     * Another attempt's lease is live.
     *
     * @param leaseUntil until when it is
     * @param retryAt {@code leaseUntil} + skew margin: asking again before is useless
     */
    record Busy(Instant leaseUntil, Instant retryAt) implements Begin {}

    /**
     * The same id belongs to another call.
     *
     * @param differingFields which fields differ; at least one
     */
    record Conflict(List<String> differingFields) implements Begin {
        /** Copies the list. */
        public Conflict {
            differingFields = List.copyOf(differingFields);
        }
    }

    /**
     * Nobody knows whether the effect happened; do not execute.
     *
     * @param reason why
     * @param since from when on
     */
    record Uncertain(Uncertainty reason, Instant since) implements Begin {}

    /** Calls the function of the case this is. */
    default <T> T fold(
            Function<Acquired, T> acquired,
            Function<Replay, T> replay,
            Function<Busy, T> busy,
            Function<Conflict, T> conflict,
            Function<Uncertain, T> uncertain) {
        if (this instanceof Acquired it) {
            return acquired.apply(it);
        } else if (this instanceof Replay it) {
            return replay.apply(it);
        } else if (this instanceof Busy it) {
            return busy.apply(it);
        } else if (this instanceof Conflict it) {
            return conflict.apply(it);
        }
        return uncertain.apply((Uncertain) this);
    }
}

package dev.toolcheckpoint.protocol;

import java.time.Instant;
import java.util.Optional;

/**
 * Why and from when on a record needs somebody's attention. Stores index it; a listing is a hint, only a conditional
 * write decides.
 *
 * @param kind what it waits for
 * @param at from when on: the end of the lease, or the time it became uncertain
 */
public record Attention(Kind kind, Instant at) {

    /** What a record waits for. */
    public enum Kind {
        /** An attempt that should have ended by {@code at}. */
        EXECUTION,
        /** Evidence. */
        UNCERTAIN,
        /** A delivery that should have ended by {@code at}. */
        DELIVERY
    }

    /** The attention a record needs, if any. */
    public static Optional<Attention> of(Checkpoint checkpoint) {
        return switch (checkpoint.status()) {
            case EXECUTING -> {
                Execution execution = checkpoint.requireExecution();
                Instant abandoned = execution.abandonedAt();
                yield Optional.of(
                        new Attention(Kind.EXECUTION, abandoned != null ? abandoned : execution.leaseUntil()));
            }
            case UNCERTAIN ->
                Optional.of(new Attention(
                        Kind.UNCERTAIN, checkpoint.requireUncertainty().at()));
            case DELIVERING ->
                Optional.of(new Attention(
                        Kind.DELIVERY, checkpoint.requireDelivery().leaseUntil()));
            case READY, COMPLETED, DELIVERED -> Optional.empty();
        };
    }
}

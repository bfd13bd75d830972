package dev.toolcheckpoint.protocol;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The durable record of one call. Immutable; changed only by the transitions of this package. A record that came out of
 * a store is checked with {@link Invariants#validate} before anything trusts it.
 *
 * @param schemaVersion {@value #SCHEMA_VERSION}
 * @param binding what identifies the call
 * @param recovery what may happen after an attempt nobody knows the end of
 * @param revision 1 at creation, one more with every write; for people and order
 * @param writeId random per logical write: what a compare-and-swap expects, and the proof that a write was ours
 * @param status the state
 * @param execution the latest attempt; absent in {@code READY}
 * @param firstAcquiredAt when the first attempt was claimed
 * @param retryStartBefore {@code firstAcquiredAt + retryFor}, never moved; absent for manual recovery
 * @param uncertainty why it is or was uncertain
 * @param outcome the stored result, in {@code COMPLETED} and later
 * @param delivery the handing over, in {@code DELIVERING} and {@code DELIVERED}; in {@code COMPLETED} a released one
 * @param createdAt when the record was made
 * @param updatedAt when it was last written
 * @param expiresAt when a store may delete it: {@code retainUntil} in {@code COMPLETED} and {@code DELIVERED}, else absent
 * @param retainUntil {@code completedAt + retention}, fixed at completion
 */
public record Checkpoint(
        int schemaVersion,
        Binding binding,
        Recovery recovery,
        long revision,
        String writeId,
        Status status,
        @Nullable Execution execution,
        @Nullable Instant firstAcquiredAt,
        @Nullable Instant retryStartBefore,
        @Nullable Uncertainty uncertainty,
        @Nullable Outcome outcome,
        @Nullable Delivery delivery,
        Instant createdAt,
        Instant updatedAt,
        @Nullable Instant expiresAt,
        @Nullable Instant retainUntil) {

    /** The schema version this library reads and writes. */
    public static final int SCHEMA_VERSION = 1;

    /** The store key. */
    public CheckpointKey key() {
        return binding.key();
    }

    /** The names of the fields in which this record's call differs from another; empty when it is the same call. */
    public List<String> differingFields(Binding otherBinding, Recovery otherRecovery) {
        List<String> fields = new ArrayList<>(binding.differingFields(otherBinding));
        fields.addAll(recovery.differingFields(otherRecovery));
        return List.copyOf(fields);
    }

    /** Whether the latest attempt is the one of {@code fence}. */
    public boolean heldBy(Fence fence) {
        return execution != null && execution.heldBy(fence);
    }

    /**
     * Whether the latest attempt has expired for everybody but its holder: {@code now ≥ leaseUntil + skewMargin}, or it was
     * abandoned.
     *
     * @param skewMargin covers the difference of any two clocks
     */
    public boolean executionExpired(Instant now, Duration skewMargin) {
        Execution latest = requireExecution();
        return latest.abandonedAt() != null || !now.isBefore(latest.leaseUntil().plus(skewMargin));
    }

    /** Whether the latest attempt has expired for its own holder: {@code now ≥ leaseUntil}. */
    public boolean leaseEnded(Instant now) {
        return !now.isBefore(requireExecution().leaseUntil());
    }

    /** Whether a further attempt may start: idempotent, {@code now + skewMargin < retryStartBefore}, attempts left. */
    public boolean retryAdmissible(Instant now, Duration skewMargin) {
        if (!(recovery instanceof Recovery.Idempotent idempotent)) {
            return false;
        }
        Integer limit = idempotent.maxAttempts();
        return retryStartBefore != null
                && now.plus(skewMargin).isBefore(retryStartBefore)
                && (limit == null || requireExecution().epoch() < limit);
    }

    /** Whether the delivery's holder is no longer believed alive: {@code now ≥ leaseUntil + skewMargin}. */
    public boolean deliveryExpired(Instant now, Duration skewMargin) {
        return !now.isBefore(requireDelivery().leaseUntil().plus(skewMargin));
    }

    /**
     * From when on "it did not happen" counts: the latest attempt's lease, skew margin and quiescence must be over. Earlier attempts
     * can't act by then either, even one that was given up before a longer lease ended: it had stopped when the latest began.
     */
    public Instant absenceCountsFrom(Duration skewMargin, Duration quiescence) {
        return requireExecution().leaseUntil().plus(skewMargin).plus(quiescence);
    }

    /** The latest attempt, where the state says there is one. */
    public Execution requireExecution() {
        return present("execution", execution);
    }

    /** The stored result, where the state says there is one. */
    public Outcome requireOutcome() {
        return present("outcome", outcome);
    }

    /** The delivery, where the state says there is one. */
    public Delivery requireDelivery() {
        return present("delivery", delivery);
    }

    /** The uncertainty, where the state says there is one. */
    public Uncertainty requireUncertainty() {
        return present("uncertainty", uncertainty);
    }

    /** The same record with its outcome's payload at hand, in the store's form, or forgotten. */
    public Checkpoint withPayload(Payload payload) {
        return change().outcome(requireOutcome().withPayload(payload)).sameWrite();
    }

    Change change() {
        return new Change(this);
    }

    private <T> T present(String field, @Nullable T value) {
        if (value == null) {
            throw ProtocolException.invalidCheckpoint(
                    "A record in " + status + " must have " + field + ", but it has none.");
        }
        return value;
    }

    /** The fields of the next record; what isn't named stays. */
    static final class Change {
        private final Checkpoint base;
        private Status status;
        private @Nullable Execution execution;
        private @Nullable Instant firstAcquiredAt;
        private @Nullable Instant retryStartBefore;
        private @Nullable Uncertainty uncertainty;
        private @Nullable Outcome outcome;
        private @Nullable Delivery delivery;
        private @Nullable Instant expiresAt;
        private @Nullable Instant retainUntil;

        private Change(Checkpoint base) {
            this.base = base;
            this.status = base.status;
            this.execution = base.execution;
            this.firstAcquiredAt = base.firstAcquiredAt;
            this.retryStartBefore = base.retryStartBefore;
            this.uncertainty = base.uncertainty;
            this.outcome = base.outcome;
            this.delivery = base.delivery;
            this.expiresAt = base.expiresAt;
            this.retainUntil = base.retainUntil;
        }

        Change status(Status value) {
            this.status = value;
            return this;
        }

        Change execution(Execution value) {
            this.execution = value;
            return this;
        }

        Change firstAcquired(Instant at, @Nullable Instant startBefore) {
            this.firstAcquiredAt = at;
            this.retryStartBefore = startBefore;
            return this;
        }

        Change uncertainty(Uncertainty value) {
            this.uncertainty = value;
            return this;
        }

        Change outcome(Outcome value) {
            this.outcome = value;
            return this;
        }

        Change delivery(Delivery value) {
            this.delivery = value;
            return this;
        }

        Change retainUntil(Instant value) {
            this.retainUntil = value;
            return this;
        }

        Change expiresAt(@Nullable Instant value) {
            this.expiresAt = value;
            return this;
        }

        /** The next record of the same call: one revision on, under a new write id. */
        Checkpoint written(String writeId, Instant at) {
            Names.name("writeId", writeId);
            return build(base.revision + 1, writeId, Times.instant("at", at));
        }

        private Checkpoint sameWrite() {
            return build(base.revision, base.writeId, base.updatedAt);
        }

        private Checkpoint build(long revision, String writeId, Instant updatedAt) {
            return new Checkpoint(
                    base.schemaVersion,
                    base.binding,
                    base.recovery,
                    revision,
                    writeId,
                    status,
                    execution,
                    firstAcquiredAt,
                    retryStartBefore,
                    uncertainty,
                    outcome,
                    delivery,
                    base.createdAt,
                    updatedAt,
                    expiresAt,
                    retainUntil);
        }
    }
}

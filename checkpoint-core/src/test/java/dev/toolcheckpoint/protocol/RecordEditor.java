package dev.toolcheckpoint.protocol;

import java.time.Instant;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Makes records that no transition would make. Not thread-safe. */
final class RecordEditor {

    private final Checkpoint base;
    private int schemaVersion;
    private long revision;
    private String writeId;
    private Status status;
    private @Nullable Execution execution;
    private @Nullable Instant firstAcquiredAt;
    private @Nullable Instant retryStartBefore;
    private @Nullable Uncertainty uncertainty;
    private @Nullable Outcome outcome;
    private @Nullable Delivery delivery;
    private Instant createdAt;
    private Instant updatedAt;
    private @Nullable Instant expiresAt;
    private @Nullable Instant retainUntil;

    private RecordEditor(Checkpoint base) {
        this.base = base;
        this.schemaVersion = base.schemaVersion();
        this.revision = base.revision();
        this.writeId = base.writeId();
        this.status = base.status();
        this.execution = base.execution();
        this.firstAcquiredAt = base.firstAcquiredAt();
        this.retryStartBefore = base.retryStartBefore();
        this.uncertainty = base.uncertainty();
        this.outcome = base.outcome();
        this.delivery = base.delivery();
        this.createdAt = base.createdAt();
        this.updatedAt = base.updatedAt();
        this.expiresAt = base.expiresAt();
        this.retainUntil = base.retainUntil();
    }

    static RecordEditor of(Checkpoint base) {
        return new RecordEditor(base);
    }

    RecordEditor schemaVersion(int value) {
        schemaVersion = value;
        return this;
    }

    RecordEditor revision(long value) {
        revision = value;
        return this;
    }

    RecordEditor writeId(String value) {
        writeId = value;
        return this;
    }

    RecordEditor status(Status value) {
        status = value;
        return this;
    }

    RecordEditor execution(@Nullable Execution value) {
        execution = value;
        return this;
    }

    RecordEditor attempt(String attemptId, long epoch, Instant claimedAt, Instant leaseUntil) {
        return execution(new Execution(attemptId, epoch, claimedAt, leaseUntil, null));
    }

    RecordEditor abandonedAt(Instant at) {
        Execution latest = base.requireExecution();
        return execution(
                new Execution(latest.attemptId(), latest.epoch(), latest.claimedAt(), latest.leaseUntil(), at));
    }

    RecordEditor firstAcquiredAt(@Nullable Instant value) {
        firstAcquiredAt = value;
        return this;
    }

    RecordEditor retryStartBefore(@Nullable Instant value) {
        retryStartBefore = value;
        return this;
    }

    RecordEditor uncertainty(@Nullable Uncertainty value) {
        uncertainty = value;
        return this;
    }

    RecordEditor outcome(@Nullable Outcome value) {
        outcome = value;
        return this;
    }

    RecordEditor outcome(UnaryOperator<Outcome> change) {
        return outcome(change.apply(base.requireOutcome()));
    }

    RecordEditor delivery(@Nullable Delivery value) {
        delivery = value;
        return this;
    }

    RecordEditor delivery(UnaryOperator<Delivery> change) {
        return delivery(change.apply(base.requireDelivery()));
    }

    RecordEditor createdAt(Instant value) {
        createdAt = value;
        return this;
    }

    RecordEditor updatedAt(Instant value) {
        updatedAt = value;
        return this;
    }

    RecordEditor expiresAt(@Nullable Instant value) {
        expiresAt = value;
        return this;
    }

    RecordEditor retainUntil(@Nullable Instant value) {
        retainUntil = value;
        return this;
    }

    Checkpoint build() {
        return new Checkpoint(
                schemaVersion,
                base.binding(),
                base.recovery(),
                revision,
                writeId,
                status,
                execution,
                firstAcquiredAt,
                retryStartBefore,
                uncertainty,
                outcome,
                delivery,
                createdAt,
                updatedAt,
                expiresAt,
                retainUntil);
    }
}

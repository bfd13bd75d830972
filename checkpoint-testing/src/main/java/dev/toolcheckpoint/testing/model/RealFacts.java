package dev.toolcheckpoint.testing.model;

import dev.toolcheckpoint.journal.Begin;
import dev.toolcheckpoint.journal.ClaimDelivery;
import dev.toolcheckpoint.journal.Complete;
import dev.toolcheckpoint.journal.Lease;
import dev.toolcheckpoint.journal.Mark;
import dev.toolcheckpoint.journal.Settle;
import dev.toolcheckpoint.protocol.Binding;
import dev.toolcheckpoint.protocol.Checkpoint;
import dev.toolcheckpoint.protocol.Delivery;
import dev.toolcheckpoint.protocol.Evidence;
import dev.toolcheckpoint.protocol.Execution;
import dev.toolcheckpoint.protocol.Outcome;
import dev.toolcheckpoint.protocol.Payload;
import dev.toolcheckpoint.protocol.Recovery;
import dev.toolcheckpoint.protocol.Uncertainty;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What the journal's answers and records say, in the model's terms. */
final class RealFacts {

    private RealFacts() {}

    static Facts of(Begin answer) {
        return answer.fold(
                acquired -> new Facts("Acquired").with("lease", of(acquired.lease())),
                replay -> new Facts("Replay").with("status", replay.status()).with("outcome", of(replay.outcome())),
                busy -> new Facts("Busy")
                        .with("leaseUntil", millis(busy.leaseUntil()))
                        .with("retryAt", millis(busy.retryAt())),
                conflict -> new Facts("Conflict").with("differing", conflict.differingFields()),
                uncertain -> new Facts("Uncertain")
                        .with("reason", of(uncertain.reason()))
                        .with("since", millis(uncertain.since())));
    }

    static Facts of(Complete answer) {
        return answer.fold(
                completed -> new Facts("Completed").with("outcome", of(completed.outcome())),
                replayed -> new Facts("Replayed")
                        .with("outcome", of(replayed.outcome()))
                        .with("status", replayed.status()),
                conflict -> new Facts("OutcomeConflict")
                        .with("outcome", of(conflict.outcome()))
                        .with("status", conflict.status()),
                stale -> new Facts("Stale").with("status", statusOf(stale.record())));
    }

    static Facts of(Mark answer) {
        return answer instanceof Mark.Stale stale
                ? new Facts("Stale").with("status", statusOf(stale.record()))
                : new Facts("Marked");
    }

    static Facts of(Settle answer) {
        if (answer instanceof Settle.Settled it) {
            return new Facts("Settled").with("outcome", of(it.outcome()));
        } else if (answer instanceof Settle.Replayed it) {
            return new Facts("Replayed").with("outcome", of(it.outcome())).with("status", it.status());
        } else if (answer instanceof Settle.Conflict it) {
            return new Facts("Conflict").with("differing", it.differingFields()).with("status", it.status());
        } else if (answer instanceof Settle.NotUncertain it) {
            return new Facts("NotUncertain").with("status", it.status());
        }
        return new Facts("TooEarly").with("countsFrom", millis(((Settle.TooEarly) answer).countsFrom()));
    }

    static Facts of(ClaimDelivery answer) {
        if (answer instanceof ClaimDelivery.Claimed it) {
            return new Facts("Claimed")
                    .with("id", new Id(it.deliveryId()))
                    .with("leaseUntil", millis(it.leaseUntil()))
                    .with("attempts", it.attempts())
                    .with("outcome", of(it.outcome()));
        } else if (answer instanceof ClaimDelivery.Busy it) {
            return new Facts("Busy").with("leaseUntil", millis(it.leaseUntil()));
        } else if (answer instanceof ClaimDelivery.InDoubt it) {
            return new Facts("InDoubt").with("since", millis(it.since()));
        } else if (answer instanceof ClaimDelivery.Undeliverable it) {
            return new Facts("Undeliverable").with("reason", it.reason());
        } else if (answer instanceof ClaimDelivery.NotCompleted it) {
            return new Facts("NotCompleted").with("status", it.status());
        }
        return new Facts("AlreadyDelivered");
    }

    static Facts of(Lease lease) {
        return new Facts("lease")
                .with("attempt", new Id(lease.fence().attemptId()))
                .with("epoch", lease.fence().epoch())
                .with("leaseUntil", millis(lease.leaseUntil()))
                .with("reacquired", lease.reacquired())
                .with("retryStartBefore", millisOrNull(lease.retryStartBefore()));
    }

    static Facts of(Uncertainty reason) {
        boolean worded = reason.code() != Uncertainty.Code.LEASE_EXPIRED && reason.code() != Uncertainty.Code.ABANDONED;
        boolean byName = reason.code() == Uncertainty.Code.MARKED_BY_OPERATOR
                || reason.by().equals(Uncertainty.PROTOCOL);
        return new Facts(reason.code().name())
                .with("text", worded ? reason.text() : null)
                .with("at", millis(reason.at()))
                .with("by", byName ? reason.by() : new Id(reason.by()));
    }

    /** An outcome whose payload is at hand or forgotten. */
    static Facts of(Outcome outcome) {
        return new Facts(outcome.kind().name())
                .with("retryableAsNewCall", outcome.retryableAsNewCall())
                .with("mediaType", outcome.mediaType())
                .with("size", outcome.size())
                .with("payload", of(outcome.payload()))
                .with("completedAt", millis(outcome.completedAt()))
                .with("settlement", of(outcome.settlement()));
    }

    private static String of(Payload payload) {
        if (payload instanceof Payload.Inline inline) {
            return Bytes.text(inline.bytes());
        }
        return payload instanceof Payload.Forgotten ? "forgotten" : "not at hand";
    }

    private static ModelRecord.@Nullable Evidence of(@Nullable Evidence evidence) {
        return evidence == null
                ? null
                : new ModelRecord.Evidence(evidence instanceof Evidence.Happened, evidence.text());
    }

    /** @param outcome the record's outcome with its payload at hand */
    static Facts of(Checkpoint record, @Nullable Outcome outcome) {
        Binding binding = record.binding();
        long retryFor = 0;
        int maxAttempts = 0;
        if (record.recovery() instanceof Recovery.Idempotent idempotent) {
            retryFor = idempotent.retryFor().toMillis();
            maxAttempts = Objects.requireNonNullElse(idempotent.maxAttempts(), 0);
        }
        Facts facts = new Facts(record.status().name())
                .with("schemaVersion", record.schemaVersion())
                .with("toolName", binding.toolName())
                .with("toolRevision", binding.toolRevision())
                .with("inputFingerprint", binding.inputFingerprint())
                .with("retryFor", retryFor)
                .with("maxAttempts", maxAttempts)
                .with("revision", record.revision())
                .with("writeId", new Id(record.writeId()))
                .with("firstAcquiredAt", millisOrNull(record.firstAcquiredAt()))
                .with("retryStartBefore", millisOrNull(record.retryStartBefore()))
                .with("createdAt", millis(record.createdAt()))
                .with("updatedAt", millis(record.updatedAt()))
                .with("retainUntil", millisOrNull(record.retainUntil()))
                .with("expiresAt", millisOrNull(record.expiresAt()))
                .with("uncertainty", record.uncertainty() == null ? null : of(record.uncertainty()))
                .with("outcome", outcome == null ? null : of(outcome))
                .with("delivery", record.delivery() == null ? null : of(record.delivery()));
        Execution attempt = record.execution();
        if (attempt != null) {
            facts.with("attempt.id", new Id(attempt.attemptId()))
                    .with("attempt.epoch", attempt.epoch())
                    .with("attempt.claimedAt", millis(attempt.claimedAt()))
                    .with("attempt.leaseUntil", millis(attempt.leaseUntil()))
                    .with("attempt.abandonedAt", millisOrNull(attempt.abandonedAt()));
        }
        return facts;
    }

    private static Facts of(Delivery delivery) {
        return new Facts("delivery")
                .with("id", new Id(delivery.deliveryId()))
                .with("idempotent", delivery.idempotent())
                .with("claimedAt", millis(delivery.claimedAt()))
                .with("leaseUntil", millis(delivery.leaseUntil()))
                .with("attempts", delivery.attempts())
                .with("deliveredAt", millisOrNull(delivery.deliveredAt()))
                .with("undeliverable", delivery.undeliverable())
                .with("settlement", of(delivery.settlement()));
    }

    private static @Nullable Object statusOf(@Nullable Checkpoint record) {
        return record == null ? null : record.status();
    }

    private static long millis(Instant instant) {
        return instant.toEpochMilli();
    }

    static @Nullable Long millisOrNull(@Nullable Instant instant) {
        return instant == null ? null : instant.toEpochMilli();
    }
}

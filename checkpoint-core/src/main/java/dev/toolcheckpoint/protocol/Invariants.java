package dev.toolcheckpoint.protocol;

import java.time.Instant;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * What must hold in every stored record. A record that breaks a rule is reported, never repaired, reset or treated as
 * absent.
 */
public final class Invariants {

    private static final Pattern DIGEST = Pattern.compile("(hmac-)?sha256:[0-9a-f]{64}");

    private Invariants() {}

    /**
     * Returns the record, when every rule holds.
     *
     * @throws ProtocolException {@code UNSUPPORTED_SCHEMA} or {@code INVALID_CHECKPOINT}, naming the rule
     */
    public static Checkpoint validate(Checkpoint record) {
        if (record.schemaVersion() != Checkpoint.SCHEMA_VERSION) {
            throw ProtocolException.unsupportedSchema(String.valueOf(record.schemaVersion()));
        }
        require(record.revision() >= 1, "revision is at least 1");
        name("writeId", record.writeId());
        time("createdAt", record.createdAt());
        time("updatedAt", record.updatedAt());
        checkAttempt(record);
        checkUncertainty(record);
        checkOutcome(record);
        checkDelivery(record);
        checkExpiry(record);
        return record;
    }

    private static void checkAttempt(Checkpoint record) {
        Execution execution = record.execution();
        Instant first = record.firstAcquiredAt();
        if (record.status() == Status.READY) {
            require(execution == null, "READY has no execution");
            require(first == null && record.retryStartBefore() == null, "READY was never acquired");
            return;
        }
        require(execution != null, record.status() + " has an execution");
        require(first != null, record.status() + " has firstAcquiredAt");
        Execution latest = Objects.requireNonNull(execution);
        Instant acquired = Objects.requireNonNull(first);
        name("attemptId", latest.attemptId());
        time("claimedAt", latest.claimedAt());
        time("leaseUntil", latest.leaseUntil());
        time("firstAcquiredAt", acquired);
        require(latest.epoch() >= 1, "epoch is at least 1");
        require(latest.leaseUntil().isAfter(latest.claimedAt()), "the lease ends after its claim");
        checkRecovery(record, latest, acquired);
    }

    private static void checkRecovery(Checkpoint record, Execution latest, Instant acquired) {
        Instant startBefore = record.retryStartBefore();
        Instant abandonedAt = latest.abandonedAt();
        if (record.recovery() instanceof Recovery.Idempotent idempotent) {
            require(
                    acquired.plus(idempotent.retryFor()).equals(startBefore),
                    "retryStartBefore is firstAcquiredAt + retryFor");
            Integer limit = idempotent.maxAttempts();
            require(limit == null || latest.epoch() <= limit, "epoch is at most maxAttempts");
        } else {
            require(startBefore == null, "manual recovery has no retryStartBefore");
            require(latest.epoch() == 1, "manual recovery has one attempt");
            require(abandonedAt == null, "manual recovery is never abandoned");
        }
        if (abandonedAt != null) {
            time("abandonedAt", abandonedAt);
        }
    }

    private static void checkUncertainty(Checkpoint record) {
        Uncertainty uncertainty = record.uncertainty();
        if (record.status() == Status.UNCERTAIN) {
            require(uncertainty != null, "UNCERTAIN has an uncertainty");
        }
        if (record.status() == Status.READY || record.status() == Status.EXECUTING) {
            require(uncertainty == null, record.status() + " has no uncertainty");
        }
        if (uncertainty != null) {
            time("uncertainty.at", uncertainty.at());
        }
    }

    private static void checkOutcome(Checkpoint record) {
        Outcome outcome = record.outcome();
        if (!record.status().hasOutcome()) {
            require(outcome == null, record.status() + " has no outcome");
            return;
        }
        require(outcome != null, record.status() + " has an outcome");
        Outcome stored = Objects.requireNonNull(outcome);
        name("mediaType", stored.mediaType());
        require(stored.size() >= 0, "the outcome's size is 0 or more");
        require(DIGEST.matcher(stored.digest()).matches(), "the outcome's digest is (hmac-)sha256:<64 hex digits>");
        require(
                stored.kind() == Outcome.Kind.ERROR || !stored.retryableAsNewCall(),
                "only an error is retryable as a new call");
        if (stored.payload() instanceof Payload.Inline inline) {
            require(inline.size() == stored.size(), "the payload has the outcome's size");
        }
        time("completedAt", stored.completedAt());
        require(stored.settlement() == null || record.uncertainty() != null, "a settled call was uncertain");
    }

    private static void checkDelivery(Checkpoint record) {
        Delivery delivery = record.delivery();
        if (!record.status().hasOutcome()) {
            require(delivery == null, record.status() + " has no delivery");
            return;
        }
        if (record.status() != Status.COMPLETED) {
            require(delivery != null, record.status() + " has a delivery");
        }
        if (delivery == null) {
            return;
        }
        boolean ended = record.status() == Status.DELIVERED;
        name("deliveryId", delivery.deliveryId());
        time("delivery.claimedAt", delivery.claimedAt());
        time("delivery.leaseUntil", delivery.leaseUntil());
        require(delivery.attempts() >= 1, "delivery attempts are at least 1");
        require(delivery.leaseUntil().isAfter(delivery.claimedAt()), "the delivery's lease ends after its claim");
        require((delivery.deliveredAt() != null) == ended, "deliveredAt is there in DELIVERED, and only there");
        require(delivery.undeliverable() == null || ended, "undeliverable is there only in DELIVERED");
        require(
                record.status() != Status.DELIVERING || delivery.settlement() == null,
                "an open delivery is not settled");
        if (delivery.deliveredAt() != null) {
            time("deliveredAt", delivery.deliveredAt());
        }
        if (delivery.undeliverable() != null) {
            text("undeliverable", delivery.undeliverable());
        }
    }

    private static void checkExpiry(Checkpoint record) {
        Instant retainUntil = record.retainUntil();
        if (!record.status().hasOutcome()) {
            require(retainUntil == null && record.expiresAt() == null, record.status() + " never expires");
            return;
        }
        require(retainUntil != null, record.status() + " has retainUntil");
        Instant until = Objects.requireNonNull(retainUntil);
        time("retainUntil", until);
        require(until.isAfter(record.requireOutcome().completedAt()), "retainUntil is after completedAt");
        if (record.status() == Status.DELIVERING) {
            require(record.expiresAt() == null, "DELIVERING never expires");
        } else {
            require(until.equals(record.expiresAt()), "expiresAt is retainUntil");
        }
    }

    private static void time(String field, Instant value) {
        require(Times.isWholeMillis(value) && value.getEpochSecond() >= 0, field + " is whole epoch milliseconds");
    }

    private static void name(String field, String value) {
        require(!value.isEmpty() && value.length() <= Names.MAX_NAME, field + " has 1 to 512 UTF-16 units");
    }

    private static void text(String field, String value) {
        require(!value.isEmpty() && value.length() <= Names.MAX_TEXT, field + " has 1 to 2000 UTF-16 units");
    }

    private static void require(boolean holds, String rule) {
        if (!holds) {
            throw ProtocolException.invalidCheckpoint("The stored record breaks the rule that " + rule
                    + ". It is left as it is; restore it from a copy. Until then nothing runs under its call id.");
        }
    }
}

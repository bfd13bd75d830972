package dev.toolcheckpoint.testing.model;

import dev.toolcheckpoint.protocol.Receipt;
import dev.toolcheckpoint.protocol.Status;
import org.jspecify.annotations.Nullable;

/** The record as the model keeps it: times in ms, no rules. Never changed once it is stored. */
final class ModelRecord {

    /** How long finished records are kept: what the journals of the tests are built with. */
    static final long RETENTION = 30L * 24 * 3_600_000;

    /** Evidence: whether it happened, and its text. */
    record Evidence(boolean happened, String text) {}

    /** Why nobody knows. The text is there only when a caller gave it; {@code by} is a name or the attempt's id. */
    record Doubt(String code, @Nullable String text, long at, Object by) {
        Facts facts() {
            return new Facts(code).with("text", text).with("at", at).with("by", by);
        }
    }

    /** A stored outcome. */
    record Result(
            Receipt receipt,
            boolean forgotten,
            long completedAt,
            @Nullable Evidence settlement) {
        Facts facts() {
            return new Facts(receipt.kind().name())
                    .with("retryableAsNewCall", receipt.retryableAsNewCall())
                    .with("mediaType", receipt.mediaType())
                    .with("size", (long) receipt.size())
                    .with("payload", forgotten ? "forgotten" : Bytes.text(receipt.bytes()))
                    .with("completedAt", completedAt)
                    .with("settlement", settlement);
        }

        /** Equal when kind, media type, retryable mark and bytes are. */
        boolean same(Receipt other) {
            return receipt.kind() == other.kind()
                    && receipt.mediaType().equals(other.mediaType())
                    && receipt.retryableAsNewCall() == other.retryableAsNewCall()
                    && Bytes.text(receipt.bytes()).equals(Bytes.text(other.bytes()));
        }
    }

    /** A delivery. */
    record Delivery(
            Id id,
            boolean idempotent,
            long claimedAt,
            long leaseUntil,
            long attempts,
            @Nullable Long deliveredAt,
            @Nullable String undeliverable,
            @Nullable Evidence settlement) {

        Facts facts() {
            return new Facts("delivery")
                    .with("id", id)
                    .with("idempotent", idempotent)
                    .with("claimedAt", claimedAt)
                    .with("leaseUntil", leaseUntil)
                    .with("attempts", attempts)
                    .with("deliveredAt", deliveredAt)
                    .with("undeliverable", undeliverable)
                    .with("settlement", settlement);
        }

        Delivery ended(@Nullable Long at, @Nullable String reason, @Nullable Evidence evidence) {
            return new Delivery(id, idempotent, claimedAt, leaseUntil, attempts, at, reason, evidence);
        }
    }

    /** The latest attempt. */
    record Attempt(
            Id id,
            long epoch,
            long claimedAt,
            long leaseUntil,
            @Nullable Long abandonedAt) {
        boolean is(Id attempt, long number) {
            return id.equals(attempt) && epoch == number;
        }
    }

    final CallSpec spec;
    final long createdAt;
    long revision;
    Id writeId;
    Status status;
    long updatedAt;

    @Nullable
    Attempt attempt;

    @Nullable
    Long firstAcquiredAt;

    @Nullable
    Long retryStartBefore;

    @Nullable
    Doubt doubt;

    @Nullable
    Result result;

    @Nullable
    Delivery delivery;

    @Nullable
    Long retainUntil;

    private @Nullable Facts facts;

    ModelRecord(CallSpec spec, Id writeId, long at) {
        this.spec = spec;
        this.createdAt = at;
        this.revision = 1;
        this.writeId = writeId;
        this.status = Status.READY;
        this.updatedAt = at;
    }

    /** A copy to be changed: the next revision, under another write id. */
    ModelRecord next(Id write, long at) {
        ModelRecord copy = new ModelRecord(spec, write, createdAt);
        copy.revision = revision + 1;
        copy.status = status;
        copy.updatedAt = at;
        copy.attempt = attempt;
        copy.firstAcquiredAt = firstAcquiredAt;
        copy.retryStartBefore = retryStartBefore;
        copy.doubt = doubt;
        copy.result = result;
        copy.delivery = delivery;
        copy.retainUntil = retainUntil;
        return copy;
    }

    boolean hasOutcome() {
        return result != null;
    }

    /** Whether this attempt is the latest, in whatever state. */
    boolean heldBy(Id id, long epoch) {
        return attempt != null && attempt.is(id, epoch);
    }

    Attempt theAttempt() {
        return the(attempt);
    }

    Doubt theDoubt() {
        return the(doubt);
    }

    Result theResult() {
        return the(result);
    }

    Delivery theDelivery() {
        return the(delivery);
    }

    private <T> T the(@Nullable T part) {
        if (part == null) {
            throw new IllegalStateException("The model has a record in " + status + " that lacks a part.");
        }
        return part;
    }

    /** Made once: a stored record never changes. */
    Facts facts() {
        if (facts == null) {
            facts = made();
        }
        return facts;
    }

    private Facts made() {
        Facts made = new Facts(status.name())
                .with("schemaVersion", 1)
                .with("toolName", spec.toolName())
                .with("toolRevision", spec.toolRevision())
                .with("inputFingerprint", spec.inputFingerprint())
                .with("retryFor", spec.retryFor())
                .with("maxAttempts", spec.maxAttempts())
                .with("revision", revision)
                .with("writeId", writeId)
                .with("firstAcquiredAt", firstAcquiredAt)
                .with("retryStartBefore", retryStartBefore)
                .with("createdAt", createdAt)
                .with("updatedAt", updatedAt)
                .with("retainUntil", retainUntil)
                // An open delivery never expires.
                .with("expiresAt", status == Status.DELIVERING ? null : retainUntil)
                .with("uncertainty", doubt == null ? null : doubt.facts())
                .with("outcome", result == null ? null : result.facts())
                .with("delivery", delivery == null ? null : delivery.facts());
        if (attempt != null) {
            made.with("attempt.id", attempt.id())
                    .with("attempt.epoch", attempt.epoch())
                    .with("attempt.claimedAt", attempt.claimedAt())
                    .with("attempt.leaseUntil", attempt.leaseUntil())
                    .with("attempt.abandonedAt", attempt.abandonedAt());
        }
        return made;
    }
}

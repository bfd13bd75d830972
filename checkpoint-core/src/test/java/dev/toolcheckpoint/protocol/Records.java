package dev.toolcheckpoint.protocol;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Records in every state, made by the transitions themselves. */
final class Records {

    static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    static final Duration LEASE = Duration.ofSeconds(30);
    static final Duration MARGIN = Duration.ofSeconds(1);
    static final Duration WINDOW = Duration.ofHours(1);
    static final Duration MILLI = Duration.ofMillis(1);
    static final Instant LEASE_END = START.plus(LEASE);
    static final Binding BINDING =
            new Binding("tenant", "call-1", "send-mail", "3", "sha256:" + "0123456789abcdef".repeat(4));
    static final Recovery MANUAL = Recovery.manual();
    static final Recovery.Idempotent IDEMPOTENT = Recovery.idempotent(WINDOW);
    static final Fence FENCE = new Fence("attempt-1", 1);
    static final String DELIVERY = "delivery-1";
    static final Receipt RECEIPT = Receipt.successJson("{\"sent\":true}");
    static final Evidence HAPPENED = Evidence.happened("mail 17 is in the outbox", "ops@example.com");
    static final Evidence ABSENT = Evidence.absent("the outbox has no such mail", "ops@example.com");
    static final Retention RETENTION = Retention.of(Duration.ofDays(14), Duration.ofDays(16));

    private Records() {}

    static Checkpoint in(Status status, Recovery recovery) {
        return switch (status) {
            case READY -> ready(recovery);
            case EXECUTING -> executing(recovery);
            case UNCERTAIN -> uncertain(recovery);
            case COMPLETED -> completed(recovery);
            case DELIVERING -> delivering(recovery, true);
            case DELIVERED -> delivered(recovery);
        };
    }

    static Checkpoint ready(Recovery recovery) {
        return ExecutionTransitions.create(BINDING, recovery, "w1", START).next();
    }

    static Checkpoint executing(Recovery recovery) {
        return ExecutionTransitions.createClaimed(BINDING, recovery, "attempt-1", LEASE, "w1", START)
                .next();
    }

    static Checkpoint abandoned(Recovery recovery, Instant at) {
        return ExecutionTransitions.abandonExecution(executing(recovery), FENCE, "w2", at, MARGIN)
                .next();
    }

    static Checkpoint uncertain(Recovery recovery) {
        return ExecutionTransitions.markUncertainByOperator(
                        executing(recovery), "the process is gone", "ops@example.com", "w2", START.plusSeconds(2))
                .next();
    }

    static Checkpoint completed(Recovery recovery) {
        return ExecutionTransitions.completeExecution(
                        executing(recovery),
                        FENCE,
                        outcome(START.plusSeconds(2), null),
                        LateReceipts.ACCEPT,
                        RETENTION,
                        "w2",
                        START.plusSeconds(2))
                .next();
    }

    static Checkpoint settled(Recovery recovery) {
        Instant at = START.plusSeconds(60);
        return ExecutionTransitions.settleExecution(
                        uncertain(recovery), outcome(at, HAPPENED), RETENTION, "w3", at, MARGIN, Duration.ZERO)
                .next();
    }

    static Checkpoint delivering(Recovery recovery, boolean idempotent) {
        return DeliveryTransitions.claimDelivery(completed(recovery), DELIVERY, idempotent, LEASE, "w3", START)
                .next();
    }

    static Checkpoint released(Recovery recovery) {
        return DeliveryTransitions.releaseDelivery(delivering(recovery, true), DELIVERY, "w4", START.plusSeconds(4))
                .next();
    }

    static Checkpoint delivered(Recovery recovery) {
        return DeliveryTransitions.completeDelivery(delivering(recovery, true), DELIVERY, "w4", START.plusSeconds(4))
                .next();
    }

    static Checkpoint undeliverable(Recovery recovery) {
        return DeliveryTransitions.markUndeliverable(
                        delivering(recovery, true), DELIVERY, "400 bad address", "w4", START.plusSeconds(4))
                .next();
    }

    static Outcome outcome(Instant completedAt, @Nullable Evidence settlement) {
        return Outcome.of(
                RECEIPT,
                "sha256:" + "ab".repeat(32),
                Payload.Inline.of("{\"sent\":true}".getBytes(StandardCharsets.UTF_8)),
                completedAt,
                settlement);
    }
}

package dev.toolcheckpoint.delivery;

import dev.toolcheckpoint.protocol.Status;
import java.time.Instant;

/** How the delivery of an outcome stands, for whoever asked for it. */
public sealed interface DeliveryOutcome {

    /** It arrived, now or before. */
    record Delivered() implements DeliveryOutcome {}

    /** It can never be delivered. */
    record Undeliverable(String reason) implements DeliveryOutcome {}

    /**
     * Every attempt of this run surely failed; the outcome waits to be delivered again.
     *
     * @param reason of the last failure
     */
    record NotDelivered(String reason) implements DeliveryOutcome {}

    /**
     * Nobody knows whether it arrived. An idempotent deliverer may repeat it once the lease is over; else an operator settles it.
     *
     * @param since when the delivery was claimed
     */
    record InDoubt(Instant since) implements DeliveryOutcome {}

    /** Somebody else is delivering it. */
    record InProgress(Instant leaseUntil) implements DeliveryOutcome {}

    /** There is no outcome to deliver yet. */
    record NotCompleted(Status status) implements DeliveryOutcome {}
}

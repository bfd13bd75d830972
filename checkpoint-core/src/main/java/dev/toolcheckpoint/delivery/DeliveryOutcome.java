package dev.toolcheckpoint.delivery;

import dev.toolcheckpoint.protocol.Status;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

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
     * @param retryAt when the receiver may be asked again; {@code null} when it didn't say
     */
    record NotDelivered(String reason, @Nullable Instant retryAt) implements DeliveryOutcome {

        /** A failure whose receiver didn't say when to come again. */
        public NotDelivered(String reason) {
            this(reason, null);
        }
    }

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

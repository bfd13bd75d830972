package dev.toolcheckpoint.journal;

import dev.toolcheckpoint.protocol.Outcome;
import dev.toolcheckpoint.protocol.Status;
import java.time.Instant;

/** The answer of {@link Journal#claimDelivery}. */
public sealed interface ClaimDelivery {

    /**
     * This caller, and nobody else, may send now.
     *
     * @param lease what to end the delivery with
     * @param attempts which delivery of this outcome it is, from 1
     * @param outcome what to send, payload at hand or forgotten
     */
    record Claimed(DeliveryLease lease, long attempts, Outcome outcome) implements ClaimDelivery {

        /** The fence of the delivery. */
        public String deliveryId() {
            return lease.deliveryId();
        }

        /** Until when its holder is believed alive. */
        public Instant leaseUntil() {
            return lease.leaseUntil();
        }
    }

    /** Another deliverer's lease is live. */
    record Busy(Instant leaseUntil) implements ClaimDelivery {}

    /**
     * Nobody knows whether a delivery arrived; do not send. An operator settles it.
     *
     * @param since when the delivery was claimed
     */
    record InDoubt(Instant since) implements ClaimDelivery {}

    /** It was delivered. */
    record AlreadyDelivered() implements ClaimDelivery {}

    /** It can never be delivered. */
    record Undeliverable(String reason) implements ClaimDelivery {}

    /** There is no outcome yet. */
    record NotCompleted(Status status) implements ClaimDelivery {}
}

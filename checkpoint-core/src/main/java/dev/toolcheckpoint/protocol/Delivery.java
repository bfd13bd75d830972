package dev.toolcheckpoint.protocol;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The handing over of the outcome to whoever asked. In {@code COMPLETED} it is the history of a released delivery.
 *
 * @param deliveryId random per claimed delivery; its fence
 * @param idempotent whether its deliverer may be repeated when nobody knows how a delivery ended
 * @param claimedAt when this delivery was claimed
 * @param leaseUntil until when its holder is believed alive
 * @param attempts counts the claimed deliveries from 1
 * @param deliveredAt when it was recorded as delivered, or as undeliverable
 * @param undeliverable why it can never be delivered
 * @param settlement the evidence, when an operator settled it
 */
public record Delivery(
        String deliveryId,
        boolean idempotent,
        Instant claimedAt,
        Instant leaseUntil,
        long attempts,
        @Nullable Instant deliveredAt,
        @Nullable String undeliverable,
        @Nullable Evidence settlement) {

    /** Whether this is the delivery of {@code id}. */
    public boolean heldBy(String id) {
        return deliveryId.equals(id);
    }

    Delivery ended(Instant at, @Nullable String reason, @Nullable Evidence evidence) {
        return new Delivery(deliveryId, idempotent, claimedAt, leaseUntil, attempts, at, reason, evidence);
    }

    Delivery releasedBy(@Nullable Evidence evidence) {
        return new Delivery(deliveryId, idempotent, claimedAt, leaseUntil, attempts, null, null, evidence);
    }
}

package dev.toolcheckpoint.protocol;

import java.time.Duration;
import java.time.Instant;

/**
 * The transitions of a delivery: claim, reclaim, release, complete, settle. Pure and thread-safe; parameters and errors as
 * in {@link ExecutionTransitions}. The fence is the {@code deliveryId}: nobody but an operator ever ends a delivery by an id
 * that it merely read.
 */
public final class DeliveryTransitions {

    private DeliveryTransitions() {}

    /**
     * {@code COMPLETED} → {@code DELIVERING}.
     *
     * @param idempotent whether the deliverer may be repeated when nobody knows how the delivery ended; stored
     */
    public static Transition claimDelivery(
            Checkpoint record, String deliveryId, boolean idempotent, Duration lease, String writeId, Instant at) {
        ExecutionTransitions.requireStatus(record, Status.COMPLETED, "claimed for delivery");
        Delivery released = record.delivery();
        long attempts = released == null ? 1 : released.attempts() + 1;
        return delivering(record, claimed(deliveryId, idempotent, lease, attempts, at), writeId, at);
    }

    /** {@code DELIVERING}, its lease and the margin over, stored as idempotent → {@code DELIVERING} with a new id. */
    public static Transition reclaimDelivery(
            Checkpoint record, String deliveryId, Duration lease, String writeId, Instant at, Duration skewMargin) {
        ExecutionTransitions.requireStatus(record, Status.DELIVERING, "claimed for delivery again");
        Delivery previous = record.requireDelivery();
        requireExpired(record, at, skewMargin);
        if (!previous.idempotent()) {
            throw ProtocolException.invalidTransition(
                    "Nobody knows whether the delivery arrived, and its deliverer is not"
                            + " idempotent: an operator has to settle it.");
        }
        return delivering(record, claimed(deliveryId, true, lease, previous.attempts() + 1, at), writeId, at);
    }

    /** {@code DELIVERING} → {@code COMPLETED} by its holder, after a failure that surely delivered nothing. */
    public static Transition releaseDelivery(Checkpoint record, String deliveryId, String writeId, Instant at) {
        Delivery held = requireHeld(record, deliveryId);
        return Transition.from(
                record,
                Action.DELIVER,
                record.change()
                        .status(Status.COMPLETED)
                        .delivery(held.releasedBy(null))
                        .expiresAt(record.retainUntil())
                        .written(writeId, at));
    }

    /** {@code DELIVERING} → {@code DELIVERED} by its holder. */
    public static Transition completeDelivery(Checkpoint record, String deliveryId, String writeId, Instant at) {
        return delivered(record, requireHeld(record, deliveryId).ended(at, null, null), writeId, at);
    }

    /** {@code DELIVERING} → {@code DELIVERED} by its holder, because it was refused for good. Ends the loop. */
    public static Transition markUndeliverable(
            Checkpoint record, String deliveryId, String reason, String writeId, Instant at) {
        Names.text("reason", reason);
        return delivered(record, requireHeld(record, deliveryId).ended(at, reason, null), writeId, at);
    }

    /**
     * {@code DELIVERING} → {@code DELIVERED} (it arrived) or {@code COMPLETED} (it did not) by an operator. "It did not"
     * counts only once lease and margin are over.
     */
    public static Transition settleDelivery(
            Checkpoint record, Evidence evidence, String writeId, Instant at, Duration skewMargin) {
        ExecutionTransitions.requireStatus(record, Status.DELIVERING, "settled as a delivery");
        Delivery current = record.requireDelivery();
        if (evidence instanceof Evidence.Happened) {
            return delivered(record, current.ended(at, null, evidence), writeId, at);
        }
        requireExpired(record, at, skewMargin);
        return Transition.from(
                record,
                Action.DELIVER,
                record.change()
                        .status(Status.COMPLETED)
                        .delivery(current.releasedBy(evidence))
                        .expiresAt(record.retainUntil())
                        .written(writeId, at));
    }

    private static Delivery claimed(String deliveryId, boolean idempotent, Duration lease, long attempts, Instant at) {
        Names.name("deliveryId", deliveryId);
        return new Delivery(deliveryId, idempotent, at, at.plus(Leases.check(lease)), attempts, null, null, null);
    }

    private static Transition delivering(Checkpoint record, Delivery delivery, String writeId, Instant at) {
        // An open delivery never expires under its holder's feet.
        return Transition.from(
                record,
                Action.DELIVER,
                record.change()
                        .status(Status.DELIVERING)
                        .delivery(delivery)
                        .expiresAt(null)
                        .written(writeId, at));
    }

    private static Transition delivered(Checkpoint record, Delivery delivery, String writeId, Instant at) {
        return Transition.from(
                record,
                Action.NONE,
                record.change()
                        .status(Status.DELIVERED)
                        .delivery(delivery)
                        .expiresAt(record.retainUntil())
                        .written(writeId, at));
    }

    private static void requireExpired(Checkpoint record, Instant at, Duration skewMargin) {
        if (!record.deliveryExpired(at, skewMargin)) {
            throw ProtocolException.invalidTransition("The delivery is believed alive until "
                    + record.requireDelivery().leaseUntil().toEpochMilli() + " ms (+ " + skewMargin.toMillis()
                    + " ms skew margin), it is " + at.toEpochMilli() + " ms.");
        }
    }

    private static Delivery requireHeld(Checkpoint record, String deliveryId) {
        ExecutionTransitions.requireStatus(record, Status.DELIVERING, "ended as a delivery");
        Delivery held = record.requireDelivery();
        if (!held.heldBy(deliveryId)) {
            throw ProtocolException.fenceConflict(
                    "The delivery is held under another id; it is attempt " + held.attempts() + ".");
        }
        return held;
    }
}

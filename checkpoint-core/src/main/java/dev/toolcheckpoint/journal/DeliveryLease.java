package dev.toolcheckpoint.journal;

import dev.toolcheckpoint.protocol.Checkpoint;
import dev.toolcheckpoint.protocol.CheckpointKey;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A claimed delivery: who holds it may send, and ends it. Immutable.
 *
 * <p>It comes from {@link Journal#claimDelivery} and also remembers the record as it was then, which saves its end a read; what it
 * remembers is only ever written from, under the compare-and-swap. Equal when key and delivery id are.
 */
public final class DeliveryLease {

    private final CheckpointKey key;
    private final String deliveryId;
    private final Instant leaseUntil;
    private final @Nullable Checkpoint snapshot;

    private DeliveryLease(CheckpointKey key, String deliveryId, Instant leaseUntil, @Nullable Checkpoint snapshot) {
        this.key = key;
        this.deliveryId = deliveryId;
        this.leaseUntil = leaseUntil;
        this.snapshot = snapshot;
    }

    /** A delivery that remembers no record. */
    static DeliveryLease of(CheckpointKey key, String deliveryId, Instant leaseUntil) {
        return new DeliveryLease(key, deliveryId, leaseUntil, null);
    }

    /** @param record being delivered */
    static DeliveryLease of(Checkpoint record) {
        var delivery = record.requireDelivery();
        return new DeliveryLease(record.key(), delivery.deliveryId(), delivery.leaseUntil(), record);
    }

    /** The record's key; its id is the idempotency key for the receiver. */
    public CheckpointKey key() {
        return key;
    }

    /** The fence of the delivery. */
    public String deliveryId() {
        return deliveryId;
    }

    /** Until when its holder is believed alive. */
    public Instant leaseUntil() {
        return leaseUntil;
    }

    @Nullable
    Checkpoint snapshot() {
        return snapshot;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof DeliveryLease lease && key.equals(lease.key) && deliveryId.equals(lease.deliveryId);
    }

    @Override
    public int hashCode() {
        return 31 * key.hashCode() + deliveryId.hashCode();
    }

    @Override
    public String toString() {
        return "DeliveryLease[" + key + ", " + deliveryId + ", until " + leaseUntil + "]";
    }
}

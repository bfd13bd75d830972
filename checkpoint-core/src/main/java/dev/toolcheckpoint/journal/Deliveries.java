package dev.toolcheckpoint.journal;

import dev.toolcheckpoint.protocol.Checkpoint;
import dev.toolcheckpoint.protocol.CheckpointKey;
import dev.toolcheckpoint.protocol.Delivery;
import dev.toolcheckpoint.protocol.DeliveryTransitions;
import dev.toolcheckpoint.protocol.Evidence;
import dev.toolcheckpoint.protocol.Leases;
import dev.toolcheckpoint.protocol.Outcome;
import dev.toolcheckpoint.protocol.Status;
import dev.toolcheckpoint.protocol.Transition;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/** The handing over of outcomes: who may send, and how it ended. */
final class Deliveries {

    private final Settings settings;
    private final Writes writes;

    Deliveries(Settings settings, Writes writes) {
        this.settings = settings;
        this.writes = writes;
    }

    ClaimDelivery claim(Deliverable deliverable, Duration lease, boolean idempotent) {
        Leases.check(lease);
        CheckpointKey key = deliverable.key();
        Set<String> deliveryIds = new HashSet<>();
        return writes.<ClaimDelivery>run(key, remembered(deliverable), Bound.COUNTED, (found, mine) -> {
            Checkpoint current = found != null ? found : writes.require(key);
            ClaimDelivery answer = answer(current, deliveryIds, idempotent, mine);
            if (answer != null) {
                return Step.<ClaimDelivery>answer(answer);
            }
            // At hand before the claim: what can't be read must not be claimed, or it would be in doubt for nothing.
            Outcome remembered = deliverable.outcomeOf(current);
            Outcome outcome = remembered != null ? remembered : writes.load(current);
            String deliveryId = settings.ids().next();
            deliveryIds.add(deliveryId);
            return Step.<ClaimDelivery>write(
                    next(current, deliveryId, lease, idempotent), stored -> claimed(stored, outcome));
        });
    }

    /** The record to claim from: only a write may rest on what was remembered, because the store then says whether it holds. */
    private @Nullable Checkpoint remembered(Deliverable deliverable) {
        Checkpoint record = deliverable.record();
        return record != null && record.status() == Status.COMPLETED ? record : null;
    }

    private Transition next(Checkpoint current, String deliveryId, Duration lease, boolean idempotent) {
        String writeId = settings.ids().next();
        Instant now = settings.now();
        return current.status() == Status.COMPLETED
                ? DeliveryTransitions.claimDelivery(current, deliveryId, idempotent, lease, writeId, now)
                : DeliveryTransitions.reclaimDelivery(current, deliveryId, lease, writeId, now, settings.skewMargin());
    }

    /** The answer that a record gives by itself; {@code null} when it may be claimed. */
    private @Nullable ClaimDelivery answer(
            Checkpoint record, Set<String> deliveryIds, boolean idempotent, Step.Mine mine) {
        if (!record.status().hasOutcome()) {
            return new ClaimDelivery.NotCompleted(record.status());
        }
        Delivery delivery = record.delivery();
        if (record.status() == Status.COMPLETED || delivery == null) {
            return null;
        }
        if (record.status() == Status.DELIVERED) {
            String reason = delivery.undeliverable();
            return reason == null ? new ClaimDelivery.AlreadyDelivered() : new ClaimDelivery.Undeliverable(reason);
        }
        if (deliveryIds.contains(delivery.deliveryId())) {
            settings.tell(new CheckpointEvent.OwnWriteRecognised(record.key(), "claim delivery"));
            return claimed(record, writes.load(record));
        }
        if (mine == Step.Mine.MAYBE_APPLIED) {
            // Ours may have been stored and taken over since: whoever holds it now decides, we must not send.
            return inDoubt(record.key(), delivery);
        }
        if (!record.deliveryExpired(settings.now(), settings.skewMargin())) {
            return new ClaimDelivery.Busy(delivery.leaseUntil());
        }
        // Both must be: the one whose delivery may have arrived, and the one that would send again.
        return delivery.idempotent() && idempotent ? null : inDoubt(record.key(), delivery);
    }

    private ClaimDelivery inDoubt(CheckpointKey key, Delivery delivery) {
        settings.tell(new CheckpointEvent.DeliveryInDoubt(key, delivery.claimedAt()));
        return new ClaimDelivery.InDoubt(delivery.claimedAt());
    }

    private ClaimDelivery claimed(Checkpoint record, Outcome outcome) {
        Delivery delivery = record.requireDelivery();
        settings.tell(new CheckpointEvent.DeliveryClaimed(record.key(), delivery.deliveryId(), delivery.attempts()));
        return new ClaimDelivery.Claimed(DeliveryLease.of(record), delivery.attempts(), outcome);
    }

    /** A delivery of which only the id is known: repeated for as long as a lease that nobody chose. */
    DeliveryLease byId(CheckpointKey key, String deliveryId) {
        return DeliveryLease.of(key, deliveryId, settings.now().plus(Journal.DEFAULT_LEASE));
    }

    DeliveryEnd complete(DeliveryLease lease) {
        String deliveryId = lease.deliveryId();
        return end(
                lease,
                (record, mine) -> delivered(record, deliveryId) && undeliverable(record) == null,
                (record, writeId) -> DeliveryTransitions.completeDelivery(record, deliveryId, writeId, settings.now()),
                new CheckpointEvent.Delivered(lease.key(), deliveryId));
    }

    DeliveryEnd undeliverable(DeliveryLease lease, String reason) {
        String deliveryId = lease.deliveryId();
        return end(
                lease,
                (record, mine) -> delivered(record, deliveryId) && undeliverable(record) != null,
                (record, writeId) ->
                        DeliveryTransitions.markUndeliverable(record, deliveryId, reason, writeId, settings.now()),
                new CheckpointEvent.Undeliverable(lease.key(), deliveryId, reason));
    }

    DeliveryEnd release(DeliveryLease lease) {
        String deliveryId = lease.deliveryId();
        return end(
                lease,
                // Once given back, anything may have followed.
                (record, mine) -> mine == Step.Mine.MAYBE_APPLIED
                        || (heldBy(record, deliveryId) && record.status() == Status.COMPLETED),
                (record, writeId) -> DeliveryTransitions.releaseDelivery(record, deliveryId, writeId, settings.now()),
                new CheckpointEvent.DeliveryReleased(lease.key(), deliveryId));
    }

    /** @param ended whether a record that this delivery does not hold open says that it ended as wanted */
    private DeliveryEnd end(
            DeliveryLease lease,
            BiPredicate<Checkpoint, Step.Mine> ended,
            BiFunction<Checkpoint, String, Transition> transitions,
            CheckpointEvent event) {
        CheckpointKey key = lease.key();
        String deliveryId = lease.deliveryId();
        Bound bound = settings.ending(null, lease.leaseUntil());
        String writeId = settings.ids().next();
        return writes.<DeliveryEnd>run(key, lease.snapshot(), bound, (found, mine) -> {
            Checkpoint current = found != null ? found : writes.require(key, bound);
            if (current.status() == Status.DELIVERING && heldBy(current, deliveryId)) {
                return Step.<DeliveryEnd>write(transitions.apply(current, writeId), stored -> done(event));
            }
            return Step.<DeliveryEnd>answer(ended.test(current, mine) ? DeliveryEnd.DONE : DeliveryEnd.STALE);
        });
    }

    private static boolean heldBy(Checkpoint record, String deliveryId) {
        return record.delivery() != null && record.delivery().heldBy(deliveryId);
    }

    private static boolean sameDelivery(Checkpoint first, Checkpoint current) {
        return heldBy(first, current.requireDelivery().deliveryId());
    }

    private static boolean delivered(Checkpoint record, String deliveryId) {
        return record.status() == Status.DELIVERED && heldBy(record, deliveryId);
    }

    private static @Nullable String undeliverable(Checkpoint record) {
        return record.requireDelivery().undeliverable();
    }

    private DeliveryEnd done(CheckpointEvent event) {
        settings.tell(event);
        return DeliveryEnd.DONE;
    }

    DeliveryEnd settle(CheckpointKey key, Evidence evidence) {
        String writeId = settings.ids().next();
        CheckpointEvent event =
                new CheckpointEvent.DeliverySettled(key, evidence instanceof Evidence.Happened, evidence.by());
        Bound bound = settings.operator();
        Checkpoint first = writes.require(key, bound);
        return writes.<DeliveryEnd>run(key, first, bound, (current, mine) -> {
            // The evidence is about the delivery that was open then, not about one that was claimed since.
            if (current == null || current.status() != Status.DELIVERING || !sameDelivery(first, current)) {
                boolean settled = isSettled(first, current, evidence)
                        || (mine == Step.Mine.MAYBE_APPLIED && mayHaveSettled(first, current, evidence));
                return Step.<DeliveryEnd>answer(settled ? DeliveryEnd.DONE : DeliveryEnd.STALE);
            }
            return Step.<DeliveryEnd>write(
                    DeliveryTransitions.settleDelivery(
                            current, evidence, writeId, settings.now(), settings.skewMargin()),
                    stored -> done(event));
        });
    }

    /** Whether the delivery that the evidence is about was settled the same way before, whatever the evidence was. */
    private static boolean isSettled(Checkpoint first, @Nullable Checkpoint current, Evidence evidence) {
        if (current == null || current.status() == Status.DELIVERING || current.delivery() == null) {
            return false;
        }
        Evidence settlement = current.requireDelivery().settlement();
        return settlement != null
                && settlement instanceof Evidence.Happened == evidence instanceof Evidence.Happened
                && sameDelivery(first, current);
    }

    /**
     * Whether a settlement that may have been stored was. DELIVERED is the end, so an arrival stays in the record; after
     * "it did not" only a further claim, with another id, takes it out.
     */
    private static boolean mayHaveSettled(Checkpoint first, @Nullable Checkpoint current, Evidence evidence) {
        if (current == null) {
            return true;
        }
        Delivery delivery = current.requireDelivery();
        boolean same = heldBy(first, delivery.deliveryId());
        boolean says = evidence.equals(delivery.settlement());
        return evidence instanceof Evidence.Happened ? same && says : !same || says;
    }
}

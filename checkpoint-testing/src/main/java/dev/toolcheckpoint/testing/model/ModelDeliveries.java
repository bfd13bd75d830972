package dev.toolcheckpoint.testing.model;

import dev.toolcheckpoint.protocol.Status;
import dev.toolcheckpoint.testing.model.ModelRecord.Delivery;
import dev.toolcheckpoint.testing.model.ModelRecord.Evidence;
import dev.toolcheckpoint.testing.model.ModelStore.Request;
import dev.toolcheckpoint.testing.model.ModelStore.Step;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The model of deliveries. */
final class ModelDeliveries {

    static final String REFUSAL = "refused for good";

    private final ModelRules rules;

    ModelDeliveries(ModelRules rules) {
        this.rules = rules;
    }

    /**
     * @param remembered the record that is claimed from; only when its outcome waits is it more than a key
     * @param claims is handed the record, when it is claimed
     */
    Facts claim(
            int worker,
            int call,
            @Nullable ModelRecord remembered,
            long lease,
            boolean idempotent,
            Consumer<ModelRecord> claims) {
        ModelRules.checkLease(lease);
        Set<Id> sent = new HashSet<>();
        ModelRecord usable = remembered != null
                        && (remembered.status == Status.COMPLETED || rules.breaks(BrokenRule.TRUST_WHAT_IS_REMEMBERED))
                ? remembered
                : null;
        ModelRecord first = first(call, usable, "claim");
        return rules.store.run(worker, call, first, Long.MAX_VALUE, (found, maybe) -> {
            ModelRecord current = found != null ? found : rules.require(call);
            long now = rules.clock.now(worker);
            if (!current.hasOutcome()) {
                return Step.answer(new Facts("NotCompleted").with("status", current.status));
            }
            Delivery open = current.delivery;
            if (current.status != Status.COMPLETED && open != null) {
                Facts answer = answer(current, open, sent, idempotent, maybe, now, claims);
                if (answer != null) {
                    return Step.answer(answer);
                }
                rules.hit("claim delivery: repeated");
            } else {
                rules.hitIf(open != null, "claim delivery: after a release");
                rules.hitIf(maybe, "lost delivery claim: free again");
            }
            Id id = rules.store.newId("delivery");
            sent.add(id);
            ModelRecord next = current.next(rules.store.newId("write"), now);
            next.status = Status.DELIVERING;
            // A repeat stays what it was stored as.
            next.delivery = new Delivery(
                    id, idempotent, now, now + lease, open == null ? 1 : open.attempts() + 1, null, null, null);
            return Step.write(new Request(call, current.writeId, next), stored -> claimed(stored, claims));
        });
    }

    /** The record to start from. */
    private ModelRecord first(int call, @Nullable ModelRecord remembered, String what) {
        if (remembered == null) {
            return rules.require(call);
        }
        ModelRecord there = rules.store.find(call);
        boolean old = there == null || !there.writeId.equals(remembered.writeId);
        rules.hit(what + " delivery: from " + (old ? "an old" : "the remembered") + " record");
        return remembered;
    }

    private @Nullable Facts answer(
            ModelRecord current,
            Delivery open,
            Set<Id> sent,
            boolean idempotent,
            boolean maybe,
            long now,
            Consumer<ModelRecord> claims) {
        if (current.status == Status.DELIVERED) {
            return open.undeliverable() == null
                    ? new Facts("AlreadyDelivered")
                    : new Facts("Undeliverable").with("reason", open.undeliverable());
        }
        if (sent.contains(open.id())) {
            rules.hit("lost delivery claim: recognised");
            return claimed(current, claims);
        }
        if (maybe) {
            rules.hit("lost delivery claim: another's");
            return inDoubt(open);
        }
        long end = open.leaseUntil() + ModelClock.MARGIN;
        rules.hitIf(now == open.leaseUntil(), "boundary: delivery at the lease's end");
        rules.hitIf(now == end - 1, "boundary: delivery 1 ms before lease + margin");
        rules.hitIf(now == end, "boundary: delivery at lease + margin");
        if (now < end) {
            return new Facts("Busy").with("leaseUntil", open.leaseUntil());
        }
        if (open.idempotent() && idempotent) {
            return null;
        }
        rules.hit("claim delivery: in doubt, " + (open.idempotent() ? "not to be repeated by this one" : "as stored"));
        return rules.breaks(BrokenRule.REPEAT_ANY_DELIVERY) ? null : inDoubt(open);
    }

    private static Facts inDoubt(Delivery open) {
        return new Facts("InDoubt").with("since", open.claimedAt());
    }

    private static Facts claimed(ModelRecord record, Consumer<ModelRecord> claims) {
        Delivery delivery = record.theDelivery();
        claims.accept(record);
        return new Facts("Claimed")
                .with("id", delivery.id())
                .with("leaseUntil", delivery.leaseUntil())
                .with("attempts", delivery.attempts())
                .with("outcome", record.theResult().facts());
    }

    /** @param remembered the record as it was claimed; {@code null} when it is read */
    Facts end(int worker, int call, Command.Ending ending, Id id, @Nullable ModelRecord remembered) {
        Id write = rules.store.newId("write");
        ModelRecord first = first(call, remembered, "end");
        return rules.store.run(worker, call, first, Long.MAX_VALUE, (found, maybe) -> {
            ModelRecord current = found != null ? found : rules.require(call);
            Delivery delivery = current.delivery;
            boolean mine =
                    delivery != null && (delivery.id().equals(id) || rules.breaks(BrokenRule.DELIVERY_WITHOUT_FENCE));
            if (delivery == null || !mine || current.status != Status.DELIVERING) {
                boolean done = mine && delivery != null && says(current, delivery, ending);
                // Once it was given back, anything may have followed.
                boolean overtaken = maybe && ending == Command.Ending.RELEASE;
                rules.hitIf(maybe, "lost " + ending + " of a delivery: overtaken");
                return Step.answer(new Facts(done || overtaken ? "DONE" : "STALE"));
            }
            long now = rules.clock.now(worker);
            ModelRecord next = current.next(write, now);
            next.status = ending == Command.Ending.RELEASE ? Status.COMPLETED : Status.DELIVERED;
            next.delivery = delivery.ended(
                    ending == Command.Ending.RELEASE ? null : now,
                    ending == Command.Ending.UNDELIVERABLE ? REFUSAL : null,
                    null);
            return Step.write(new Request(call, current.writeId, next), stored -> new Facts("DONE"));
        });
    }

    /** Whether a record that is not being delivered says that this delivery ended so. */
    private static boolean says(ModelRecord record, Delivery delivery, Command.Ending ending) {
        return switch (ending) {
            case COMPLETE -> record.status == Status.DELIVERED && delivery.undeliverable() == null;
            case UNDELIVERABLE -> record.status == Status.DELIVERED && delivery.undeliverable() != null;
            case RELEASE -> record.status == Status.COMPLETED;
        };
    }

    Facts settle(int worker, int call, Evidence evidence) {
        Id write = rules.store.newId("write");
        ModelRecord first = rules.require(call);
        return rules.store.run(worker, call, first, Long.MAX_VALUE, (found, maybe) -> {
            ModelRecord current = found != null ? found : rules.require(call);
            Delivery delivery = current.delivery;
            boolean same =
                    delivery != null && first.delivery != null && delivery.id().equals(first.delivery.id());
            if (delivery == null || !same || current.status != Status.DELIVERING) {
                boolean again = same && saysAlready(current, delivery, evidence);
                boolean done = again || (maybe && mayHaveSettled(current, same, evidence));
                rules.hitIf(again && !maybe, "settle delivery: again");
                rules.hitIf(maybe, "lost delivery settlement: " + (done ? "overtaken" : "never made"));
                return Step.answer(new Facts(done ? "DONE" : "STALE"));
            }
            long now = rules.clock.now(worker);
            long end = delivery.leaseUntil() + ModelClock.MARGIN;
            if (!evidence.happened()) {
                rules.hitIf(now == end, "boundary: absent delivery at lease + margin");
                rules.hitIf(now == end - 1, "boundary: absent delivery 1 ms before lease + margin");
            }
            if (!evidence.happened() && now < end && !rules.breaks(BrokenRule.ABSENT_AT_ONCE)) {
                throw new ModelStore.Failure("INVALID_TRANSITION", null);
            }
            ModelRecord next = current.next(write, now);
            next.status = evidence.happened() ? Status.DELIVERED : Status.COMPLETED;
            next.delivery = delivery.ended(evidence.happened() ? now : null, null, evidence);
            return Step.write(new Request(call, current.writeId, next), stored -> new Facts("DONE"));
        });
    }

    /** Whether the delivery was settled before, to the same effect. */
    private static boolean saysAlready(ModelRecord current, @Nullable Delivery delivery, Evidence evidence) {
        Evidence earlier = delivery == null ? null : delivery.settlement();
        return current.status != Status.DELIVERING && earlier != null && earlier.happened() == evidence.happened();
    }

    /** Whether the record could have come out of this evidence; DELIVERED is the end, and only a claim makes a new id. */
    private static boolean mayHaveSettled(ModelRecord current, boolean sameDelivery, Evidence evidence) {
        boolean settled = evidence.equals(current.theDelivery().settlement());
        return evidence.happened() ? sameDelivery && settled : !sameDelivery || settled;
    }
}

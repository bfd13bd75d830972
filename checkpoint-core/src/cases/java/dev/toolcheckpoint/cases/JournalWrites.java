package dev.toolcheckpoint.cases;

import static dev.toolcheckpoint.fixture.Workers.ABSENT;
import static dev.toolcheckpoint.fixture.Workers.HAPPENED;
import static dev.toolcheckpoint.fixture.Workers.IDEMPOTENT;
import static dev.toolcheckpoint.fixture.Workers.KEY;
import static dev.toolcheckpoint.fixture.Workers.LEASE;
import static dev.toolcheckpoint.fixture.Workers.MANUAL;

import dev.toolcheckpoint.fixture.Workers;
import dev.toolcheckpoint.journal.Abandon;
import dev.toolcheckpoint.journal.Begin;
import dev.toolcheckpoint.journal.ClaimDelivery;
import dev.toolcheckpoint.journal.Complete;
import dev.toolcheckpoint.journal.Deliverable;
import dev.toolcheckpoint.journal.DeliveryEnd;
import dev.toolcheckpoint.journal.DeliveryLease;
import dev.toolcheckpoint.journal.Forget;
import dev.toolcheckpoint.journal.Intent;
import dev.toolcheckpoint.journal.Lease;
import dev.toolcheckpoint.journal.Mark;
import dev.toolcheckpoint.journal.Renew;
import dev.toolcheckpoint.journal.Settle;
import dev.toolcheckpoint.protocol.Status;
import dev.toolcheckpoint.protocol.Uncertainty;
import dev.toolcheckpoint.testing.Operation;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Every operation of a journal that writes, in every form it is called in. {@link R01OwnWriteCases} checks that none is missing. */
public final class JournalWrites {

    private JournalWrites() {}

    /**
     * An operation whose one write is disturbed.
     *
     * @param name what it is
     * @param operation how it reaches the store
     * @param after the record's status when it is done
     * @param answer what it answers, or of which kind
     * @param given the record it starts from
     * @param scenario what is done
     */
    public record Write(
            String name, Operation operation, Status after, Object answer, Consumer<Workers> given, Scenario scenario) {

        @Override
        public String toString() {
            return name;
        }
    }

    /** What is done; the supplier is run with the fault in place. */
    public interface Scenario {
        /** Makes what is done ready. */
        Supplier<Object> in(Workers world);
    }

    private static Supplier<Object> begin(Workers world, Intent intent) {
        return () -> world.journal.begin(intent, LEASE).getClass();
    }

    private static String deliveryId(Workers world) {
        return world.record().requireDelivery().deliveryId();
    }

    /** What a replay hands out. */
    private static Deliverable deliverable(Workers world) {
        return ((Begin.Replay) world.journal.begin(MANUAL, LEASE)).deliverable();
    }

    private static DeliveryLease delivering(Workers world) {
        return ((ClaimDelivery.Claimed) world.journal.claimDelivery(KEY, LEASE, true)).lease();
    }

    private static Lease held(Workers world) {
        return world.held();
    }

    /** Every operation of a journal that writes, in every form it is called in. */
    public static List<Write> all() {
        Consumer<Workers> nothing = world -> {};
        Consumer<Workers> ready = world -> world.given(Status.READY, MANUAL);
        Consumer<Workers> manual = world -> world.given(Status.EXECUTING, MANUAL);
        Consumer<Workers> idempotent = world -> world.given(Status.EXECUTING, IDEMPOTENT);
        Consumer<Workers> uncertain = world -> world.given(Status.UNCERTAIN, MANUAL);
        Consumer<Workers> completed = world -> world.given(Status.COMPLETED, MANUAL);
        Consumer<Workers> delivering = world -> world.given(Status.DELIVERING, MANUAL);
        return List.of(
                new Write(
                        "create",
                        Operation.CREATE,
                        Status.EXECUTING,
                        Begin.Acquired.class,
                        nothing,
                        world -> begin(world, MANUAL)),
                new Write(
                        "claim",
                        Operation.SWAP,
                        Status.EXECUTING,
                        Begin.Acquired.class,
                        ready,
                        world -> begin(world, MANUAL)),
                new Write("reclaim", Operation.SWAP, Status.EXECUTING, Begin.Acquired.class, idempotent, world -> {
                    world.passLease();
                    return begin(world, IDEMPOTENT);
                }),
                new Write("expire", Operation.SWAP, Status.UNCERTAIN, Begin.Uncertain.class, manual, world -> {
                    world.passLease();
                    return begin(world, MANUAL);
                }),
                new Write(
                        "complete",
                        Operation.SWAP,
                        Status.COMPLETED,
                        Complete.Completed.class,
                        manual,
                        world -> () -> world.journal
                                .complete(held(world), world.receipt)
                                .getClass()),
                new Write(
                        "begin in time",
                        Operation.CREATE,
                        Status.EXECUTING,
                        Begin.Acquired.class,
                        nothing,
                        world -> () -> world.journal
                                .begin(MANUAL, LEASE, world.now().plusSeconds(20))
                                .getClass()),
                new Write(
                        "complete in time",
                        Operation.SWAP,
                        Status.COMPLETED,
                        Complete.Completed.class,
                        manual,
                        world -> () -> world.journal
                                .complete(
                                        held(world), world.receipt, world.now().plusSeconds(20))
                                .getClass()),
                new Write("expire by a sweeper", Operation.SWAP, Status.UNCERTAIN, new Mark.Marked(), manual, world -> {
                    world.passLease();
                    return () -> world.journal.expire(KEY);
                }),
                new Write(
                        "expire by an operator",
                        Operation.SWAP,
                        Status.UNCERTAIN,
                        new Mark.Marked(),
                        idempotent,
                        world -> {
                            world.passLease();
                            return () -> world.journal.expire(KEY, "gone", "ops");
                        }),
                new Write(
                        "settle the call",
                        Operation.SWAP,
                        Status.COMPLETED,
                        Settle.Settled.class,
                        uncertain,
                        world -> () -> world.journal
                                .settle(MANUAL, HAPPENED, world.receipt, Duration.ZERO)
                                .getClass()),
                new Write(
                        "renew",
                        Operation.SWAP,
                        Status.EXECUTING,
                        Renew.Renewed.class,
                        manual,
                        world -> () -> world.journal
                                .renew(held(world), LEASE.plusSeconds(9))
                                .getClass()),
                new Write(
                        "abandon",
                        Operation.SWAP,
                        Status.EXECUTING,
                        Abandon.Abandoned.class,
                        idempotent,
                        world -> () -> world.journal.abandon(held(world)).getClass()),
                new Write(
                        "mark",
                        Operation.SWAP,
                        Status.UNCERTAIN,
                        new Mark.Marked(),
                        manual,
                        world -> () ->
                                world.journal.markUncertain(held(world), Uncertainty.Code.AMBIGUOUS_FAILURE, "reset")),
                new Write(
                        "abandon in time",
                        Operation.SWAP,
                        Status.EXECUTING,
                        Abandon.Abandoned.class,
                        idempotent,
                        world -> () -> world.journal
                                .abandon(held(world), world.now().plusSeconds(20))
                                .getClass()),
                new Write(
                        "mark in time",
                        Operation.SWAP,
                        Status.UNCERTAIN,
                        new Mark.Marked(),
                        manual,
                        world -> () -> world.journal.markUncertain(
                                held(world),
                                Uncertainty.Code.AMBIGUOUS_FAILURE,
                                "reset",
                                world.now().plusSeconds(20))),
                new Write(
                        "mark by operator",
                        Operation.SWAP,
                        Status.UNCERTAIN,
                        new Mark.Marked(),
                        manual,
                        world -> () -> world.journal.markUncertain(KEY, "gone", "ops")),
                new Write(
                        "settle",
                        Operation.SWAP,
                        Status.COMPLETED,
                        Settle.Settled.class,
                        uncertain,
                        world -> () -> world.journal
                                .settle(KEY, HAPPENED, world.receipt, Duration.ZERO)
                                .getClass()),
                new Write(
                        "forget",
                        Operation.SWAP,
                        Status.COMPLETED,
                        Forget.FORGOTTEN,
                        completed,
                        world -> () -> world.journal.forget(KEY)),
                new Write(
                        "claim delivery",
                        Operation.SWAP,
                        Status.DELIVERING,
                        ClaimDelivery.Claimed.class,
                        completed,
                        world -> () ->
                                world.journal.claimDelivery(KEY, LEASE, true).getClass()),
                new Write(
                        "claim delivery of a replay",
                        Operation.SWAP,
                        Status.DELIVERING,
                        ClaimDelivery.Claimed.class,
                        completed,
                        world -> {
                            Deliverable deliverable = deliverable(world);
                            return () -> world.journal
                                    .claimDelivery(deliverable, LEASE, true)
                                    .getClass();
                        }),
                new Write(
                        "complete the held delivery",
                        Operation.SWAP,
                        Status.DELIVERED,
                        DeliveryEnd.DONE,
                        completed,
                        world -> {
                            DeliveryLease lease = delivering(world);
                            return () -> world.journal.completeDelivery(lease);
                        }),
                new Write(
                        "held undeliverable", Operation.SWAP, Status.DELIVERED, DeliveryEnd.DONE, completed, world -> {
                            DeliveryLease lease = delivering(world);
                            return () -> world.journal.markUndeliverable(lease, "refused");
                        }),
                new Write(
                        "release the held delivery",
                        Operation.SWAP,
                        Status.COMPLETED,
                        DeliveryEnd.DONE,
                        completed,
                        world -> {
                            DeliveryLease lease = delivering(world);
                            return () -> world.journal.releaseDelivery(lease);
                        }),
                new Write(
                        "complete delivery",
                        Operation.SWAP,
                        Status.DELIVERED,
                        DeliveryEnd.DONE,
                        delivering,
                        world -> () -> world.journal.completeDelivery(KEY, deliveryId(world))),
                new Write(
                        "undeliverable",
                        Operation.SWAP,
                        Status.DELIVERED,
                        DeliveryEnd.DONE,
                        delivering,
                        world -> () -> world.journal.markUndeliverable(KEY, deliveryId(world), "refused")),
                new Write(
                        "release",
                        Operation.SWAP,
                        Status.COMPLETED,
                        DeliveryEnd.DONE,
                        delivering,
                        world -> () -> world.journal.releaseDelivery(KEY, deliveryId(world))),
                new Write("settle delivery", Operation.SWAP, Status.COMPLETED, DeliveryEnd.DONE, delivering, world -> {
                    world.passLease();
                    return () -> world.journal.settleDelivery(KEY, ABSENT);
                }));
    }
}

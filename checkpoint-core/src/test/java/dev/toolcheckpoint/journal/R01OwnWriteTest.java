package dev.toolcheckpoint.journal;

import static dev.toolcheckpoint.fixture.World.ABSENT;
import static dev.toolcheckpoint.fixture.World.HAPPENED;
import static dev.toolcheckpoint.fixture.World.IDEMPOTENT;
import static dev.toolcheckpoint.fixture.World.KEY;
import static dev.toolcheckpoint.fixture.World.LEASE;
import static dev.toolcheckpoint.fixture.World.MANUAL;
import static dev.toolcheckpoint.fixture.World.RECEIPT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.toolcheckpoint.fixture.World;
import dev.toolcheckpoint.protocol.Checkpoint;
import dev.toolcheckpoint.protocol.Status;
import dev.toolcheckpoint.protocol.Transition;
import dev.toolcheckpoint.protocol.Uncertainty;
import dev.toolcheckpoint.testing.Fault;
import dev.toolcheckpoint.testing.Operation;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * R01: the own successful write reported as a lost race. Every write of the journal is tried with a lost answer, a lost
 * request, a late packet and a refusal without the record; the caller hears the same, and the record is the same, as
 * without a fault.
 */
class R01OwnWriteTest {

    /** An operation whose one write is disturbed. */
    private record Write(
            String name, Operation operation, Status after, Object answer, Consumer<World> given, Scenario scenario) {

        @Override
        public String toString() {
            return name;
        }
    }

    /** What is done; the supplier is run with the fault in place. */
    private interface Scenario {
        Supplier<Object> in(World world);
    }

    private static Supplier<Object> begin(World world, Intent intent) {
        return () -> world.journal.begin(intent, LEASE).getClass();
    }

    private static String deliveryId(World world) {
        return world.record().requireDelivery().deliveryId();
    }

    private static Lease held(World world) {
        return Lease.of(world.record());
    }

    static List<Write> writes() {
        Consumer<World> nothing = world -> {};
        Consumer<World> ready = world -> world.given(Status.READY, MANUAL);
        Consumer<World> manual = world -> world.given(Status.EXECUTING, MANUAL);
        Consumer<World> idempotent = world -> world.given(Status.EXECUTING, IDEMPOTENT);
        Consumer<World> uncertain = world -> world.given(Status.UNCERTAIN, MANUAL);
        Consumer<World> completed = world -> world.given(Status.COMPLETED, MANUAL);
        Consumer<World> delivering = world -> world.given(Status.DELIVERING, MANUAL);
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
                        world -> () ->
                                world.journal.complete(held(world), RECEIPT).getClass()),
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
                                .settle(KEY, HAPPENED, RECEIPT, Duration.ZERO)
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

    private static World run(Write write, Fault... faults) {
        World world = new World();
        write.given().accept(world);
        Supplier<Object> operation = write.scenario().in(world);
        boolean triesToCreate =
                write.operation() == Operation.SWAP && write.answer().toString().contains("Begin");
        world.sent.transitions().clear();
        world.sent.payloads().clear();
        world.faults.next(write.operation(), faults);

        assertThat(operation.get()).as(write.name()).isEqualTo(write.answer());

        world.faults.assertAllFaultsMet();
        assertThat(world.record().status()).isEqualTo(write.after());
        List<Transition> sent = world.sent.transitions();
        List<Transition> disturbed = triesToCreate ? sent.subList(1, sent.size()) : sent;
        assertThat(disturbed)
                .as("every repeat sends the very same")
                .allSatisfy(transition -> assertThat(transition).isSameAs(disturbed.get(0)));
        assertThat(world.sent.payloads().stream().skip(triesToCreate ? 1 : 0))
                .allSatisfy(payload ->
                        assertThat(payload).isSameAs(world.sent.payloads().get(triesToCreate ? 1 : 0)));
        return world;
    }

    static Stream<Write> everyWrite() {
        return writes().stream();
    }

    @ParameterizedTest
    @MethodSource("everyWrite")
    void write_whoseAnswerIsLost_isOurs(Write write) {
        World undisturbed = run(write);
        World world = run(write, Fault.loseAnswer());

        assertThat(world.record()).isEqualTo(undisturbed.record());
        assertThat(world.events(CheckpointEvent.WriteRepeated.class))
                .containsExactly(new CheckpointEvent.WriteRepeated(KEY, 1, true));
        assertThat(world.eventTypes().stream().filter(type -> !type.equals("WriteRepeated")))
                .as("nothing is told twice")
                .containsExactlyElementsOf(undisturbed.eventTypes());
    }

    @ParameterizedTest
    @MethodSource("everyWrite")
    void write_whoseRequestsAndAnswersAreLost_isOurs(Write write) {
        run(write, Fault.dropRequest(), Fault.loseAnswer(), Fault.loseAnswer(), Fault.unavailable());
    }

    @ParameterizedTest
    @MethodSource("everyWrite")
    void write_whosePacketComesLate_changesNothingMore(Write write) {
        World world = run(write, Fault.hold());
        Checkpoint stored = world.record();

        assertThat(world.faults.releaseAll()).isEqualTo(1);

        assertThat(world.record()).isEqualTo(stored);
    }

    @ParameterizedTest
    @MethodSource("everyWrite")
    void write_whoseLatePacketIsFirst_isOurs(Write write) {
        World world = new World();
        write.given().accept(world);
        Supplier<Object> operation = write.scenario().in(world);
        world.faults.next(write.operation(), Fault.hold(), Fault.none().before(world.faults::releaseAll));

        assertThat(operation.get()).isEqualTo(write.answer());
        assertThat(world.record().status()).isEqualTo(write.after());
    }

    @ParameterizedTest
    @MethodSource("everyWrite")
    void write_refusedWithoutTheRecord_readsItAndIsOurs(Write write) {
        World world = run(write, Fault.loseAnswer(), Fault.withholdRecord());

        assertThat(world.faults.calls(Operation.FIND)).isNotEmpty();
    }
}

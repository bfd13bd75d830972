package dev.toolcheckpoint.journal;

import static dev.toolcheckpoint.fixture.World.ABSENT;
import static dev.toolcheckpoint.fixture.World.BINDING;
import static dev.toolcheckpoint.fixture.World.HAPPENED;
import static dev.toolcheckpoint.fixture.World.IDEMPOTENT;
import static dev.toolcheckpoint.fixture.World.KEY;
import static dev.toolcheckpoint.fixture.World.LEASE;
import static dev.toolcheckpoint.fixture.World.MANUAL;
import static dev.toolcheckpoint.fixture.World.OTHER_RECEIPT;
import static dev.toolcheckpoint.fixture.World.RECEIPT;
import static dev.toolcheckpoint.fixture.World.WINDOW;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolcheckpoint.fixture.World;
import dev.toolcheckpoint.protocol.CompletionUnconfirmedException;
import dev.toolcheckpoint.protocol.ProtocolException;
import dev.toolcheckpoint.protocol.Receipt;
import dev.toolcheckpoint.protocol.Recovery;
import dev.toolcheckpoint.protocol.Status;
import dev.toolcheckpoint.testing.Fault;
import dev.toolcheckpoint.testing.Operation;
import dev.toolcheckpoint.tool.TimeBudget;
import dev.toolcheckpoint.tool.Tool;
import dev.toolcheckpoint.tool.ToolCall;
import dev.toolcheckpoint.tool.ToolRunner;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The listener: it hears everything, and nothing it does decides a call. */
class EventsTest {

    /** How each event comes about. A new type of event without a line here fails the test below. */
    private static final Map<Class<? extends CheckpointEvent>, Consumer<World>> CAUSES = causes();

    private static Map<Class<? extends CheckpointEvent>, Consumer<World>> causes() {
        Map<Class<? extends CheckpointEvent>, Consumer<World>> causes =
                new TreeMap<>((one, two) -> one.getName().compareTo(two.getName()));
        causes.put(CheckpointEvent.Acquired.class, world -> world.acquire(MANUAL));
        causes.put(CheckpointEvent.Replayed.class, world -> begin(world, Status.COMPLETED, MANUAL));
        causes.put(CheckpointEvent.Busy.class, world -> begin(world, Status.EXECUTING, MANUAL));
        causes.put(CheckpointEvent.Conflicted.class, world -> begin(world, Status.COMPLETED, IDEMPOTENT));
        causes.put(CheckpointEvent.StillUncertain.class, world -> begin(world, Status.UNCERTAIN, MANUAL));
        causes.put(CheckpointEvent.Unprepared.class, world -> {
            world.given(Status.COMPLETED, MANUAL);
            world.faults.next(Operation.PREPARE, Fault.unavailable());
            world.journal.begin(MANUAL, LEASE);
        });
        causes.put(CheckpointEvent.BecameUncertain.class, world -> {
            world.acquire(MANUAL);
            world.journal.markUncertain(KEY, "gone", "ops");
        });
        causes.put(CheckpointEvent.Completed.class, world -> world.journal.complete(world.acquire(MANUAL), RECEIPT));
        causes.put(CheckpointEvent.ReceiptRefused.class, world -> {
            Lease lease = world.acquire(MANUAL);
            world.journal.complete(lease, RECEIPT);
            world.journal.complete(lease, OTHER_RECEIPT);
        });
        causes.put(CheckpointEvent.CompletionUnconfirmed.class, world -> {
            Lease lease = world.acquire(MANUAL);
            world.faults.always(Operation.SWAP, Fault.dropRequest());
            assertThatThrownBy(() -> world.journal.complete(lease, RECEIPT))
                    .isInstanceOf(CompletionUnconfirmedException.class);
        });
        causes.put(CheckpointEvent.Renewed.class, world -> world.journal.renew(world.acquire(MANUAL), LEASE));
        causes.put(CheckpointEvent.LeaseLost.class, world -> {
            Lease lease = world.acquire(MANUAL);
            world.passLease();
            world.journal.renew(lease, LEASE);
        });
        causes.put(CheckpointEvent.Abandoned.class, world -> world.journal.abandon(world.acquire(IDEMPOTENT)));
        causes.put(CheckpointEvent.Settled.class, world -> {
            world.given(Status.UNCERTAIN, MANUAL);
            world.journal.settle(KEY, HAPPENED, RECEIPT, Duration.ZERO);
        });
        causes.put(CheckpointEvent.DeliveryClaimed.class, world -> claimDelivery(world));
        causes.put(
                CheckpointEvent.DeliveryReleased.class,
                world -> world.journal.releaseDelivery(KEY, claimDelivery(world)));
        causes.put(CheckpointEvent.Delivered.class, world -> world.journal.completeDelivery(KEY, claimDelivery(world)));
        causes.put(
                CheckpointEvent.Undeliverable.class,
                world -> world.journal.markUndeliverable(KEY, claimDelivery(world), "400"));
        causes.put(CheckpointEvent.DeliveryInDoubt.class, world -> {
            world.given(Status.DELIVERING, MANUAL);
            world.passLease();
            world.journal.claimDelivery(KEY, LEASE, true);
        });
        causes.put(CheckpointEvent.DeliverySettled.class, world -> {
            world.given(Status.DELIVERING, MANUAL);
            world.passLease();
            world.journal.settleDelivery(KEY, ABSENT);
        });
        causes.put(CheckpointEvent.PayloadForgotten.class, world -> {
            world.given(Status.COMPLETED, MANUAL);
            world.journal.forget(KEY);
        });
        causes.put(CheckpointEvent.RecordInvalid.class, world -> {
            world.faults.next(Operation.FIND, Fault.failWith(() -> ProtocolException.invalidCheckpoint("broken")));
            assertThatThrownBy(() -> world.journal.inspect(KEY)).isInstanceOf(ProtocolException.class);
        });
        causes.put(CheckpointEvent.WriteRepeated.class, world -> {
            world.faults.next(Operation.CREATE, Fault.loseAnswer());
            world.acquire(MANUAL);
        });
        causes.put(CheckpointEvent.OwnWriteRecognised.class, world -> {
            Lease lease = world.acquire(MANUAL);
            world.faults.next(
                    Operation.SWAP, Fault.loseAnswer().after(() -> world.other.claimDelivery(KEY, LEASE, true)));
            world.journal.complete(lease, RECEIPT);
        });
        causes.put(CheckpointEvent.ToolStarted.class, world -> run(world, TimeBudget.DEFAULT));
        causes.put(CheckpointEvent.ToolEnded.class, world -> run(world, TimeBudget.DEFAULT));
        causes.put(
                CheckpointEvent.ToolNotStarted.class,
                world -> run(world, TimeBudget.killedAfter(Duration.ZERO, Duration.ofSeconds(2))));
        return causes;
    }

    private static void begin(World world, Status status, Intent given) {
        world.given(status, given);
        world.journal.begin(MANUAL, LEASE);
    }

    private static String claimDelivery(World world) {
        world.given(Status.COMPLETED, MANUAL);
        world.journal.claimDelivery(KEY, LEASE, true);
        return world.record().requireDelivery().deliveryId();
    }

    private static void run(World world, TimeBudget time) {
        Tool<JsonNode, String> tool = Tool.named("send-mail", JsonNode.class).handler((input, context) -> "sent");
        ToolRunner.over(world.journal).run(tool, ToolCall.of("tenant", "call-1", TextNode.valueOf("hi")), time);
    }

    static Stream<Class<?>> everyTypeOfEvent() {
        return Arrays.stream(CheckpointEvent.class.getPermittedSubclasses());
    }

    @ParameterizedTest
    @MethodSource("everyTypeOfEvent")
    void listener_ofEveryTypeOfEvent_hearsIt(Class<? extends CheckpointEvent> type) {
        assertThat(CAUSES).as("a line that makes it happen").containsKey(type);
        Consumer<World> cause = Objects.requireNonNull(CAUSES.get(type));
        World world = new World();

        cause.accept(world);

        assertThat(world.events(type)).hasSize(1).allSatisfy(event -> {
            assertThat(event.key().namespace()).isEqualTo("tenant");
            assertThat(event.toString()).doesNotContain("\"sent\"");
        });
    }

    static Stream<Throwable> whateverAListenerThrows() {
        return Stream.of(
                new IllegalStateException("listener"),
                new AssertionError("listener"),
                new NoClassDefFoundError("listener"),
                new StackOverflowError("listener"),
                new InternalError("listener"),
                new Exception("a checked one, unseen by the compiler"));
    }

    @ParameterizedTest
    @MethodSource("whateverAListenerThrows")
    void listener_thatThrows_breaksNoCall(Throwable failure) {
        World world = new World();
        List<CheckpointEvent> heard = new ArrayList<>();
        Journal journal =
                world.worker(builder -> builder.listener(CheckpointListener.all(event -> sneak(failure), heard::add)));
        Journal alone = world.worker(builder -> builder.listener(event -> sneak(failure)));

        assertThatCode(() -> {
                    Lease lease = World.acquire(journal, MANUAL);
                    assertThat(alone.complete(lease, RECEIPT)).isInstanceOf(Complete.Completed.class);
                })
                .doesNotThrowAnyException();

        assertThat(heard).as("the next one hears it all the same").hasSize(1);
        journal.listener().on(new CheckpointEvent.PayloadForgotten(KEY));
        assertThat(heard).hasSize(2);
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <T extends Throwable> void sneak(Throwable failure) throws T {
        throw (T) failure;
    }

    @Test
    void listeners_areToldInOrder() {
        List<String> order = new ArrayList<>();
        CheckpointListener all = CheckpointListener.all(event -> order.add("first"), event -> order.add("second"));

        all.on(new CheckpointEvent.PayloadForgotten(KEY));

        assertThat(order).containsExactly("first", "second");
    }

    @Test
    void listener_unlessSet_hearsNothing() {
        World world = new World();
        CheckpointListener.none().on(new CheckpointEvent.PayloadForgotten(KEY));
        assertThat(World.acquire(
                        Journal.builder(world.memory).clock(world.clock).build(), MANUAL))
                .isNotNull();
    }

    @Test
    void events_withAReceipt_hideItsBytes() {
        Receipt secret = Receipt.successJson("\"hunter2\"");
        for (CheckpointEvent event : List.<CheckpointEvent>of(
                new CheckpointEvent.ReceiptRefused(
                        KEY, World.acquire(new World().other, MANUAL).fence(), secret, null),
                new CheckpointEvent.CompletionUnconfirmed(
                        KEY, World.acquire(new World().other, MANUAL).fence(), secret))) {
            assertThat(event.toString()).contains("9 bytes").doesNotContain("hunter2");
        }
    }

    @Test
    void begin_thatCannotClaimAnyMore_tellsOnlyThatItBecameUncertain() {
        World world = new World();
        Intent once = Intent.of(BINDING, Recovery.idempotent(WINDOW).maxAttempts(1));
        World.acquire(world.other, once);
        world.passLease();

        world.journal.begin(once, LEASE);
        world.journal.begin(once, LEASE);

        assertThat(world.eventTypes()).containsExactly("BecameUncertain", "StillUncertain");
    }
}

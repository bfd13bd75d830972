package dev.toolcheckpoint.delivery;

import static dev.toolcheckpoint.fixture.World.HAPPENED;
import static dev.toolcheckpoint.fixture.World.KEY;
import static dev.toolcheckpoint.fixture.World.LEASE;
import static dev.toolcheckpoint.fixture.World.MANUAL;
import static dev.toolcheckpoint.fixture.World.MARGIN;
import static dev.toolcheckpoint.fixture.World.MILLI;
import static dev.toolcheckpoint.fixture.World.RECEIPT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.toolcheckpoint.fixture.World;
import dev.toolcheckpoint.journal.CheckpointEvent;
import dev.toolcheckpoint.protocol.Payload;
import dev.toolcheckpoint.protocol.ProtocolException;
import dev.toolcheckpoint.protocol.RecordMissingException;
import dev.toolcheckpoint.protocol.Status;
import dev.toolcheckpoint.testing.Fault;
import dev.toolcheckpoint.testing.Operation;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** R21: the delivery of a result fails. The tool ran once in all of these; only who sends what, and how it ends, differs. */
class R21DeliveryTest {

    private static final Deliverer.Result ARRIVED = new Deliverer.Result.Arrived();
    private static final Deliverer.Result NOT_ARRIVED = new Deliverer.Result.NotArrived("503");

    private final World world = new World();
    private final List<Deliverer.Request> requests = new ArrayList<>();
    private final Deque<Deliverer.Result> script = new ArrayDeque<>();

    /** Answers as its script says. */
    private Deliverer deliverer(boolean idempotent) {
        return new Deliverer() {
            @Override
            public boolean idempotent() {
                return idempotent;
            }

            @Override
            public Result deliver(Request request) {
                requests.add(request);
                return script.removeFirst();
            }
        };
    }

    private static Deliverer throwing(Exception failure) {
        return new Deliverer() {
            @Override
            public boolean idempotent() {
                return false;
            }

            @Override
            public Result deliver(Request request) throws Exception {
                throw failure;
            }
        };
    }

    private DeliveryRunner runner(Deliverer deliverer) {
        return DeliveryRunner.builder(world.journal, deliverer)
                .lease(LEASE)
                .pause(world.clock::advance)
                .build();
    }

    private DeliveryOutcome deliver(boolean idempotent, Deliverer.Result... results) {
        script.addAll(List.of(results));
        return runner(deliverer(idempotent)).deliver(KEY);
    }

    // Arrived

    @Test
    void deliver_anOutcome_sendsItsBytesUnderTheKeyOnce() {
        world.given(Status.COMPLETED, MANUAL);

        assertThat(deliver(false, ARRIVED)).isEqualTo(new DeliveryOutcome.Delivered());
        assertThat(deliver(false)).isEqualTo(new DeliveryOutcome.Delivered());

        assertThat(requests).singleElement().satisfies(request -> {
            assertThat(request.key()).isEqualTo(KEY);
            assertThat(request.idempotencyKey()).isEqualTo(KEY.id());
            assertThat(request.attempt()).isEqualTo(1);
            assertThat(request.outcome().payload()).isEqualTo(Payload.Inline.of(RECEIPT.bytes()));
        });
        assertThat(world.record().status()).isEqualTo(Status.DELIVERED);
    }

    // (a) a reset after accept

    @Test
    void r21a_anUnknownResult_isNeverSentAgainByADelivererThatIsNotIdempotent() {
        world.given(Status.COMPLETED, MANUAL);

        assertThat(deliver(false, new Deliverer.Result.Unknown("reset")))
                .isEqualTo(new DeliveryOutcome.InDoubt(world.now()));
        assertThat(deliver(false))
                .isEqualTo(new DeliveryOutcome.InProgress(world.now().plus(LEASE)));
        world.clock.advance(Duration.ofDays(1));
        assertThat(deliver(false)).isInstanceOf(DeliveryOutcome.InDoubt.class);
        assertThat(requests).hasSize(1);

        world.journal.settleDelivery(KEY, HAPPENED);
        assertThat(deliver(false)).isEqualTo(new DeliveryOutcome.Delivered());
    }

    @Test
    void r21a_anUnknownResult_isSentAgainByAnIdempotentDelivererOnceTheLeaseIsOver() {
        world.given(Status.COMPLETED, MANUAL);
        deliver(true, new Deliverer.Result.Unknown("reset"));
        world.clock.advance(LEASE.plus(MARGIN).minus(MILLI));
        assertThat(deliver(true)).isInstanceOf(DeliveryOutcome.InProgress.class);
        world.clock.advance(MILLI);

        assertThat(deliver(true, ARRIVED)).isEqualTo(new DeliveryOutcome.Delivered());
        assertThat(requests).extracting(Deliverer.Request::attempt).containsExactly(1L, 2L);
        assertThat(requests).extracting(Deliverer.Request::idempotencyKey).containsOnly(KEY.id());
        assertThat(requests.get(1).outcome()).isEqualTo(requests.get(0).outcome());
    }

    @Test
    void r21a_anException_isAnUnknownResult() {
        world.given(Status.COMPLETED, MANUAL);

        assertThat(runner(throwing(new IOException("reset"))).deliver(KEY)).isInstanceOf(DeliveryOutcome.InDoubt.class);
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
        assertThat(world.record().status()).isEqualTo(Status.DELIVERING);
    }

    @Test
    void r21a_anInterruption_isAnUnknownResultAndKeepsTheFlag() {
        world.given(Status.COMPLETED, MANUAL);

        assertThat(runner(throwing(new InterruptedException())).deliver(KEY))
                .isInstanceOf(DeliveryOutcome.InDoubt.class);
        assertThat(Thread.interrupted()).isTrue();
    }

    // (b) 3 × 503

    @Test
    void r21b_knownFailures_areRepeatedABoundedNumberOfTimesWithTheSameBytes() {
        world.given(Status.COMPLETED, MANUAL);
        var started = world.now();

        assertThat(deliver(false, NOT_ARRIVED, NOT_ARRIVED, NOT_ARRIVED))
                .isEqualTo(new DeliveryOutcome.NotDelivered("503"));

        assertThat(requests).extracting(Deliverer.Request::attempt).containsExactly(1L, 2L, 3L);
        assertThat(requests)
                .extracting(request -> request.outcome().payload())
                .containsOnly(Payload.Inline.of(RECEIPT.bytes()));
        assertThat(Duration.between(started, world.now())).as("200 ms, 400 ms").isEqualTo(Duration.ofMillis(600));
        assertThat(world.record().status()).as("waits to be delivered again").isEqualTo(Status.COMPLETED);
        assertThat(world.events(CheckpointEvent.DeliveryReleased.class)).hasSize(3);
    }

    @Test
    void r21b_aFailureAndThenASuccess_isDelivered() {
        world.given(Status.COMPLETED, MANUAL);

        assertThat(deliver(false, NOT_ARRIVED, ARRIVED)).isEqualTo(new DeliveryOutcome.Delivered());
    }

    @Test
    void deliver_interruptedBetweenTwoAttempts_stopsAndKeepsTheFlag() {
        world.given(Status.COMPLETED, MANUAL);
        script.add(NOT_ARRIVED);
        DeliveryRunner interrupted = DeliveryRunner.builder(world.journal, deliverer(false))
                .pause(time -> {
                    throw new InterruptedException();
                })
                .build();

        assertThat(interrupted.deliver(KEY)).isEqualTo(new DeliveryOutcome.NotDelivered("503"));
        assertThat(Thread.interrupted()).isTrue();
        assertThat(requests).hasSize(1);
    }

    // (c) 400 for ever, (f) the session is gone

    @Test
    void r21c_aPermanentRefusal_endsTheLoopAndIsCounted() {
        world.given(Status.COMPLETED, MANUAL);

        assertThat(deliver(true, new Deliverer.Result.Refused("400 no such session")))
                .isEqualTo(new DeliveryOutcome.Undeliverable("400 no such session"));
        assertThat(deliver(true)).isEqualTo(new DeliveryOutcome.Undeliverable("400 no such session"));

        assertThat(requests).hasSize(1);
        assertThat(world.record().status()).isEqualTo(Status.DELIVERED);
        assertThat(world.events(CheckpointEvent.Undeliverable.class)).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 2_000, 2_001, 100_000})
    void r21c_aRefusalOfAnyLength_endsTheLoop(int length) {
        world.given(Status.COMPLETED, MANUAL);

        assertThat(deliver(true, new Deliverer.Result.Refused("x".repeat(length))))
                .isInstanceOfSatisfying(
                        DeliveryOutcome.Undeliverable.class,
                        ended -> assertThat(ended.reason())
                                .isEqualTo(world.record().requireDelivery().undeliverable()));
    }

    // (d) 409 already settled is the deliverer's Arrived; (e) a worker dies in DELIVERING

    @Test
    void r21e_aWorkerThatDied_isReconciled() {
        world.given(Status.COMPLETED, MANUAL);
        world.other.claimDelivery(KEY, LEASE, true);
        assertThat(deliver(true)).isInstanceOf(DeliveryOutcome.InProgress.class);
        world.passLease();

        assertThat(deliver(true, ARRIVED)).as("409 counts as arrived").isEqualTo(new DeliveryOutcome.Delivered());
        assertThat(requests).extracting(Deliverer.Request::attempt).containsExactly(2L);
    }

    @Test
    void r21e_aWorkerThatDiedAndWasNotIdempotent_isInDoubt() {
        world.given(Status.DELIVERING, MANUAL);
        var claimedAt = world.record().requireDelivery().claimedAt();
        world.passLease();

        assertThat(deliver(true)).isEqualTo(new DeliveryOutcome.InDoubt(claimedAt));
        assertThat(requests).isEmpty();
    }

    // Nothing to send

    @ParameterizedTest
    @EnumSource(
            value = Status.class,
            names = {"READY", "EXECUTING", "UNCERTAIN"})
    void deliver_withoutAnOutcome_isNotCompleted(Status status) {
        world.given(status, MANUAL);

        assertThat(deliver(true)).isEqualTo(new DeliveryOutcome.NotCompleted(status));
    }

    @Test
    void deliver_anUnknownCall_throws() {
        assertThatThrownBy(() -> deliver(true)).isInstanceOf(RecordMissingException.class);
    }

    // Taken over while it was sent

    private Deliverer takenOverWhile(Deliverer.Result result) {
        return new Deliverer() {
            @Override
            public boolean idempotent() {
                return true;
            }

            @Override
            public Result deliver(Request request) {
                requests.add(request);
                world.passLease();
                world.other.claimDelivery(KEY, LEASE, true);
                return result;
            }
        };
    }

    @Test
    void deliver_takenOverAndArrived_isDeliveredForThisCaller() {
        world.given(Status.COMPLETED, MANUAL);

        assertThat(runner(takenOverWhile(ARRIVED)).deliver(KEY)).isEqualTo(new DeliveryOutcome.Delivered());
        assertThat(world.record().status())
                .as("the other one's delivery stays open")
                .isEqualTo(Status.DELIVERING);
    }

    @Test
    void deliver_takenOverAndRefused_isInDoubt() {
        world.given(Status.COMPLETED, MANUAL);
        var claimedAt = world.now();

        assertThat(runner(takenOverWhile(new Deliverer.Result.Refused("400"))).deliver(KEY))
                .isEqualTo(new DeliveryOutcome.InDoubt(claimedAt));
    }

    @Test
    void deliver_takenOverAndNotArrived_stops() {
        world.given(Status.COMPLETED, MANUAL);

        assertThat(runner(takenOverWhile(NOT_ARRIVED)).deliver(KEY)).isEqualTo(new DeliveryOutcome.NotDelivered("503"));
        assertThat(requests).hasSize(1);
    }

    // A slow claim

    @Test
    void deliver_whoseClaimTookLongerThanItsLease_sendsNothing() {
        world.given(Status.COMPLETED, MANUAL);
        world.faults.next(Operation.SWAP, Fault.delayAfter(world.clock, LEASE));

        assertThat(DeliveryRunner.builder(world.journal, deliverer(false))
                        .lease(LEASE)
                        .maxAttempts(1)
                        .build()
                        .deliver(KEY))
                .isInstanceOfSatisfying(
                        DeliveryOutcome.NotDelivered.class,
                        ended -> assertThat(ended.reason()).contains("longer than its lease"));
        assertThat(requests).isEmpty();
        assertThat(world.record().status()).isEqualTo(Status.COMPLETED);
    }

    @Test
    void deliver_whoseClaimTookOneMilliLess_sends() {
        world.given(Status.COMPLETED, MANUAL);
        world.faults.next(Operation.SWAP, Fault.delayAfter(world.clock, LEASE.minus(MILLI)));

        assertThat(deliver(false, ARRIVED)).isEqualTo(new DeliveryOutcome.Delivered());
    }

    // Settings

    @Test
    void settings_outOfRange_areRefused() {
        DeliveryRunner.Builder builder = DeliveryRunner.builder(world.journal, deliverer(true));

        assertThatThrownBy(() -> builder.lease(Duration.ZERO)).isInstanceOf(ProtocolException.class);
        assertThatThrownBy(() -> builder.maxAttempts(0))
                .hasMessageContaining("maxAttempts must be at least 1, found 0");
        assertThatThrownBy(() -> builder.firstPause(MILLI.negated())).hasMessageContaining("found -1 ms");
    }

    @Test
    void settings_areUsed() {
        world.given(Status.COMPLETED, MANUAL);
        script.addAll(List.of(NOT_ARRIVED, NOT_ARRIVED));
        var started = world.now();
        DeliveryRunner twice = DeliveryRunner.builder(world.journal, deliverer(true))
                .maxAttempts(2)
                .firstPause(Duration.ZERO)
                .pause(world.clock::advance)
                .build();

        assertThat(twice.deliver(KEY)).isEqualTo(new DeliveryOutcome.NotDelivered("503"));
        assertThat(world.now()).isEqualTo(started);
        world.journal.claimDelivery(KEY, LEASE, true);
        script.clear();
        assertThat(requests).hasSize(2);
    }
}

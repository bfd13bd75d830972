package dev.toolcheckpoint.journal;

import static dev.toolcheckpoint.fixture.World.IDEMPOTENT;
import static dev.toolcheckpoint.fixture.World.KEY;
import static dev.toolcheckpoint.fixture.World.LEASE;
import static dev.toolcheckpoint.fixture.World.MANUAL;
import static dev.toolcheckpoint.fixture.World.MILLI;
import static dev.toolcheckpoint.fixture.World.RECEIPT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.toolcheckpoint.fixture.World;
import dev.toolcheckpoint.protocol.CheckpointKey;
import dev.toolcheckpoint.protocol.CompletionUnconfirmedException;
import dev.toolcheckpoint.protocol.ProtocolException;
import dev.toolcheckpoint.protocol.Status;
import dev.toolcheckpoint.protocol.StoreException;
import dev.toolcheckpoint.testing.Fault;
import dev.toolcheckpoint.testing.Operation;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** How often a write is sent, how long its caller waits, and what it hears when no answer comes. */
class RepeatedWritesTest {

    private final World world = new World();

    private static Duration millis(long count) {
        return Duration.ofMillis(count);
    }

    // The policy

    @Test
    void pauses_doubleUpToTheLongest() {
        List<Duration> pauses = new ArrayList<>();
        for (int sends = 1; sends <= 6; sends++) {
            pauses.add(RetryPolicy.DEFAULT.pauseAfter(sends));
        }

        assertThat(pauses)
                .containsExactly(millis(50), millis(100), millis(200), millis(400), millis(800), millis(1_000));
        assertThat(RetryPolicy.DEFAULT.pauseAfter(1_000)).as("no overflow").isEqualTo(millis(1_000));
        assertThat(new RetryPolicy(9, MILLI, Duration.ofDays(99)).pauseAfter(1_000))
                .isEqualTo(millis(1 << 20));
        assertThat(RetryPolicy.NONE.pauseAfter(1)).isZero();
    }

    @Test
    void policy_outOfRange_isRefused() {
        assertThat(new RetryPolicy(1, MILLI, MILLI).maxSends()).isEqualTo(1);
        assertThatThrownBy(() -> new RetryPolicy(0, MILLI, MILLI)).hasMessageContaining("maxSends must be at least 1");
        assertThatThrownBy(() -> new RetryPolicy(1, MILLI.negated(), MILLI))
                .isInstanceOf(ProtocolException.class)
                .hasMessageContaining("found -1 ms and 1 ms");
        assertThatThrownBy(() -> new RetryPolicy(1, millis(2), MILLI)).hasMessageContaining("found 2 ms and 1 ms");
    }

    // Writes

    @Test
    void write_thatIsNeverAnswered_isSentSixTimesInAboutASecondAndAHalf() {
        Instant started = world.now();
        world.faults.always(Operation.CREATE, Fault.dropRequest());

        StoreException failure = catchThrowableOfType(StoreException.class, () -> world.journal.begin(MANUAL, LEASE));

        assertThat(failure.ambiguous()).isTrue();
        assertThat(world.faults.count(Operation.CREATE)).isEqualTo(6);
        assertThat(Duration.between(started, world.now())).isEqualTo(millis(1_550));
        assertThat(world.events(CheckpointEvent.WriteRepeated.class)).hasSize(5);
        assertThat(world.memory.find(KEY)).as("nothing was authorised").isEmpty();
    }

    @Test
    void write_thatFailsForGood_isNotRepeated() {
        world.faults.next(Operation.CREATE, Fault.failWith(() -> StoreException.broken("disk full", null)));

        assertThatThrownBy(() -> world.journal.begin(MANUAL, LEASE)).hasMessage("disk full");
        assertThat(world.faults.count(Operation.CREATE)).isEqualTo(1);
    }

    @Test
    void write_thatIsRefusedForNow_isRepeatedWithoutBeingAmbiguous() {
        world.faults.next(Operation.CREATE, Fault.throttle(), Fault.throttle());

        assertThat(world.journal.begin(MANUAL, LEASE)).isInstanceOf(Begin.Acquired.class);
        assertThat(world.events(CheckpointEvent.WriteRepeated.class))
                .containsExactly(
                        new CheckpointEvent.WriteRepeated(KEY, 1, false),
                        new CheckpointEvent.WriteRepeated(KEY, 2, false));

        world.faults.always(Operation.SWAP, Fault.throttle());
        assertThat(catchThrowableOfType(StoreException.class, () -> world.journal.markUncertain(KEY, "gone", "ops"))
                        .ambiguous())
                .isFalse();
    }

    @Test
    void write_thatOnceHadNoAnswerAndThenFails_staysAmbiguous() {
        world.acquire(MANUAL);
        world.faults.next(
                Operation.SWAP, Fault.loseAnswer(), Fault.failWith(() -> StoreException.broken("disk full", null)));

        assertThatThrownBy(() -> world.journal.markUncertain(KEY, "gone", "ops"))
                .isInstanceOfSatisfying(
                        StoreException.class,
                        failure -> assertThat(failure.ambiguous()).isTrue())
                .hasRootCauseMessage("disk full");
    }

    @Test
    void write_thatHadNoAnswerBeforeAHeartbeatAndThenFails_staysAmbiguous() {
        Lease lease = world.acquire(MANUAL);
        world.faults.next(
                Operation.SWAP,
                Fault.dropRequest().after(() -> world.other.renew(lease, LEASE.plusSeconds(5))),
                Fault.none(),
                Fault.failWith(() -> StoreException.broken("disk full", null)));

        assertThat(catchThrowableOfType(StoreException.class, () -> world.journal.markUncertain(KEY, "gone", "ops"))
                        .ambiguous())
                .isTrue();
    }

    @Test
    void refusal_whoseReadFails_isNotSentAgain() {
        Lease lease = world.acquire(MANUAL);
        world.other.renew(lease, LEASE.plusSeconds(5));
        world.faults.next(Operation.SWAP, Fault.withholdRecord());
        world.faults.always(Operation.FIND, Fault.dropRequest());

        assertThatThrownBy(() -> world.journal.complete(lease, RECEIPT))
                .isInstanceOf(CompletionUnconfirmedException.class);
        assertThat(world.faults.count(Operation.SWAP)).isEqualTo(1);
        assertThat(world.faults.count(Operation.FIND)).isGreaterThan(6);
    }

    @Test
    void refusal_whoseReadFailsAfterALostAnswer_isAmbiguous() {
        world.acquire(MANUAL);
        world.faults.next(Operation.SWAP, Fault.loseAnswer(), Fault.withholdRecord());
        world.faults.onCall(Operation.FIND, 2, Fault.failWith(() -> StoreException.broken("no permission", null)));

        assertThat(catchThrowableOfType(StoreException.class, () -> world.journal.markUncertain(KEY, "gone", "ops"))
                        .ambiguous())
                .isTrue();
    }

    // The bound in time

    @Test
    void begin_withABound_startsNoSendAtOrAfterIt() {
        world.faults.always(Operation.CREATE, Fault.dropRequest());

        assertThatThrownBy(() -> world.journal.begin(MANUAL, LEASE, world.now().plusMillis(150)))
                .isInstanceOf(StoreException.class);
        assertThat(world.faults.count(Operation.CREATE))
                .as("at 0 and 50 ms, not at 150")
                .isEqualTo(2);
    }

    @Test
    void begin_withABoundOneMilliLater_sendsOnceMore() {
        world.faults.always(Operation.CREATE, Fault.dropRequest());

        assertThatThrownBy(() -> world.journal.begin(MANUAL, LEASE, world.now().plusMillis(151)))
                .isInstanceOf(StoreException.class);
        assertThat(world.faults.count(Operation.CREATE)).isEqualTo(3);
    }

    @Test
    void complete_withABoundThatIsOver_isStillSentOnce() {
        Lease lease = world.acquire(MANUAL);

        assertThat(world.journal.complete(lease, RECEIPT, world.now().minusMillis(1)))
                .isInstanceOf(Complete.Completed.class);
    }

    @Test
    void complete_withABound_boundsItsReadsToo() {
        Lease lease = world.acquire(MANUAL);
        world.other.renew(lease, LEASE.plusSeconds(5));
        world.faults.always(Operation.SWAP, Fault.withholdRecord());
        world.faults.always(Operation.FIND, Fault.throttle());

        assertThatThrownBy(
                        () -> world.journal.complete(lease, RECEIPT, world.now().plusMillis(100)))
                .isInstanceOf(CompletionUnconfirmedException.class);
        assertThat(world.faults.count(Operation.FIND)).isEqualTo(2);
    }

    @Test
    void renew_isNotRepeatedAfterItsLease() {
        Lease lease = world.acquire(MANUAL);
        world.clock.advance(LEASE.minus(millis(100)));
        world.faults.always(Operation.SWAP, Fault.dropRequest());

        assertThatThrownBy(() -> world.journal.renew(lease, LEASE)).isInstanceOf(StoreException.class);
        assertThat(world.faults.count(Operation.SWAP)).isEqualTo(2);
    }

    // Reads

    @Test
    void read_thatFailsForNow_isRepeated() {
        world.given(Status.COMPLETED, MANUAL);
        world.faults.next(Operation.FIND, Fault.throttle(), Fault.dropRequest());

        assertThat(world.journal.inspect(KEY)).contains(world.record());
        assertThat(world.journal.inspect(CheckpointKey.of("tenant", "unknown"))).isEmpty();
    }

    @Test
    void read_thatKeepsFailing_throws() {
        world.faults.always(Operation.FIND, Fault.throttle());

        assertThatThrownBy(() -> world.journal.inspect(KEY)).isInstanceOf(StoreException.class);
        assertThat(world.faults.count(Operation.FIND)).isEqualTo(6);
    }

    // Interruption

    @Test
    void pause_thatIsInterrupted_stopsRepeatingAndKeepsTheFlag() {
        Journal interrupted = world.worker(builder -> builder.pause(time -> {
            throw new InterruptedException();
        }));
        world.faults.always(Operation.CREATE, Fault.dropRequest());

        assertThatThrownBy(() -> interrupted.begin(MANUAL, LEASE)).isInstanceOf(StoreException.class);
        assertThat(world.faults.count(Operation.CREATE)).isEqualTo(1);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void sleepingPause_onAnInterruptedThread_throws() {
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> Pause.sleeping().pause(Duration.ofHours(1))).isInstanceOf(InterruptedException.class);
    }

    // Contention

    @Test
    void contention_isBounded() {
        Lease lease = world.acquire(MANUAL);
        AtomicInteger longer = new AtomicInteger();
        world.faults.always(
                Operation.SWAP,
                Fault.none().before(() -> world.other.renew(lease, LEASE.plusSeconds(longer.incrementAndGet()))));

        assertThatThrownBy(() -> world.journal.markUncertain(KEY, "gone", "ops"))
                .isInstanceOfSatisfying(
                        StoreException.class,
                        failure -> assertThat(failure.ambiguous())
                                .as("every send was refused")
                                .isFalse())
                .hasMessageContaining("64 times");
        assertThat(world.faults.count(Operation.SWAP)).isEqualTo(64);
    }

    @Test
    void contention_afterALostRequest_isAmbiguous() {
        Lease lease = world.acquire(MANUAL);
        AtomicInteger longer = new AtomicInteger();
        Runnable renewal = () -> world.other.renew(lease, LEASE.plusSeconds(longer.incrementAndGet()));
        world.faults.next(Operation.SWAP, Fault.dropRequest());
        world.faults.always(Operation.SWAP, Fault.none().before(renewal));

        assertThat(catchThrowableOfType(StoreException.class, () -> world.journal.markUncertain(KEY, "gone", "ops"))
                        .ambiguous())
                .isTrue();
    }

    @Test
    void begin_whenARecordGoesWhileItIsClaimed_makesItAnew() {
        World.acquire(world.other, IDEMPOTENT);
        world.passLease();
        world.faults.next(Operation.SWAP, Fault.none().before(() -> world.memory.remove(KEY)));

        assertThat(world.journal.begin(IDEMPOTENT, LEASE)).isInstanceOf(Begin.Acquired.class);
        assertThat(world.record().revision()).isEqualTo(1);
    }
}

package dev.toolcheckpoint.tool;

import static dev.toolcheckpoint.fixture.Tools.call;
import static dev.toolcheckpoint.fixture.Tools.idempotent;
import static dev.toolcheckpoint.fixture.Tools.manual;
import static dev.toolcheckpoint.fixture.Tools.text;
import static dev.toolcheckpoint.fixture.World.KEY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.toolcheckpoint.fixture.World;
import dev.toolcheckpoint.journal.CheckpointEvent;
import dev.toolcheckpoint.protocol.Status;
import dev.toolcheckpoint.testing.Fault;
import dev.toolcheckpoint.testing.Operation;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Where nothing kills the process: the deadline only asks the tool to stop, and the lease lives as long as the tool. */
class RenewedLeaseTest {

    private static final TimeBudget TIME = TimeBudget.renewedAfter(Duration.ofSeconds(8), Duration.ofSeconds(2));

    private final World world = new World();
    private final Steps steps = new Steps();
    private final ToolRunner runner =
            ToolRunner.builder(world.journal).rest(steps).build();

    /** The renewal thread waits for the test instead of the clock. */
    private static final class Steps implements Renewals.Rest {
        private final BlockingQueue<Duration> asked = new LinkedBlockingQueue<>();
        private final Semaphore go = new Semaphore(0);
        private volatile Thread thread = Thread.currentThread();

        @Override
        public boolean rest(Duration time, CountDownLatch ended) throws InterruptedException {
            thread = Thread.currentThread();
            asked.add(time);
            while (ended.getCount() > 0) {
                if (go.tryAcquire(5, TimeUnit.MILLISECONDS)) {
                    return false;
                }
            }
            return true;
        }

        /** How long the thread wants to rest. */
        Duration next() throws InterruptedException {
            return Objects.requireNonNull(asked.poll(10, TimeUnit.SECONDS), "no renewal thread rests");
        }
    }

    @Test
    void toolThatOutlivesItsDeadline_keepsItsLease_andIsAskedToStop() {
        ToolOutcome outcome = runner.run(
                manual((input, context) -> {
                    assertThat(steps.next()).isEqualTo(Duration.ofSeconds(5));
                    for (int i = 0; i < 5; i++) {
                        world.clock.advance(Duration.ofSeconds(5));
                        steps.go.release();
                        assertThat(steps.next()).isEqualTo(Duration.ofSeconds(5));
                        assertThat(world.record().requireExecution().leaseUntil())
                                .isEqualTo(world.now().plusSeconds(10));
                    }
                    assertThat(context.cancelled()).isTrue();
                    assertThat(ToolRunner.over(world.other).run(manual((any, its) -> "twice"), call(), TIME))
                            .isInstanceOf(ToolOutcome.InProgress.class);
                    return "late";
                }),
                call(),
                TIME);

        assertThat(text(outcome)).isEqualTo("\"late\"");
        assertThat(world.record().status()).isEqualTo(Status.COMPLETED);
        assertThat(world.events(CheckpointEvent.Renewed.class)).hasSize(5);
        assertThat(steps.thread.isAlive()).isFalse();
    }

    @Test
    void repeatDuringTheRenewedLease_isInProgress() {
        runner.run(
                idempotent((input, context) -> {
                    steps.next();
                    world.clock.advance(Duration.ofSeconds(9));
                    steps.go.release();
                    steps.next();
                    world.clock.advance(Duration.ofSeconds(8));
                    assertThat(ToolRunner.over(world.other).run(idempotent((any, its) -> "twice"), call(), TIME))
                            .isInstanceOf(ToolOutcome.InProgress.class);
                    return "once";
                }),
                call(),
                TIME);

        assertThat(world.record().requireOutcome().size()).isEqualTo("\"once\"".length());
    }

    @Test
    void storeDownAtARenewal_isTriedAgainSoon() {
        ToolOutcome outcome = runner.run(
                manual((input, context) -> {
                    steps.next();
                    world.faults.always(Operation.SWAP, Fault.unavailable());
                    world.clock.advance(Duration.ofSeconds(5));
                    steps.go.release();
                    assertThat(steps.next()).isEqualTo(Duration.ofMillis(1_250));
                    world.faults.clear();
                    steps.go.release();
                    assertThat(steps.next()).isEqualTo(Duration.ofSeconds(5));
                    assertThat(context.cancelled()).isFalse();
                    return "done";
                }),
                call(),
                TIME);

        assertThat(text(outcome)).isEqualTo("\"done\"");
    }

    @Test
    void lostLease_tellsTheToolToStop() {
        CancelSignal signal = new CancelSignal();
        ToolOutcome outcome = runner.run(
                manual((input, context) -> {
                    steps.next();
                    world.journal.markUncertain(KEY, "an operator looked", "ops");
                    steps.go.release();
                    steps.thread.join(10_000);
                    assertThat(signal.cancelled()).isTrue();
                    assertThat(context.cancelled()).isTrue();
                    return "done";
                }),
                call(),
                TIME,
                signal);

        assertThat(steps.thread.isAlive()).isFalse();
        assertThat(outcome).isNotNull();
    }

    @Test
    void toolThatEndsInTime_costsNoRenewal_andLeavesNoThread() {
        ToolOutcome outcome = runner.run(
                manual((input, context) -> {
                    steps.next();
                    return "done";
                }),
                call(),
                TIME);

        assertThat(text(outcome)).isEqualTo("\"done\"");
        assertThat(world.events(CheckpointEvent.Renewed.class)).isEmpty();
        assertThat(steps.thread.isAlive()).isFalse();
    }

    @Test
    void renewedAfter_longTime_renewsByAMinute() {
        TimeBudget budget = TimeBudget.renewedAfter(Duration.ofMinutes(15), Duration.ofSeconds(3));

        assertThat(budget.work()).isEqualTo(Duration.ofMinutes(15));
        assertThat(budget.lease()).isEqualTo(Duration.ofMinutes(15).plusSeconds(3));
        assertThat(budget.renewal()).isEqualTo(Duration.ofMinutes(1));
    }
}

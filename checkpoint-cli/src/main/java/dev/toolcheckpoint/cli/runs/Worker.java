package dev.toolcheckpoint.cli.runs;

import dev.toolcheckpoint.runs.Execute;
import dev.toolcheckpoint.runs.ExecutionLimits;
import dev.toolcheckpoint.runs.RunDispatcher;
import dev.toolcheckpoint.runs.RunKey;
import dev.toolcheckpoint.runs.Runs;
import java.time.Clock;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Executes runs, one after the other, until it is drained. Its runs are built with {@link #dispatcher()}. */
final class Worker {

    /** How long one look after everything may take before runs are executed again. */
    private static final Duration LONGEST_TICK = Duration.ofSeconds(10);

    private final Queue<RunKey> handedOver = new ConcurrentLinkedQueue<>();
    private final CountDownLatch drained = new CountDownLatch(1);
    private final Clock clock;
    private final Consumer<Execute> ended;

    /**
     * A worker.
     *
     * @param clock that of its runs
     * @param ended is told of each execution
     */
    Worker(Clock clock, Consumer<Execute> ended) {
        this.clock = clock;
        this.ended = ended;
    }

    /** Takes what is handed over. */
    RunDispatcher dispatcher() {
        return handedOver::add;
    }

    /** Asks it to finish the step in progress and to stop. Safe from any thread. */
    void drain() {
        drained.countDown();
    }

    boolean draining() {
        return drained.getCount() == 0;
    }

    /** Executes everything that is due, and what that hands over, until nothing is left. */
    void once(Runs runs, ExecutionLimits limits) {
        runs.tick(clock.instant().plus(LONGEST_TICK));
        ExecutionLimits mine = limits.drainedWhen(this::draining);
        while (!draining()) {
            RunKey next = handedOver.poll();
            if (next == null) {
                return;
            }
            ended.accept(runs.execute(next, mine));
        }
    }

    /** Does so again and again until it is drained. */
    void untilDrained(Runs runs, ExecutionLimits limits, Duration poll) throws InterruptedException {
        do {
            once(runs, limits);
        } while (!drained.await(poll.toMillis(), TimeUnit.MILLISECONDS));
    }

    /** Executes this run only. */
    Execute only(Runs runs, RunKey run, ExecutionLimits limits) {
        Execute end = runs.execute(run, limits.drainedWhen(this::draining));
        ended.accept(end);
        return end;
    }
}

package dev.toolcheckpoint.cli.runs;

import dev.toolcheckpoint.protocol.CheckpointException;
import dev.toolcheckpoint.protocol.StoreException;
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
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Executes runs, one after the other, until it is drained. Its runs are built with {@link #dispatcher()}. */
final class Worker {

    /** How long one look after everything may take before runs are executed again. */
    private static final Duration LONGEST_TICK = Duration.ofSeconds(10);

    private final Queue<RunKey> handedOver = new ConcurrentLinkedQueue<>();
    private final CountDownLatch drained = new CountDownLatch(1);
    private final Clock clock;
    private final Consumer<Execute> ended;
    private final BiConsumer<@Nullable RunKey, CheckpointException> failed;

    /**
     * A worker.
     *
     * @param clock that of its runs
     * @param ended is told of each execution
     * @param failed is told of each run that could not be executed, and, with no run, of each look for runs that failed
     */
    Worker(Clock clock, Consumer<Execute> ended, BiConsumer<@Nullable RunKey, CheckpointException> failed) {
        this.clock = clock;
        this.ended = ended;
        this.failed = failed;
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

    /** Executes everything that is due, and what that hands over, until nothing is left. One broken run doesn't keep the others waiting. */
    void once(Runs runs, ExecutionLimits limits) {
        runs.tick(clock.instant().plus(LONGEST_TICK));
        ExecutionLimits mine = limits.drainedWhen(this::draining);
        while (!draining()) {
            RunKey next = handedOver.poll();
            if (next == null) {
                return;
            }
            try {
                ended.accept(runs.execute(next, mine));
            } catch (CheckpointException failure) {
                failed.accept(next, failure);
            }
        }
    }

    /** Does so again and again until it is drained; a store that fails is asked again. */
    void untilDrained(Runs runs, ExecutionLimits limits, Duration poll) throws InterruptedException {
        do {
            try {
                once(runs, limits);
            } catch (StoreException failure) {
                if (!failure.retryable()) {
                    throw failure;
                }
                failed.accept(null, failure);
            }
        } while (!drained.await(poll.toMillis(), TimeUnit.MILLISECONDS));
    }

    /** Executes this run only. */
    Execute only(Runs runs, RunKey run, ExecutionLimits limits) {
        Execute end = runs.execute(run, limits.drainedWhen(this::draining));
        ended.accept(end);
        return end;
    }
}

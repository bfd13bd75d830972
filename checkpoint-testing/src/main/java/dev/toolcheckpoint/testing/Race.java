package dev.toolcheckpoint.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.IntFunction;

/**
 * Threads that all start at once, again and again. Not thread-safe itself; a racer that neither starts nor ends within 120 s fails
 * the round.
 */
public final class Race implements AutoCloseable {

    private static final int PATIENCE_SECONDS = 120;

    private final int racers;
    private final CyclicBarrier barrier;
    private final ExecutorService threads;

    /** That many threads, 1 or more, which {@link #close} ends. */
    public Race(int racers) {
        this.racers = racers;
        this.barrier = new CyclicBarrier(racers);
        this.threads = Executors.newFixedThreadPool(racers);
    }

    /**
     * One round: every racer runs this with its number, from 0, all at once; returns their results in that order.
     *
     * @throws AssertionError when a racer fails
     */
    public <T> List<T> start(IntFunction<T> run) {
        List<Future<T>> running = new ArrayList<>();
        for (int racer = 0; racer < racers; racer++) {
            int number = racer;
            running.add(threads.submit(() -> {
                barrier.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
                return run.apply(number);
            }));
        }
        List<T> results = new ArrayList<>();
        for (Future<T> future : running) {
            results.add(result(future));
        }
        return results;
    }

    private static <T> T result(Future<T> future) {
        try {
            return future.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof BrokenBarrierException) {
                throw new AssertionError("Another racer did not start.", failed);
            }
            throw new AssertionError("A racer failed: " + failed.getCause(), failed.getCause());
        } catch (TimeoutException hangs) {
            throw new AssertionError("A racer did not end within " + PATIENCE_SECONDS + " s.", hangs);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new AssertionError("Interrupted.", interrupted);
        }
    }

    /** Ends the threads. */
    @Override
    public void close() {
        threads.shutdownNow();
    }
}

package dev.toolcheckpoint.lambda;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BiFunction;
import java.util.function.Predicate;

/** Makes the calls of one event. It comes back when no thread of its own is left, whatever happened. */
final class Lanes {

    private final Schedule schedule;
    private final Predicate<CallResult> failed;

    Lanes(Schedule schedule, Predicate<CallResult> failed) {
        this.schedule = schedule;
        this.failed = failed;
    }

    /**
     * The results, in the order of the calls.
     *
     * @param call makes a call, given with its place
     */
    List<CallResult> run(List<EventCall> calls, BiFunction<EventCall, Integer, CallResult> call) {
        if (schedule.lanes().size() != calls.size()) {
            throw new IllegalStateException(calls.size() + " calls need as many lanes, found "
                    + schedule.lanes().size() + ".");
        }
        // Every lane fills places of its own, and they are read when all lanes have ended.
        List<CallResult> results = new ArrayList<>(Collections.nCopies(calls.size(), new CallResult.NotStarted()));
        Map<String, List<Integer>> lanes = new LinkedHashMap<>();
        for (int i = 0; i < calls.size(); i++) {
            lanes.computeIfAbsent(schedule.lanes().get(i), name -> new ArrayList<>())
                    .add(i);
        }
        List<Callable<Void>> work = lanes.values().stream()
                .<Callable<Void>>map(lane -> () -> {
                    runLane(lane, calls, call, results);
                    return null;
                })
                .toList();
        int threads = Math.min(schedule.parallel(), work.size());
        if (threads <= 1) {
            lanes.values().forEach(lane -> runLane(lane, calls, call, results));
        } else {
            runBesideEachOther(work, threads);
        }
        return List.copyOf(results);
    }

    private void runLane(
            List<Integer> lane,
            List<EventCall> calls,
            BiFunction<EventCall, Integer, CallResult> call,
            List<CallResult> results) {
        for (int i : lane) {
            CallResult result = call.apply(calls.get(i), i);
            results.set(i, result);
            if (schedule.stopsAtFailure() && failed.test(result)) {
                return;
            }
        }
    }

    private static void runBesideEachOther(Collection<Callable<Void>> work, int threads) {
        List<Thread> workers = new CopyOnWriteArrayList<>();
        ExecutorService pool = Executors.newFixedThreadPool(threads, task -> {
            Thread worker = new Thread(task, "tool-checkpoint-" + workers.size());
            workers.add(worker);
            return worker;
        });
        boolean interrupted = false;
        Throwable failure = null;
        try {
            for (Future<Void> lane : work.stream().map(pool::submit).toList()) {
                boolean ended = false;
                while (!ended) {
                    try {
                        lane.get();
                        ended = true;
                    } catch (InterruptedException stop) {
                        // A tool may still act: its thread would resume, frozen meanwhile, in another invocation.
                        interrupted = true;
                    } catch (ExecutionException thrown) {
                        failure = thrown.getCause();
                        ended = true;
                    }
                }
            }
        } finally {
            pool.shutdown();
            for (Thread worker : workers) {
                interrupted |= joined(worker);
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
        if (failure instanceof Error error) {
            throw error;
        }
        if (failure != null) {
            throw new IllegalStateException("A call failed in a way that no tool and no store should", failure);
        }
    }

    /** Waits for the thread's end; whether this thread was interrupted meanwhile. */
    private static boolean joined(Thread worker) {
        boolean interrupted = false;
        while (worker.isAlive()) {
            try {
                worker.join();
            } catch (InterruptedException stop) {
                interrupted = true;
            }
        }
        return interrupted;
    }
}

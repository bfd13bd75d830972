package dev.toolcheckpoint.cli.lab;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Runs cases, a few at a time. */
final class Lab {

    /** Each case is one process at a time; more would only wait for the processor and the disk. */
    private static final int AT_A_TIME = 2;

    private static final long PATIENCE_SECONDS = 10;

    private final StorePlace store;
    private final ProcessLauncher launcher;
    private final Instant start;

    /**
     * A lab.
     *
     * @param start what the logical clock shows when a case starts; near the true time, for stores that drop what is old
     */
    Lab(StorePlace store, ProcessLauncher launcher, Instant start) {
        this.store = store;
        this.launcher = launcher;
        this.start = start;
    }

    /** Every strategy with every fault, repeated. The run's name makes call ids that no other run in the store has. */
    static List<CaseSpec> matrix(int repetitions, String run) {
        List<CaseSpec> cases = new ArrayList<>();
        for (int repetition = 1; repetition <= repetitions; repetition++) {
            for (Strategy strategy : Strategy.values()) {
                for (Fault fault : Fault.values()) {
                    if (fault != Fault.NONE) {
                        cases.add(spec(strategy, fault, repetition, run));
                    }
                }
            }
        }
        return cases;
    }

    /** A name for a run that no other run has. */
    static String newRun() {
        return UUID.randomUUID().toString().substring(0, 8);
    }

    static CaseSpec spec(Strategy strategy, Fault fault, int repetition, String run) {
        return new CaseSpec(
                strategy,
                fault,
                repetition,
                "lab-" + run + "-" + strategy.text() + "-" + fault.text() + "-" + repetition);
    }

    /** A case to drive step by step. */
    CaseRun open(CaseSpec spec, Path folder) {
        return new CaseRun(spec, folder, store, launcher, start);
    }

    /**
     * Runs the cases.
     *
     * @param done is told of each case as it ends, on the caller's thread
     * @return the results, in the order of the cases
     */
    List<CaseResult> run(List<CaseSpec> cases, WorkFolder folder, Consumer<CaseResult> done)
            throws InterruptedException {
        ExecutorService threads = Executors.newFixedThreadPool(AT_A_TIME);
        try {
            ExecutorCompletionService<CaseResult> running = new ExecutorCompletionService<>(threads);
            List<Future<CaseResult>> results = new ArrayList<>();
            for (CaseSpec spec : cases) {
                results.add(running.submit(() -> runOne(spec, folder)));
            }
            for (int i = 0; i < cases.size(); i++) {
                done.accept(running.take().get());
            }
            List<CaseResult> inOrder = new ArrayList<>();
            for (Future<CaseResult> result : results) {
                inOrder.add(result.get());
            }
            return inOrder;
        } catch (ExecutionException failure) {
            Throwable cause = failure.getCause();
            throw cause instanceof LabException known
                    ? known
                    : new LabException("A case could not be run: " + cause, failure);
        } finally {
            threads.shutdownNow();
            // Only after a failure is one still at work; its folder must not be taken away under it.
            threads.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS);
        }
    }

    private CaseResult runOne(CaseSpec spec, WorkFolder work) throws IOException, InterruptedException {
        Path folder = work.forCase(spec);
        CaseResult result = open(spec, folder).toEnd();
        work.done(folder);
        return result;
    }
}

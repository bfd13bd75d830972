package dev.toolcheckpoint.cli.lab;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** One case while it runs. The caller delivers the same call again and again, each time to a fresh process. */
final class CaseRun {

    /** How far the logical clock goes between two deliveries: beyond a lease and any store's skew margin. */
    static final Duration BETWEEN = JournalCaller.LEASE.multipliedBy(2);

    private final CaseSpec spec;
    private final Path folder;
    private final StorePlace store;
    private final ProcessLauncher launcher;
    private final RefundLedger ledger;
    private Instant now;
    private int processes;

    /**
     * A case before its first process.
     *
     * @param folder its own, which exists
     * @param start what the logical clock shows at first
     */
    CaseRun(CaseSpec spec, Path folder, StorePlace store, ProcessLauncher launcher, Instant start) {
        this.spec = spec;
        this.folder = folder;
        this.store = store;
        this.launcher = launcher;
        this.ledger = new RefundLedger(ProcessArguments.ledger(folder));
        this.now = start;
    }

    /** Runs the whole case: the disturbed process, the recovering one, a third. */
    CaseResult toEnd() throws IOException, InterruptedException {
        ProcessEnd first = deliver(spec.fault());
        requireDisturbed(first);
        laterThanTheLease();
        Answer recovered = deliver(Fault.NONE).requireAnswer();
        int calls = ledger.calls();
        int effects = ledger.effects();
        laterThanTheLease();
        deliver(Fault.NONE);
        Figures figures = new Figures(calls, effects, recovered.outcome(), ledger.calls() - calls);
        return new CaseResult(spec, figures, trace());
    }

    /** Delivers the call to a fresh process, at the present time. */
    ProcessEnd deliver(Fault fault) throws IOException, InterruptedException {
        processes++;
        return launcher.run(new ProcessArguments(
                spec.strategy(),
                fault,
                processes,
                now,
                folder,
                storeName(),
                store.options(),
                spec.callId(),
                CaseSpec.ORDER,
                CaseSpec.AMOUNT));
    }

    /** Sets the clock forward, so that the lease of an earlier process is over. */
    void laterThanTheLease() {
        now = now.plus(BETWEEN);
        note(TraceEvent.Kind.CLOCK, "clock +" + BETWEEN.toSeconds() + " s: any lease is over");
    }

    /** Writes down what somebody else did. */
    void note(TraceEvent.Kind kind, String text) {
        Trace.write(ProcessArguments.trace(folder), TraceEvent.now(0, kind, text));
    }

    /** The logical clock. */
    Instant now() {
        return now;
    }

    String storeName() {
        return store.storeFor(folder);
    }

    RefundLedger ledger() {
        return ledger;
    }

    List<TraceEvent> trace() throws IOException {
        return Trace.read(ProcessArguments.trace(folder));
    }

    /** A case whose first process was not disturbed as it should be shows nothing, whatever its figures. */
    private void requireDisturbed(ProcessEnd first) {
        boolean killed = first.answer() == null;
        if (killed != spec.fault().kills()) {
            throw new LabException("The first process of " + spec.name() + " should have been "
                    + spec.fault().description() + ", but "
                    + (killed
                            ? "was killed."
                            : "ended with the answer " + first.requireAnswer().outcome() + "."));
        }
        if (!killed && first.requireAnswer().outcome().equals(Answer.COMPLETED)) {
            throw new LabException("The first process of " + spec.name()
                    + " completed, though the service's answer should have been lost.");
        }
    }
}

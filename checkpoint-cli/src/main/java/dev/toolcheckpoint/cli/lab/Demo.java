package dev.toolcheckpoint.cli.lab;

import dev.toolcheckpoint.journal.Journal;
import dev.toolcheckpoint.journal.Settle;
import dev.toolcheckpoint.protocol.Checkpoint;
import dev.toolcheckpoint.protocol.CheckpointKey;
import dev.toolcheckpoint.protocol.Evidence;
import dev.toolcheckpoint.protocol.Receipt;
import dev.toolcheckpoint.store.CheckpointStore;
import dev.toolcheckpoint.store.CheckpointStores;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/** Runs what the demo tells of. Everything it returns was measured in this run. */
final class Demo {

    /** The caller's key of every call, when each has a journal of its own. */
    private static final String CALL_ID = "call-1";

    static final String OPERATOR = "demo-operator";
    static final String EVIDENCE = "ledger of the refund service: refund-1";

    private final Lab lab;
    private final WorkFolder folder;
    private final StorePlace place;
    private final String run;

    /**
     * A demo.
     *
     * @param place where its records are kept; they stay there
     */
    Demo(WorkFolder folder, StorePlace place, ProcessLauncher launcher, Instant start) {
        this.folder = folder;
        this.place = place;
        this.lab = new Lab(place, launcher, start);
        this.run = Lab.newRun();
    }

    /** The call id of the call that is settled. */
    String settledCall() {
        return callId(Strategy.JOURNAL_MANUAL, Fault.AFTER_EFFECT, 2);
    }

    /** In a store that is shared, no other call may have it. */
    private String callId(Strategy strategy, Fault fault, int repetition) {
        return place.fresh()
                ? CALL_ID
                : Lab.spec(strategy, fault, repetition, run).callId();
    }

    private CaseSpec spec(Strategy strategy, Fault fault, int repetition) {
        return new CaseSpec(strategy, fault, repetition, callId(strategy, fault, repetition));
    }

    /** The call with each strategy, the function being killed right after the effect. */
    List<CaseResult> killedAfterTheEffect(Consumer<CaseResult> done) throws InterruptedException {
        List<CaseSpec> cases = new ArrayList<>();
        for (Strategy strategy : Strategy.values()) {
            cases.add(spec(strategy, Fault.AFTER_EFFECT, 1));
        }
        return lab.run(cases, folder, done);
    }

    /** The call when nothing goes wrong, delivered twice. */
    Undisturbed undisturbed() throws IOException, InterruptedException {
        CaseSpec spec = spec(Strategy.JOURNAL_MANUAL, Fault.NONE, 1);
        CaseRun run = lab.open(spec, folder.forCase(spec));
        Answer first = run.deliver(Fault.NONE).requireAnswer();
        Answer second = run.deliver(Fault.NONE).requireAnswer();
        return new Undisturbed(first, second, run.ledger().calls(), run.ledger().effects(), run.trace());
    }

    /** An uncertain call, what an operator does about it, and what the call's next delivery gets. */
    Settlement settlement() throws IOException, InterruptedException {
        CaseSpec spec = spec(Strategy.JOURNAL_MANUAL, Fault.AFTER_EFFECT, 2);
        CaseRun run = lab.open(spec, folder.forCase(spec));
        run.deliver(Fault.AFTER_EFFECT);
        run.laterThanTheLease();
        Answer before = run.deliver(Fault.NONE).requireAnswer();
        CheckpointKey key = CheckpointKey.of(JournalCaller.NAMESPACE, spec.callId());
        String result = RefundTool.result("refund-1", CaseSpec.ORDER, CaseSpec.AMOUNT);
        String found;
        String settled;
        try (CheckpointStore store = CheckpointStores.open(run.storeName(), place.options())) {
            Journal journal = Journal.builder(store)
                    .clock(Clock.fixed(run.now(), ZoneOffset.UTC))
                    .build();
            found = describe(journal.inspect(key).orElseThrow(() -> new LabException("The record is gone.")));
            Settle settle = journal.settle(
                    key, Evidence.happened(EVIDENCE, OPERATOR), Receipt.successJson(result), Duration.ZERO);
            settled = settle.getClass().getSimpleName().toLowerCase(Locale.ROOT);
        }
        run.note(TraceEvent.Kind.SETTLED, "evidence");
        Answer after = run.deliver(Fault.NONE).requireAnswer();
        return new Settlement(
                before,
                found,
                run.ledger().lines(),
                settled,
                result,
                after,
                run.ledger().calls(),
                run.ledger().effects(),
                run.trace());
    }

    private static String describe(Checkpoint record) {
        String reason = record.uncertainty() == null
                ? ""
                : ", " + record.requireUncertainty().code() + " (recorded by "
                        + record.requireUncertainty().by() + ")";
        return record.status() + reason;
    }

    /**
     * A call that was delivered twice and never disturbed.
     *
     * @param calls requests in the ledger
     * @param effects refunds in the ledger
     */
    record Undisturbed(Answer first, Answer second, int calls, int effects, List<TraceEvent> trace) {

        /** Copies the trace. */
        Undisturbed {
            trace = List.copyOf(trace);
        }

        /** Whether the result came back as it was, and the service was called once. */
        boolean asPromised() {
            return first.outcome().equals(Answer.COMPLETED)
                    && second.outcome().equals(Answer.REPLAY)
                    && first.text().equals(second.text())
                    && calls == 1
                    && effects == 1;
        }
    }

    /**
     * An uncertain call that was settled.
     *
     * @param before what the call's second delivery got
     * @param found what the operator saw in the journal
     * @param ledger what the operator saw in the ledger
     * @param settled what the journal answered to the evidence
     * @param result what the operator recorded
     * @param after what the call's third delivery got
     * @param calls requests in the ledger
     * @param effects refunds in the ledger
     */
    record Settlement(
            Answer before,
            String found,
            List<String> ledger,
            String settled,
            String result,
            Answer after,
            int calls,
            int effects,
            List<TraceEvent> trace) {

        /** Copies the lists. */
        Settlement {
            ledger = List.copyOf(ledger);
            trace = List.copyOf(trace);
        }

        /** Whether the call waited, took the evidence, and was then answered without another request. */
        boolean asPromised() {
            return before.outcome().equals(Answer.UNCERTAIN)
                    && settled.equals("settled")
                    && after.equals(new Answer(Answer.REPLAY, result))
                    && calls == 1
                    && effects == 1;
        }
    }
}

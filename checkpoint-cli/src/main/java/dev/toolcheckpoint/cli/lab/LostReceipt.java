package dev.toolcheckpoint.cli.lab;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolcheckpoint.cli.io.Json;
import dev.toolcheckpoint.journal.Journal;
import dev.toolcheckpoint.journal.Settle;
import dev.toolcheckpoint.protocol.CheckpointKey;
import dev.toolcheckpoint.protocol.Evidence;
import dev.toolcheckpoint.protocol.Receipt;
import dev.toolcheckpoint.protocol.Recovery;
import dev.toolcheckpoint.store.CheckpointStore;
import dev.toolcheckpoint.store.CheckpointStores;
import dev.toolcheckpoint.tool.TimeBudget;
import dev.toolcheckpoint.tool.Tool;
import dev.toolcheckpoint.tool.ToolCall;
import dev.toolcheckpoint.tool.ToolResult;
import dev.toolcheckpoint.tool.ToolRunner;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Runs what {@code demo --http} tells of: a service commits, and its answer is lost. Everything it returns was measured in this run;
 * calls and effects are counted in the service's database.
 */
final class LostReceipt implements AutoCloseable {

    static final String OPERATOR = "demo-operator";

    /** The service's file in the demo's folder. */
    static final String BOOK = "payments.db";

    /** The journal's file in the demo's folder, unless a store is named. */
    static final String JOURNAL = "journal.db";

    private final PaymentBook book;
    private final PaymentService service;
    private final PaymentClient client;
    private final CheckpointStore store;
    private final Journal journal;
    private final String suffix;

    /**
     * A service that listens, and a journal.
     *
     * @param folder where the service's database is, and the journal's unless {@code place} names a store
     * @param keepsKeys whether the service does what it says about keys
     */
    LostReceipt(Path folder, StorePlace place, boolean keepsKeys) throws IOException {
        this.suffix = place.fresh() ? "" : "-" + Lab.newRun();
        this.book = PaymentBook.in(folder.resolve(BOOK));
        this.store = CheckpointStores.open(place.storeFor(folder), place.options());
        this.journal = Journal.over(store);
        this.service = PaymentService.listening(book, keepsKeys);
        this.client = new PaymentClient(service);
    }

    /** Where the service listens. */
    URI service() {
        return service.refunds();
    }

    /** The tool is declared idempotent: the call arrives until it is answered, and once more. */
    CallStory idempotent() {
        List<Arrival> arrivals = new ArrayList<>();
        String callId = "keyed" + suffix;
        service.loseNextAnswer();
        for (int i = 0; i < 3; i++) {
            arrivals.add(arrive(Strategy.JOURNAL_IDEMPOTENT, callId));
        }
        return story(Strategy.JOURNAL_IDEMPOTENT, callId, arrivals);
    }

    /** The tool is declared manual: the call arrives twice, and is answered by nobody. */
    CallStory manual() {
        List<Arrival> arrivals = new ArrayList<>();
        String callId = "unkeyed" + suffix;
        service.loseNextAnswer();
        arrivals.add(arrive(Strategy.JOURNAL_MANUAL, callId));
        arrivals.add(arrive(Strategy.JOURNAL_MANUAL, callId));
        return story(Strategy.JOURNAL_MANUAL, callId, arrivals);
    }

    /** An operator looks the receipt up at the service and records it; then the call arrives once more. */
    Settlement settled(CallStory waiting) throws IOException, InterruptedException {
        URI asked = service.refunds(key(waiting.callId()).id());
        JsonNode found = client.find(asked).path("refunds");
        if (found.isEmpty()) {
            throw new LabException("The payment service has no refund to show, though it committed one.");
        }
        JsonNode refund = found.get(0);
        String receipt = refund.path("receipt").asText();
        String result = RefundTool.result(
                receipt, refund.path("order").asText(), refund.path("amount").asLong());
        String evidence = "payment service: " + receipt;
        Settle settle = journal.settle(
                key(waiting.callId()),
                Evidence.happened(evidence, OPERATOR),
                Receipt.successJson(result),
                Duration.ZERO);
        List<Arrival> arrivals = new ArrayList<>(waiting.arrivals());
        arrivals.add(new Arrival(settle.getClass().getSimpleName().toLowerCase(Locale.ROOT), result, 0));
        arrivals.add(arrive(Strategy.JOURNAL_MANUAL, waiting.callId()));
        return new Settlement(
                asked, Json.line(refund), result, evidence, story(Strategy.JOURNAL_MANUAL, waiting.callId(), arrivals));
    }

    private Arrival arrive(Strategy strategy, String callId) {
        Recovery recovery = JournalCaller.recovery(strategy);
        boolean keyed = recovery instanceof Recovery.Idempotent;
        Tool<JsonNode, ToolResult> tool = Tool.named(JournalCaller.TOOL, JsonNode.class)
                .recovery(recovery)
                .handler((input, context) -> ToolResult.json(pay(
                        context.idempotencyKey(),
                        keyed,
                        input.path("order").asText(),
                        input.path("amount").asLong())));
        String reference = key(callId).id();
        int before = book.calls(reference);
        Answer answer = JournalCaller.answer(ToolRunner.over(journal)
                .run(
                        tool,
                        ToolCall.of(
                                JournalCaller.NAMESPACE, callId, JournalCaller.input(CaseSpec.ORDER, CaseSpec.AMOUNT)),
                        TimeBudget.ofLease(JournalCaller.LEASE)));
        return new Arrival(answer.outcome(), answer.text(), book.calls(reference) - before);
    }

    private String pay(String reference, boolean keyed, String order, long amount)
            throws IOException, InterruptedException {
        return RefundTool.result(client.refund(reference, keyed, order, amount), order, amount);
    }

    private CallStory story(Strategy strategy, String callId, List<Arrival> arrivals) {
        String reference = key(callId).id();
        return new CallStory(
                strategy,
                callId,
                arrivals,
                book.calls(reference),
                book.refunds(reference).size());
    }

    /** The id is what the service knows the call by. */
    private static CheckpointKey key(String callId) {
        return CheckpointKey.of(JournalCaller.NAMESPACE, callId);
    }

    @Override
    public void close() {
        service.close();
        store.close();
    }

    /**
     * What one arrival of a call, or the settling between two, came to.
     *
     * @param outcome as in {@link Answer}, or what the journal answered to the evidence
     * @param text the result as JSON text, or a sentence
     * @param calls the requests that the service got meanwhile
     */
    record Arrival(String outcome, String text, int calls) {}

    /**
     * A call and all its arrivals.
     *
     * @param calls requests in the service's database
     * @param effects refunds in the service's database
     */
    record CallStory(Strategy strategy, String callId, List<Arrival> arrivals, int calls, int effects) {

        /** Copies the list. */
        CallStory {
            arrivals = List.copyOf(arrivals);
        }

        /** What its arrivals came to, in turn. */
        List<String> outcomes() {
            return arrivals.stream().map(Arrival::outcome).toList();
        }

        /** Whether calls, effects, outcomes and the repeated result are as documented. */
        boolean asDocumented() {
            List<String> expected = strategy == Strategy.JOURNAL_IDEMPOTENT
                    ? List.of("retryable", Answer.COMPLETED, Answer.REPLAY)
                    : List.of(Answer.UNCERTAIN, Answer.UNCERTAIN, "settled", Answer.REPLAY);
            int last = arrivals.size() - 1;
            return outcomes().equals(expected)
                    && arrivals.get(last).text().equals(arrivals.get(last - 1).text())
                    && arrivals.get(last).calls() == 0
                    && calls == (strategy == Strategy.JOURNAL_IDEMPOTENT ? 2 : 1)
                    && effects == 1;
        }
    }

    /**
     * How an uncertain call was settled.
     *
     * @param asked where the operator looked
     * @param found what the service showed
     * @param result what the operator recorded as the call's result
     * @param evidence where that can be seen
     * @param story the call with what came after
     */
    record Settlement(URI asked, String found, String result, String evidence, CallStory story) {}
}

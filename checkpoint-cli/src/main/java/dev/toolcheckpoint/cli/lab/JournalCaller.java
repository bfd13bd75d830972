package dev.toolcheckpoint.cli.lab;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.toolcheckpoint.journal.CheckpointEvent;
import dev.toolcheckpoint.journal.Journal;
import dev.toolcheckpoint.protocol.Outcome;
import dev.toolcheckpoint.protocol.Payload;
import dev.toolcheckpoint.protocol.Recovery;
import dev.toolcheckpoint.store.CheckpointStore;
import dev.toolcheckpoint.store.CheckpointStores;
import dev.toolcheckpoint.tool.TimeBudget;
import dev.toolcheckpoint.tool.Tool;
import dev.toolcheckpoint.tool.ToolCall;
import dev.toolcheckpoint.tool.ToolContext;
import dev.toolcheckpoint.tool.ToolHandler;
import dev.toolcheckpoint.tool.ToolOutcome;
import dev.toolcheckpoint.tool.ToolResult;
import dev.toolcheckpoint.tool.ToolRunner;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;

/** The two strategies on the journal, as a program would use it: a store by name, a {@link ToolRunner}, a {@link Tool}. */
final class JournalCaller implements ToolCaller {

    static final String NAMESPACE = "lab";
    static final String TOOL = "refund-order";

    /** How long an attempt is believed alive; the lab's clock jumps further than this between two processes. */
    static final Duration LEASE = Journal.DEFAULT_LEASE;

    /** Longer than a case's logical time. */
    static final Duration RETRY_FOR = Duration.ofHours(1);

    private final RefundTool refundTool;
    private final ProcessArguments arguments;
    private final Trace trace;

    JournalCaller(RefundTool refundTool, ProcessArguments arguments, Trace trace) {
        this.refundTool = refundTool;
        this.arguments = arguments;
        this.trace = trace;
    }

    @Override
    public Answer call() {
        Recovery recovery = recovery(arguments.strategy());
        Tool<JsonNode, ToolResult> tool =
                Tool.named(TOOL, JsonNode.class).recovery(recovery).handler(handler(recovery));
        try (CheckpointStore store = CheckpointStores.open(arguments.store(), arguments.storeOptions())) {
            Journal journal = Journal.builder(store)
                    .clock(Clock.fixed(arguments.now(), ZoneOffset.UTC))
                    .listener(this::note)
                    .build();
            ToolCall call = ToolCall.of(NAMESPACE, arguments.callId(), input(arguments.order(), arguments.amount()));
            return answer(ToolRunner.over(journal).run(tool, call, TimeBudget.ofLease(LEASE)));
        }
    }

    static Recovery recovery(Strategy strategy) {
        return strategy == Strategy.JOURNAL_IDEMPOTENT ? Recovery.idempotent(RETRY_FOR) : Recovery.manual();
    }

    static JsonNode input(String order, long amount) {
        return JsonNodeFactory.instance.objectNode().put("order", order).put("amount", amount);
    }

    private ToolHandler<JsonNode, ToolResult> handler(Recovery recovery) {
        boolean serviceKnowsKeys = recovery instanceof Recovery.Idempotent;
        return (input, context) ->
                ToolResult.json(refundTool.refund(serviceKnowsKeys ? context.idempotencyKey() : keyOfAttempt(context)));
    }

    /** What a service without idempotency gets: nothing by which it could tell that two attempts are one call. */
    private String keyOfAttempt(ToolContext context) {
        return context.callId() + "/attempt-" + arguments.process();
    }

    static Answer answer(ToolOutcome outcome) {
        return outcome.fold(
                executed -> new Answer(Answer.COMPLETED, text(executed.outcome())),
                replayed -> new Answer(Answer.REPLAY, text(replayed.outcome())),
                retryable -> new Answer("retryable", "the same call may come again"),
                inProgress -> new Answer("in_progress", "another attempt is believed alive"),
                conflict -> new Answer("conflict", "another call has this id: " + conflict.differingFields()),
                uncertain -> new Answer(Answer.UNCERTAIN, uncertain.reason().text()),
                rejected -> new Answer("rejected", rejected.reason()));
    }

    private static String text(Outcome outcome) {
        return outcome.payload() instanceof Payload.Inline inline
                ? new String(inline.bytes(), StandardCharsets.UTF_8)
                : outcome.payload().toString();
    }

    private void note(CheckpointEvent event) {
        if (event instanceof CheckpointEvent.Acquired it) {
            trace.add(TraceEvent.Kind.CLAIMED, "claim: attempt " + it.fence().epoch());
        } else if (event instanceof CheckpointEvent.Completed) {
            trace.add(TraceEvent.Kind.STORED, "result");
        } else if (event instanceof CheckpointEvent.Abandoned) {
            trace.add(TraceEvent.Kind.ABANDONED, "attempt given up");
        } else if (event instanceof CheckpointEvent.BecameUncertain) {
            trace.add(TraceEvent.Kind.BECAME_UNCERTAIN, "mark as UNCERTAIN");
        } else if (event instanceof CheckpointEvent.StillUncertain it) {
            trace.add(
                    TraceEvent.Kind.FOUND_UNCERTAIN, "UNCERTAIN: " + it.reason().code());
        } else if (event instanceof CheckpointEvent.Replayed) {
            trace.add(TraceEvent.Kind.REPLAYED, "stored result");
        } else if (event instanceof CheckpointEvent.Busy) {
            trace.add(TraceEvent.Kind.REFUSED, "busy");
        } else if (event instanceof CheckpointEvent.Conflicted) {
            trace.add(TraceEvent.Kind.REFUSED, "conflict");
        }
    }
}

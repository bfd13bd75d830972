package com.example.refund;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.toolcheckpoint.journal.Journal;
import dev.toolcheckpoint.protocol.Outcome;
import dev.toolcheckpoint.protocol.Payload;
import dev.toolcheckpoint.store.CheckpointStore;
import dev.toolcheckpoint.store.CheckpointStores;
import dev.toolcheckpoint.tool.TimeBudget;
import dev.toolcheckpoint.tool.Tool;
import dev.toolcheckpoint.tool.ToolCall;
import dev.toolcheckpoint.tool.ToolException;
import dev.toolcheckpoint.tool.ToolOutcome;
import dev.toolcheckpoint.tool.ToolRunner;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** A desk that refunds an order once, however often it is asked to. */
public final class RefundDesk {

    private final ToolRunner runner;
    private final AtomicInteger refundsMade = new AtomicInteger();
    private final Tool<Refund, RefundReceipt> tool =
            Tool.named("refund-order", Refund.class).handler((refund, context) -> pay(refund));

    /** What is asked for. */
    public record Refund(String order, int cents) {}

    /** What was done. */
    public record RefundReceipt(String order, int cents, String reference) {}

    /** A desk over this journal. */
    public RefundDesk(Journal journal) {
        this.runner = ToolRunner.over(journal);
    }

    /** Asks for a refund; {@code callId} is the same whenever the same wish is repeated. */
    public String refund(String callId, String order, int cents) {
        JsonNode input =
                JsonNodeFactory.instance.objectNode().put("order", order).put("cents", cents);
        ToolOutcome outcome = runner.run(tool, ToolCall.of("shop", callId, input), TimeBudget.DEFAULT);
        return outcome.<String>fold(
                executed -> text(executed.outcome()),
                replayed -> text(replayed.outcome()),
                retryable -> "try again",
                inProgress -> "in progress",
                conflict -> "conflict: " + conflict.differingFields(),
                uncertain -> "uncertain",
                rejected -> "rejected: " + rejected.reason());
    }

    /** How often money really moved. */
    public int refundsMade() {
        return refundsMade.get();
    }

    private RefundReceipt pay(Refund refund) throws ToolException {
        if (refund.cents() <= 0) {
            throw new ToolException("INVALID_AMOUNT", "A refund needs an amount above zero.");
        }
        return new RefundReceipt(refund.order(), refund.cents(), "re_" + refundsMade.incrementAndGet());
    }

    private static String text(Outcome outcome) {
        return outcome.payload() instanceof Payload.Inline inline
                ? new String(inline.bytes(), StandardCharsets.UTF_8)
                : "no longer kept";
    }

    /** Asks twice for the same refund. */
    public static void main(String[] arguments) {
        try (CheckpointStore store = CheckpointStores.open("sqlite:" + arguments[0], Map.of())) {
            RefundDesk desk = new RefundDesk(Journal.over(store));
            System.out.println(desk.refund("order-17:refund", "order-17", 1250));
            System.out.println(desk.refund("order-17:refund", "order-17", 1250));
        }
    }
}

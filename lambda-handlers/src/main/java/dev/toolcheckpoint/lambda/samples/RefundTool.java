package dev.toolcheckpoint.lambda.samples;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolcheckpoint.lambda.agent.AgentTool;
import dev.toolcheckpoint.protocol.Recovery;
import dev.toolcheckpoint.tool.NoEffectException;
import dev.toolcheckpoint.tool.Tool;
import dev.toolcheckpoint.tool.ToolContext;
import dev.toolcheckpoint.tool.ToolException;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.Currency;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code refund-order}: gives a customer the money back, through a ledger that deduplicates by the idempotency key. */
public final class RefundTool {

    /** The tool's name. */
    public static final String NAME = "refund-order";

    private final FileLedger ledger;
    private final NamedPauses pauses;

    private RefundTool(FileLedger ledger, NamedPauses pauses) {
        this.ledger = ledger;
        this.pauses = pauses;
    }

    /**
     * What to refund.
     *
     * @param order the order's number
     * @param amount more than 0
     * @param currency ISO 4217, such as EUR
     */
    public record Refund(
            @Nullable String order,
            @Nullable BigDecimal amount,
            @Nullable String currency) {}

    /**
     * The receipt.
     *
     * @param refund the refund's number, the same for every repeat of the call
     */
    public record RefundReceipt(String refund, String order, BigDecimal amount, String currency) {}

    /**
     * The tool over this ledger.
     *
     * @param environment names a pause, for trials: see {@code REFUND_PAUSE_AT}
     */
    public static Tool<Refund, RefundReceipt> over(
            FileLedger ledger, Recovery recovery, Map<String, String> environment) {
        return Tool.named(NAME, Refund.class)
                .recovery(recovery)
                .handler(new RefundTool(ledger, NamedPauses.of(environment))::refund);
    }

    /** The same tool as an MCP client sees it. */
    static AgentTool forAgents() {
        ObjectNode schema = JsonNodeFactory.instance.objectNode().put("type", "object");
        ObjectNode properties = schema.putObject("properties");
        properties.putObject("order").put("type", "string").put("description", "The order's number");
        properties.putObject("amount").put("type", "number").put("exclusiveMinimum", 0);
        properties.putObject("currency").put("type", "string").put("description", "ISO 4217, such as EUR");
        schema.putArray("required").add("order").add("amount").add("currency");
        return AgentTool.of(NAME, "Refunds an order once.", schema);
    }

    private RefundReceipt refund(Refund input, ToolContext context)
            throws ToolException, NoEffectException, IOException, InterruptedException {
        String order = input.order();
        BigDecimal amount = input.amount();
        if (order == null || order.isBlank()) {
            throw new ToolException("ORDER_MISSING", "A refund needs the number of its order.");
        }
        if (amount == null || amount.signum() <= 0) {
            throw new ToolException("AMOUNT_NOT_POSITIVE", "A refund needs an amount of more than 0.");
        }
        String currency = currency(input.currency());
        pauses.reach(NamedPauses.BEFORE_EFFECT);
        FileLedger.Effect effect;
        try {
            effect = ledger.refund(context.idempotencyKey(), order, amount);
        } catch (LedgerUnreachableException unreachable) {
            throw new NoEffectException("LEDGER_UNREACHABLE", "The ledger was not reached.", unreachable);
        }
        pauses.reach(NamedPauses.AFTER_EFFECT);
        return new RefundReceipt(
                "rf-" + context.idempotencyKey().substring(0, 12), effect.order(), effect.amount(), currency);
    }

    private static String currency(@Nullable String code) throws ToolException {
        try {
            return Currency.getInstance(code == null ? "" : code).getCurrencyCode();
        } catch (IllegalArgumentException unknown) {
            throw new ToolException(
                    "UNKNOWN_CURRENCY",
                    "The currency must be an ISO 4217 code such as EUR.",
                    JsonNodeFactory.instance.objectNode().put("field", "currency"));
        }
    }
}

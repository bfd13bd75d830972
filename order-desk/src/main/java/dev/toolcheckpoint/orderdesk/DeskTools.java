package dev.toolcheckpoint.orderdesk;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolcheckpoint.lambda.samples.FileLedger;
import dev.toolcheckpoint.lambda.samples.LedgerUnreachableException;
import dev.toolcheckpoint.tool.NoEffectException;
import dev.toolcheckpoint.tool.ToolContext;
import dev.toolcheckpoint.tool.ToolException;
import java.io.IOException;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** What the desk's tools do. Thread-safe. */
final class DeskTools {

    private static final int REFERENCE = 12;

    private final FileLedger ledger;
    private final Place.Visitor visitor;

    DeskTools(FileLedger ledger, Place.Visitor visitor) {
        this.ledger = ledger;
        this.visitor = visitor;
    }

    /** What to refund, in euros. */
    record Refund(String order, BigDecimal amount) {}

    /**
     * The receipt.
     *
     * @param refund the refund's number, the same for every repeat of the call
     */
    record RefundReceipt(String refund, String order, BigDecimal amount) {}

    /** What to tell whom. */
    record Mail(String order, String text) {

        /** Leaves the text out. */
        @Override
        public String toString() {
            return "Mail[" + order + "]";
        }
    }

    /**
     * The receipt.
     *
     * @param mail the mail's number, the same for every repeat of the call
     */
    record MailReceipt(String mail, String to) {}

    ObjectNode lookUp(JsonNode input) throws ToolException {
        Order order = order(input.path("order").asText());
        return JsonNodeFactory.instance
                .objectNode()
                .put("order", order.number())
                .put("item", order.item())
                .put("paid", order.paid())
                .put("customer", order.customer());
    }

    RefundReceipt refund(Refund refund, @Nullable BigDecimal limit, ToolContext context)
            throws ToolException, NoEffectException, IOException, InterruptedException {
        Order order = order(refund.order());
        BigDecimal amount = refund.amount();
        if (amount.signum() <= 0 || amount.compareTo(order.paid()) > 0) {
            throw new ToolException(
                    "AMOUNT_OUT_OF_RANGE",
                    "A refund of " + order.number() + " is above 0 and at most " + order.paid() + ".");
        }
        if (limit != null && amount.compareTo(limit) > 0) {
            throw new ToolException(
                    "NEEDS_APPROVAL",
                    "Above " + limit + " use " + OrderDesk.LARGE_REFUND + ", which is approved first.");
        }
        visitor.reached(Place.BEFORE_REFUND);
        FileLedger.Effect effect;
        try {
            effect = ledger.refund(context.idempotencyKey(), order.number(), amount);
        } catch (LedgerUnreachableException unreachable) {
            throw new NoEffectException("LEDGER_UNREACHABLE", "The payment service was not reached.", unreachable);
        }
        visitor.reached(Place.AFTER_REFUND);
        return new RefundReceipt(number("rf", context), effect.order(), effect.amount());
    }

    MailReceipt mail(Mail mail, ToolContext context)
            throws ToolException, NoEffectException, IOException, InterruptedException {
        Order order = order(mail.order());
        try {
            ledger.commit(
                    context.idempotencyKey(),
                    JsonNodeFactory.instance
                            .objectNode()
                            .put("order", order.number())
                            .put("mail", order.customer()));
        } catch (LedgerUnreachableException unreachable) {
            throw new NoEffectException("MAIL_UNREACHABLE", "The mail service was not reached.", unreachable);
        }
        visitor.reached(Place.AFTER_MAIL);
        return new MailReceipt(number("ml", context), order.customer());
    }

    private static String number(String kind, ToolContext context) {
        return kind + "-" + context.idempotencyKey().substring(0, REFERENCE);
    }

    private static Order order(String number) throws ToolException {
        return Order.find(number)
                .orElseThrow(() -> new ToolException(
                        "ORDER_UNKNOWN",
                        "There is no such order. There are: "
                                + String.join(
                                        ", ",
                                        Order.ALL.stream().map(Order::number).toList())
                                + "."));
    }
}

package dev.toolcheckpoint.orderdesk;

import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.toolcheckpoint.lambda.samples.FileLedger;
import dev.toolcheckpoint.protocol.Recovery;
import dev.toolcheckpoint.runs.Agent;
import dev.toolcheckpoint.runs.Budget;
import dev.toolcheckpoint.runs.RunTool;
import dev.toolcheckpoint.tool.Tool;
import java.math.BigDecimal;
import java.time.Duration;

/**
 * The sample agent {@value #NAME}: a customer complains of an order; it looks the order up, refunds it and mails the customer.
 *
 * <p>Its four tools are of the three kinds that there are. Looking up has no effect and is repeated at will. A refund has one that nobody
 * may repeat (manual recovery), and above {@link #LIMIT} somebody approves it first. A mail may be repeated, because the mail service knows its key
 * (idempotent recovery).
 */
public final class OrderDesk {

    /** The agent's name. */
    public static final String NAME = "order-desk";

    /** Refunds above it need an approval, in euros. */
    public static final BigDecimal LIMIT = new BigDecimal("100.00");

    static final String LOOK_UP = "look_up_order";
    static final String REFUND = "refund_order";
    static final String LARGE_REFUND = "refund_large_order";
    static final String MAIL = "mail_customer";

    private static final Duration APPROVAL = Duration.ofDays(2);
    private static final Duration MAIL_RETRIES = Duration.ofHours(1);
    private static final Budget BUDGET = new Budget(12, 50_000, Duration.ofMinutes(10));

    private static final String INSTRUCTIONS = """
            You work at the order desk of a shop. The message names an order that a customer complains of. Look the order up. \
            Refund what was paid, once: up to %s euros with %s, above with %s, which a person approves first. Then mail the \
            customer what was done, once. When a refund is rejected or fails, do not try another; mail the customer that \
            somebody looks into it. End with one sentence that says what was done.""".formatted(LIMIT, REFUND, LARGE_REFUND);

    private OrderDesk() {}

    /**
     * The agent.
     *
     * @param model who decides what to do
     * @param ledger the outside world: the payments and mails that were made
     * @param visitor is told where the tools are, for trials
     */
    public static Agent agent(ChatModel model, FileLedger ledger, Place.Visitor visitor) {
        DeskTools desk = new DeskTools(ledger, visitor);
        return Agent.named(NAME, model)
                .instructions(INSTRUCTIONS)
                .budget(BUDGET)
                .continuesThread()
                .tools(lookUp(desk), refund(desk), largeRefund(desk), mail(desk))
                .build();
    }

    private static RunTool lookUp(DeskTools desk) {
        return RunTool.plain(
                ToolSpecification.builder()
                        .name(LOOK_UP)
                        .description("Looks an order up: item, what was paid in euros, customer.")
                        .parameters(JsonObjectSchema.builder()
                                .addStringProperty("order", "The order's number, such as order-1001")
                                .required("order")
                                .build())
                        .build(),
                desk::lookUp);
    }

    private static RunTool refund(DeskTools desk) {
        return RunTool.effect(
                refundSpecification(REFUND, "Refunds up to " + LIMIT + " euros of an order, at once."),
                Tool.named(REFUND, DeskTools.Refund.class)
                        .recovery(Recovery.manual())
                        .handler((refund, context) -> desk.refund(refund, LIMIT, context)));
    }

    private static RunTool largeRefund(DeskTools desk) {
        return RunTool.effect(
                        refundSpecification(
                                LARGE_REFUND,
                                "Refunds any part of an order, after a person approved it. Use it above " + LIMIT
                                        + " euros."),
                        Tool.named(LARGE_REFUND, DeskTools.Refund.class)
                                .recovery(Recovery.manual())
                                .handler((refund, context) -> desk.refund(refund, null, context)))
                .approvedWithin(APPROVAL);
    }

    private static ToolSpecification refundSpecification(String name, String description) {
        return ToolSpecification.builder()
                .name(name)
                .description(description)
                .parameters(JsonObjectSchema.builder()
                        .addStringProperty("order", "The order's number")
                        .addNumberProperty("amount", "In euros, as in 25.00; at most what was paid")
                        .required("order", "amount")
                        .build())
                .build();
    }

    private static RunTool mail(DeskTools desk) {
        return RunTool.effect(
                ToolSpecification.builder()
                        .name(MAIL)
                        .description("Mails the customer of an order.")
                        .parameters(JsonObjectSchema.builder()
                                .addStringProperty("order", "The order's number")
                                .addStringProperty("text", "What to tell the customer")
                                .required("order", "text")
                                .build())
                        .build(),
                Tool.named(MAIL, DeskTools.Mail.class)
                        .recovery(Recovery.idempotent(MAIL_RETRIES))
                        .handler(desk::mail));
    }
}

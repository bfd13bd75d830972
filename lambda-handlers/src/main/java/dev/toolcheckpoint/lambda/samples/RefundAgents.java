package dev.toolcheckpoint.lambda.samples;

import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.toolcheckpoint.lambda.runs.RunsSetup;
import dev.toolcheckpoint.protocol.Recovery;
import dev.toolcheckpoint.runs.Agent;
import dev.toolcheckpoint.runs.RunTool;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * The sample agent: {@code refunds} refunds an order once somebody approved it. Its model follows a script, so that it needs no key; put
 * a model of LangChain4j in its place.
 */
public final class RefundAgents implements RunsSetup {

    /** The agent's name. */
    public static final String NAME = "refunds";

    /** How long somebody may take to approve a refund. */
    private static final Duration APPROVAL = Duration.ofDays(1);

    /** For {@code TOOL_CHECKPOINT_RUNS}. */
    public RefundAgents() {}

    @Override
    public List<Agent> agents(Map<String, String> environment) {
        FileLedger ledger = new FileLedger(RefundFunction.ledgerFile(environment));
        return List.of(Agent.named(NAME, new ScriptedRefundModel())
                .instructions("Refund the order of the trigger, and say what you did.")
                .tools(RunTool.effect(specification(), RefundTool.over(ledger, Recovery.manual(), environment))
                        .approvedWithin(APPROVAL))
                .build());
    }

    private static ToolSpecification specification() {
        return ToolSpecification.builder()
                .name(RefundTool.NAME)
                .description("Refunds an order once.")
                .parameters(JsonObjectSchema.builder()
                        .addStringProperty("order", "The order's number")
                        .addNumberProperty("amount", "More than 0")
                        .addStringProperty("currency", "ISO 4217, such as EUR")
                        .required("order", "amount", "currency")
                        .build())
                .build();
    }
}

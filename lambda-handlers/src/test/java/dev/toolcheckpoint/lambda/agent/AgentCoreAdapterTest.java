package dev.toolcheckpoint.lambda.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolcheckpoint.lambda.EventFixture;
import dev.toolcheckpoint.lambda.Samples;
import dev.toolcheckpoint.lambda.TestContexts;
import dev.toolcheckpoint.lambda.ToolFunction;
import dev.toolcheckpoint.lambda.UnrecognisedEventException;
import dev.toolcheckpoint.protocol.CheckpointKey;
import dev.toolcheckpoint.protocol.ConfigurationException;
import dev.toolcheckpoint.protocol.Recovery;
import dev.toolcheckpoint.testing.Operation;
import dev.toolcheckpoint.tool.ToolResult;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Lambda targets of an AgentCore gateway: every end as JSON, the tool's name, the key. */
class AgentCoreAdapterTest {

    private static final String SAMPLE = "agentcore-gateway";
    private static final String KEY = "order-4711:refund-1";
    private static final String SHARED = ",\"retryable\":%s,\"effectMayHaveHappened\":true,";

    private final EventFixture fixture = new EventFixture();
    private final Map<String, String> custom = custom();

    @ParameterizedTest
    @EnumSource
    void everyEnd_isTheResultOrAnErrorValue(End end) {
        End.Way way = new End.Way(
                fixture, KEY, End.INPUT, builder -> builder, function -> answer(function, Samples.text(SAMPLE)));

        String answer = way.settled(end.reach(way));

        switch (end) {
            case RESULT, REPLAY -> assertThat(answer).isEqualTo(end.text);
            case NO_RESULT -> assertThat(answer).isEqualTo("null");
            case TOOL_ERROR, TOOL_ERROR_REPLAYED ->
                assertThat(answer)
                        .isEqualTo(error(end, "TOOL_ERROR", "no such order", false)
                                + "\"retryableAsNewCall\":false,\"toolError\":" + end.text + "}}");
            case STORE_DOWN -> assertThat(answer).startsWith("{\"error\":{\"code\":\"STORE_UNAVAILABLE\",");
            default -> {
                // What a model reads elsewhere is a sentence and these same facts.
                String sentence = end.text.substring(0, end.text.indexOf(" {"));
                String code = end.text.replaceAll("(?s).*\\{\"code\":\"([A-Z_]+)\".*", "$1");
                String facts = end.text.substring(end.text.indexOf("\",", end.text.indexOf("\"code\"") + 8) + 2);
                boolean inError = end == End.FORGOTTEN || end == End.OVER_CAP;
                assertThat(answer)
                        .isEqualTo(error(end, code, sentence, end == End.IN_PROGRESS || end == End.RETRYABLE)
                                + (inError ? facts : facts.replace(",RECORD", "")) + "}");
            }
        }
    }

    private static String error(End end, String code, String message, boolean retryable) {
        assertThat(end.error).isTrue();
        return "{\"error\":{\"code\":\"" + code + "\",\"message\":\"" + message + "\""
                + SHARED.replace("%s", Boolean.toString(retryable));
    }

    @Test
    void resultThatIsNoJson_isAText() {
        ToolFunction function = fixture.manual(
                (input, context) -> ToolResult.of("text/plain", "a \"b\"".getBytes(StandardCharsets.UTF_8)));

        assertThat(answer(function, Samples.text(SAMPLE))).isEqualTo("\"a \\\"b\\\"\"");
    }

    @Test
    void toolName_isSplitAtTheFirstDelimiter() {
        var tool = dev.toolcheckpoint.tool.Tool.named("a___b", JsonNode.class).handler((input, context) -> "split");
        ToolFunction function = fixture.function(tool).build();
        custom.put(AgentCoreAdapter.TOOL, "target___a___b");

        assertThat(answer(function, Samples.text(SAMPLE))).isEqualTo("\"split\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"refunds___unknown", "", "___", "refunds___"})
    void unknownTool_isAnErrorValue(String name) {
        custom.put(AgentCoreAdapter.TOOL, name);

        assertRefused(Samples.text(SAMPLE), fixture.manual((input, context) -> "x"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "\"\"", "\" \"", "7", "[\"a\"]", "LONG", "ABSENT"})
    void badKey_isRefused_becauseTheToolMayHaveEffects(String key) {
        ObjectNode event = Samples.event(SAMPLE);
        event.remove("idempotencyKey");
        String text = event.toString();
        if (!key.equals("ABSENT")) {
            String value = key.equals("LONG") ? "\"" + "k".repeat(10_240) + "\"" : key;
            text = text.substring(0, text.length() - 1) + ",\"idempotencyKey\":" + value + "}";
        }

        assertRefused(text, fixture.manual((input, context) -> "x"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "7", "[]", "\"order\""})
    void argumentsThatAreNoObject_areRefused(String event) {
        assertRefused(event, fixture.manual((input, context) -> "x"));
    }

    @Test
    void idsOfTheClientContext_areNoPartOfTheCall() {
        ToolFunction function = fixture.manual((input, context) -> "done");

        answer(function, Samples.text(SAMPLE));
        custom.put("bedrockAgentCoreMcpMessageId", "4");
        custom.put("bedrockAgentCoreAwsRequestId", "another");
        answer(function, Samples.text(SAMPLE));

        assertThat(fixture.executions()).hasValue(1);
        assertThat(fixture.record(KEY)).isPresent();
    }

    @Test
    void declaredArgument_orNoEffects() {
        ToolFunction function = declared(AgentKey.argument("order"));
        assertThat(answer(function, Samples.text(SAMPLE))).isEqualTo("\"x\"");
        assertThat(fixture.record("order-4711")).isPresent();

        assertThat(answer(declared(AgentKey.withoutEffects()), "{}")).isEqualTo("\"x\"");
        assertThat(fixture.record("request/request-1")).isPresent();

        AgentCoreAdapter.Builder builder = AgentCoreAdapter.builder();
        assertThatThrownBy(() -> builder.key("t", AgentKey.sessionAttribute("turn")))
                .isInstanceOf(ConfigurationException.class);
        assertThatThrownBy(() -> builder.key("t", AgentKey.sessionAndArguments(Duration.ofMinutes(1))))
                .isInstanceOf(ConfigurationException.class);
    }

    /** Bare arguments may look like another source's event; the client context decides. */
    @ParameterizedTest
    @ValueSource(strings = {"direct-refund", "sqs-refund", "http-api", "eventbridge", "bedrock-agent-function"})
    void argumentsThatLookLikeAnotherSource_areStillArguments(String sample) {
        ObjectNode event = Samples.event(sample).put("idempotencyKey", KEY);
        ToolFunction function = fixture.manual((input, context) -> input.size());

        assertThat(answer(function, event.toString())).isEqualTo(Integer.toString(event.size() - 1));
        assertThat(fixture.record(KEY)).isPresent();
    }

    @Test
    void withoutTheToolName_theEventIsNotRecognised() {
        custom.remove(AgentCoreAdapter.TOOL);
        ToolFunction function = fixture.manual((input, context) -> "x");

        assertThatThrownBy(() -> answer(function, Samples.text(SAMPLE))).isInstanceOf(UnrecognisedEventException.class);
        assertThatThrownBy(() -> fixture.answer(function, Samples.text(SAMPLE)))
                .isInstanceOf(UnrecognisedEventException.class);
        assertThat(fixture.store().count(Operation.CREATE)).isZero();
    }

    @Test
    void namespaceOfTheEventOrTheClient_isIgnored() {
        custom.put("namespace", "victim");

        answer(
                fixture.manual((input, context) -> "x"),
                Samples.event(SAMPLE).put("namespace", "victim").toString());

        assertThat(fixture.record(KEY)).isPresent();
        assertThat(fixture.journal().inspect(CheckpointKey.of("victim", KEY))).isEmpty();
    }

    private ToolFunction declared(AgentKey key) {
        return fixture.function(fixture.tool(Recovery.manual(), (input, context) -> "x"))
                .adapter(AgentCoreAdapter.builder().key(EventFixture.TOOL, key).build())
                .build();
    }

    private void assertRefused(String event, ToolFunction function) {
        assertThat(answer(function, event)).startsWith("{\"error\":{\"code\":\"INVALID_ARGUMENT\",");
        assertThat(fixture.executions()).hasValue(0);
        assertThat(fixture.store().count(Operation.CREATE)).isZero();
    }

    private String answer(ToolFunction function, String event) {
        return fixture.answer(function, event, TestContexts.withClient(30_000, custom));
    }

    private static Map<String, String> custom() {
        Map<String, String> custom = new LinkedHashMap<>();
        Samples.event(SAMPLE + ".client-context")
                .path("custom")
                .properties()
                .forEach(entry -> custom.put(entry.getKey(), entry.getValue().textValue()));
        return custom;
    }
}

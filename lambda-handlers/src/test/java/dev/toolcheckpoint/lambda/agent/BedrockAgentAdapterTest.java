package dev.toolcheckpoint.lambda.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolcheckpoint.json.JsonLimits;
import dev.toolcheckpoint.json.StrictJson;
import dev.toolcheckpoint.lambda.EventFixture;
import dev.toolcheckpoint.lambda.Samples;
import dev.toolcheckpoint.lambda.ToolFunction;
import dev.toolcheckpoint.protocol.CheckpointKey;
import dev.toolcheckpoint.protocol.ConfigurationException;
import dev.toolcheckpoint.protocol.Recovery;
import dev.toolcheckpoint.tool.ToolException;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Bedrock Agents: every end in both styles, to the letter. */
class BedrockAgentAdapterTest {

    static final String FUNCTION = "bedrock-agent-function";
    static final String API = "bedrock-agent-api";
    static final String KEY = "order-4711:refund-1";
    private static final String ATTRIBUTES = ",\"sessionAttributes\":{\"customer\":\"c-1\",\"turn\":\"7\"},"
            + "\"promptSessionAttributes\":{\"locale\":\"en\"}}";

    private final EventFixture fixture = new EventFixture();

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "STORE_DOWN")
    void everyEnd_inFunctionStyle_isATextWithoutAState(End end) {
        End.Way way = way(FUNCTION, builder -> builder);

        assertThat(way.settled(end.reach(way))).isEqualTo(function("", end.text));
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "STORE_DOWN")
    void everyEnd_inApiStyle_isAStatusAndABody(End end) {
        End.Way way = way(API, builder -> builder);

        String answer = way.settled(end.reach(way));

        switch (end) {
            case RESULT, REPLAY -> assertThat(answer).isEqualTo(api(200, end.text));
            case NO_RESULT -> assertThat(answer).isEqualTo(api(200, "null"));
            case TOOL_ERROR, TOOL_ERROR_REPLAYED -> assertApi(answer, 400, "TOOL_ERROR");
            case IN_PROGRESS -> assertApi(answer, 409, "IN_PROGRESS");
            case CONFLICT -> assertApi(answer, 422, "BINDING_CONFLICT");
            case UNCERTAIN -> assertApi(answer, 409, "UNCERTAIN");
            case RETRYABLE -> assertApi(answer, 503, "RETRYABLE");
            case FORGOTTEN -> assertApi(answer, 409, "RESULT_FORGOTTEN");
            case OVER_CAP -> assertApi(answer, 409, "RESPONSE_TOO_LARGE");
            case STORE_DOWN -> throw new AssertionError();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {FUNCTION, API})
    void storeDown_isATextThatAllowsTheSameCall_or503(String sample) {
        String answer = End.STORE_DOWN.reach(way(sample, builder -> builder));

        if (sample.equals(API)) {
            assertApi(answer, 503, "STORE_UNAVAILABLE");
        } else {
            assertThat(answer).contains("STORE_UNAVAILABLE").doesNotContain("responseState");
        }
    }

    @Test
    void uncertain_isAFailure_onlyWhenConfigured() {
        End.Way way = way(
                FUNCTION,
                builder -> builder.adapter(
                        BedrockAgentAdapter.builder().failureWhenUncertain().build()));

        assertThat(way.settled(End.UNCERTAIN.reach(way)))
                .isEqualTo(function("\"responseState\":\"FAILURE\",", End.UNCERTAIN.text));
    }

    @Test
    void toolErrorWithAStatusOfItsOwn_hasIt() {
        ToolFunction function = fixture.manual((input, context) -> {
            throw new ToolException(
                    "NO_ORDER",
                    "no such order",
                    JsonNodeFactory.instance.objectNode().put("httpStatus", 404));
        });

        assertApi(fixture.answer(function, Samples.text(API)), 404, "TOOL_ERROR");
        assertApi(fixture.answer(function, Samples.text(API)), 404, "TOOL_ERROR");
    }

    @ParameterizedTest
    @ValueSource(strings = {FUNCTION, API})
    void toolGetsTheTypedObject(String sample) {
        ToolFunction function = fixture.manual((input, context) -> {
            assertThat(input).isEqualTo(End.INPUT);
            return "typed";
        });

        assertThat(fixture.answer(function, Samples.text(sample))).contains("\\\"typed\\\"");
        assertThat(fixture.record(KEY)).isPresent();
    }

    @Test
    void route_namesTheTool_andAnUnknownOneIs400() {
        ToolFunction function = fixture.function(fixture.tool(Recovery.manual(), (input, context) -> "x"))
                .adapter(BedrockAgentAdapter.builder()
                        .route("POST /orders/{order}/refund", EventFixture.TOOL)
                        .build())
                .build();

        assertThat(fixture.answer(function, Samples.text(API))).isEqualTo(api(200, "\"x\""));
        assertApi(
                fixture.answer(function, Samples.text(API).replace("/refund\"", "/other\"")), 400, "INVALID_ARGUMENT");
        assertThatThrownBy(() -> BedrockAgentAdapter.builder().route("/orders", "x"))
                .isInstanceOf(ConfigurationException.class);
        assertThatThrownBy(
                        () -> BedrockAgentAdapter.builder().route("GET /a", "x").route("GET /a", "y"))
                .isInstanceOf(ConfigurationException.class);
    }

    @Test
    void unknownFunction_isRefused() {
        String answer = fixture.answer(
                fixture.manual((input, context) -> "x"), Samples.event(FUNCTION).put("function", "unknown"));

        assertThat(answer).contains("INVALID_ARGUMENT").contains("\"function\":\"unknown\"");
        assertThat(fixture.executions()).hasValue(0);
    }

    @ParameterizedTest
    @ValueSource(strings = {FUNCTION, API})
    void attributesThatAreNotThere_stayAbsent(String sample) {
        ObjectNode event = Samples.event(sample);
        event.remove("sessionAttributes");
        event.putNull("promptSessionAttributes");

        String answer = fixture.answer(fixture.manual((input, context) -> "x"), event);

        assertThat(answer).doesNotContain("ttributes").contains("\\\"x\\\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {FUNCTION, API})
    void namespaceOfTheEvent_isIgnored(String sample) {
        ObjectNode event = Samples.event(sample).put("namespace", "victim");
        event.withObject("/sessionAttributes").put("namespace", "victim");

        fixture.answer(fixture.manual((input, context) -> "x"), event);

        assertThat(fixture.record(KEY)).isPresent();
        assertThat(fixture.journal().inspect(CheckpointKey.of("victim", KEY))).isEmpty();
    }

    private End.Way way(String sample, UnaryOperator<ToolFunction.Builder> options) {
        return new End.Way(
                fixture, KEY, End.INPUT, options, function -> fixture.answer(function, Samples.text(sample)));
    }

    static String function(String state, String text) {
        return "{\"messageVersion\":\"1.0\",\"response\":{\"actionGroup\":\"refunds\",\"function\":\"refund-order\","
                + "\"functionResponse\":{" + state + "\"responseBody\":{\"TEXT\":{\"body\":"
                + JsonNodeFactory.instance.textNode(text) + "}}}}" + ATTRIBUTES;
    }

    static String api(int status, String body) {
        return "{\"messageVersion\":\"1.0\",\"response\":{\"actionGroup\":\"refunds\","
                + "\"apiPath\":\"/orders/{order}/refund\",\"httpMethod\":\"POST\",\"httpStatusCode\":" + status
                + ",\"responseBody\":{\"application/json\":{\"body\":"
                + JsonNodeFactory.instance.textNode(body) + "}}}" + ATTRIBUTES;
    }

    /** The whole envelope, and an error object with this code as its body. */
    static void assertApi(String answer, int status, String code) {
        JsonNode body = StrictJson.parse(answer, JsonLimits.DEFAULT)
                .path("response")
                .path("responseBody")
                .path("application/json")
                .path("body");
        assertThat(body.isTextual()).as(answer).isTrue();
        if (answer.contains("/refund\"")) {
            assertThat(answer).isEqualTo(api(status, body.textValue()));
        }
        assertThat(answer).contains("\"httpStatusCode\":" + status + ",");
        assertThat(body.textValue()).startsWith("{\"error\":{\"code\":\"" + code + "\",");
    }
}

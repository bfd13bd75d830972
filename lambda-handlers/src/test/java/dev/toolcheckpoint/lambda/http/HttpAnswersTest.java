package dev.toolcheckpoint.lambda.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolcheckpoint.json.JsonLimits;
import dev.toolcheckpoint.json.StrictJson;
import dev.toolcheckpoint.lambda.EventFixture;
import dev.toolcheckpoint.lambda.Samples;
import dev.toolcheckpoint.lambda.ToolFunction;
import dev.toolcheckpoint.protocol.CheckpointKey;
import dev.toolcheckpoint.protocol.Recovery;
import dev.toolcheckpoint.testing.Fault;
import dev.toolcheckpoint.testing.Operation;
import dev.toolcheckpoint.tool.ToolException;
import dev.toolcheckpoint.tool.ToolResult;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What each HTTP front end gets for each end of a call: the row of the table, from the sample events. */
class HttpAnswersTest {

    private static final String KEY = "order-4711:refund-1";
    private static final JsonNode INPUT =
            StrictJson.parse("{\"order\":\"order-4711\",\"amount\":25.00,\"currency\":\"EUR\"}", JsonLimits.DEFAULT);

    private final EventFixture fixture = new EventFixture();

    @ParameterizedTest
    @ValueSource(strings = {"http-rest", "http-api", "function-url-base64", "alb", "alb-multi-value"})
    void success_isTheStoredBody_andSoIsItsReplayWithAMark(String sample) {
        ToolFunction function = fixture.manual((input, context) -> {
            assertThat(input).isEqualTo(INPUT);
            return ToolResult.json("{ \"refund\":1.50}");
        });

        assertThat(fixture.answer(function, Samples.text(sample)))
                .isEqualTo(raw(sample, 200, "application/json", "", "{ \"refund\":1.50}"));
        assertThat(fixture.answer(function, Samples.text(sample)))
                .isEqualTo(raw(sample, 200, "application/json", "Idempotency-Replayed", "{ \"refund\":1.50}"));
        assertThat(fixture.executions()).hasValue(1);
        assertThat(fixture.record(KEY)).isPresent();
    }

    @ParameterizedTest
    @ValueSource(strings = {"http-rest", "http-api", "function-url-base64", "alb", "alb-multi-value"})
    void ownStatus_andBinaryBody_areStored(String sample) {
        byte[] pdf = {'%', 'P', (byte) 0xff, 0};
        ToolFunction function = fixture.manual((input, context) -> HttpResult.of(201, "application/pdf", pdf));

        fixture.answer(function, Samples.text(sample));
        JsonNode replay = parse(fixture.answer(function, Samples.text(sample)));

        assertThat(replay.path("statusCode").intValue()).isEqualTo(201);
        assertThat(replay.path("isBase64Encoded").booleanValue()).isTrue();
        assertThat(Base64.getDecoder().decode(replay.path("body").textValue())).isEqualTo(pdf);
        assertThat(header(replay, "Content-Type")).isEqualTo("application/pdf");
    }

    @ParameterizedTest
    @ValueSource(strings = {"http-rest", "http-api", "function-url-base64", "alb", "alb-multi-value"})
    void noResult_is204(String sample) {
        ToolFunction function = fixture.manual((input, context) -> ToolResult.none());

        JsonNode answer = parse(fixture.answer(function, Samples.text(sample)));

        assertThat(answer.path("statusCode").intValue()).isEqualTo(204);
        assertThat(answer.path("body").textValue()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"http-rest", "http-api", "function-url-base64", "alb", "alb-multi-value"})
    void toolError_hasItsOwnStatus_andSoHasItsReplay(String sample) {
        ToolFunction function = fixture.manual((input, context) -> {
            throw new ToolException(
                    "NO_ORDER",
                    "no such order",
                    JsonNodeFactory.instance.objectNode().put("httpStatus", 404));
        });

        JsonNode first = parse(fixture.answer(function, Samples.text(sample)));
        JsonNode replay = parse(fixture.answer(function, Samples.text(sample)));

        assertThat(problem(first, 404, "tool-error").toString())
                .isEqualTo(
                        "{\"type\":\"tag:toolcheckpoint.dev,2026:tool-error\",\"title\":\"The tool ended with an error\","
                                + "\"status\":404,\"detail\":\"no such order\",\"code\":\"TOOL_ERROR\",\"retryable\":false,"
                                + "\"effectMayHaveHappened\":true,\"retryableAsNewCall\":false,\"toolError\":{\"code\":\"NO_ORDER\","
                                + "\"message\":\"no such order\",\"details\":{\"httpStatus\":404}}}");
        assertThat(replay.path("body")).isEqualTo(first.path("body"));
        assertThat(header(first, "Idempotency-Replayed")).isNull();
        assertThat(header(replay, "Idempotency-Replayed")).isEqualTo("true");
        assertThat(fixture.executions()).hasValue(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"http-rest", "http-api", "function-url-base64", "alb", "alb-multi-value"})
    void inProgress_is409WithRetryAfter(String sample) {
        fixture.claimAndDie(KEY, INPUT, Duration.ofMillis(12_001));

        JsonNode answer = parse(fixture.answer(fixture.manual((input, context) -> "x"), Samples.text(sample)));

        problem(answer, 409, "in-progress");
        assertThat(header(answer, "Retry-After")).isEqualTo("13");
        assertThat(fixture.executions()).hasValue(0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"http-rest", "http-api", "function-url-base64", "alb", "alb-multi-value"})
    void keyReusedWithAnotherBody_is422(String sample) {
        fixture.claimAndDie(KEY, JsonNodeFactory.instance.textNode("another"), Duration.ofSeconds(5));

        JsonNode answer = parse(fixture.answer(fixture.manual((input, context) -> "x"), Samples.text(sample)));

        assertThat(problem(answer, 422, "key-reused").path("differing").toString())
                .isEqualTo("[\"inputFingerprint\"]");
        assertThat(fixture.executions()).hasValue(0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"http-rest", "http-api", "function-url-base64", "alb", "alb-multi-value"})
    void uncertain_is409WithItsOwnType_andStaysSo(String sample) {
        ToolFunction function = fixture.manual((input, context) -> {
            throw new IllegalStateException("connection reset");
        });

        JsonNode first = parse(fixture.answer(function, Samples.text(sample)));
        JsonNode again = parse(fixture.answer(function, Samples.text(sample)));

        assertThat(problem(first, 409, "uncertain").path("retryable").booleanValue())
                .isFalse();
        assertThat(header(first, "Retry-After")).isNull();
        problem(again, 409, "uncertain");
        assertThat(fixture.executions()).hasValue(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"http-rest", "http-api", "function-url-base64", "alb", "alb-multi-value"})
    void givenUp_is503WithRetryAfter(String sample) {
        ToolFunction function = fixture.idempotent((input, context) -> {
            throw new IllegalStateException("503");
        });

        JsonNode answer = parse(fixture.answer(function, Samples.text(sample)));

        problem(answer, 503, "retryable");
        assertThat(header(answer, "Retry-After")).matches("[1-9][0-9]*");
    }

    @ParameterizedTest
    @ValueSource(strings = {"http-rest", "http-api", "function-url-base64", "alb", "alb-multi-value"})
    void storeDown_is503WithRetryAfter_andNothingRuns(String sample) {
        fixture.store().always(Operation.CREATE, Fault.unavailable());

        JsonNode answer = parse(fixture.answer(fixture.manual((input, context) -> "x"), Samples.text(sample)));

        problem(answer, 503, "unavailable");
        assertThat(header(answer, "Retry-After")).isEqualTo("5");
        assertThat(fixture.executions()).hasValue(0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"http-rest", "http-api", "function-url-base64", "alb", "alb-multi-value"})
    void resultForgotten_is409EffectDone(String sample) {
        ToolFunction function = fixture.manual((input, context) -> "x");
        fixture.answer(function, Samples.text(sample));
        fixture.journal().forget(CheckpointKey.of(EventFixture.NAMESPACE, KEY));

        JsonNode answer = parse(fixture.answer(function, Samples.text(sample)));

        JsonNode problem = problem(answer, 409, "effect-done");
        assertThat(problem.path("effectMayHaveHappened").booleanValue()).isTrue();
        assertThat(problem.path("size").intValue()).isEqualTo(3);
        assertThat(fixture.executions()).hasValue(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"http-rest", "http-api", "function-url-base64", "alb", "alb-multi-value"})
    void resultOverTheCap_isBounded_andTheRecordStaysCompleted(String sample) {
        // The store keeps up to 1 MiB here: the body fits, and the JSON around it does not.
        int length = 1024 * 1024 - 2;
        ToolFunction.Builder builder =
                fixture.function(fixture.tool(Recovery.manual(), (input, context) -> "y".repeat(length)));
        ToolFunction function = (sample.startsWith("alb") ? builder : builder.maxResponse(5_000)).build();

        String first = fixture.answer(function, Samples.text(sample));
        JsonNode replay = parse(fixture.answer(function, Samples.text(sample)));

        JsonNode problem = problem(parse(first), 409, "effect-done");
        assertThat(problem.path("code").textValue()).isEqualTo("RESPONSE_TOO_LARGE");
        assertThat(problem.path("size").intValue()).isEqualTo(length + 2);
        assertThat(problem.path("id").textValue()).hasSize(64);
        assertThat(first.length()).isLessThan(2_000);
        assertThat(replay.path("body")).isEqualTo(parse(first).path("body"));
        assertThat(fixture.record(KEY).orElseThrow().status().hasOutcome()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"http-rest", "http-api", "function-url-base64", "alb", "alb-multi-value"})
    void resultThatCouldNotBeStored_is409_becauseTheEffectIsDone(String sample) {
        ToolFunction function = fixture.manual((input, context) -> "y".repeat(1024 * 1024));

        problem(parse(fixture.answer(function, Samples.text(sample))), 409, "tool-error");
        problem(parse(fixture.answer(function, Samples.text(sample))), 409, "tool-error");
        assertThat(fixture.executions()).hasValue(1);
    }

    /** The answer to the letter, in the form of the sample's headers. */
    private static String raw(String sample, int status, String type, String replayed, String body) {
        boolean lists = Samples.event(sample).has("multiValueHeaders");
        StringBuilder headers = new StringBuilder("\"Content-Type\":" + value(type, lists));
        if (!replayed.isEmpty()) {
            headers.append(",\"").append(replayed).append("\":").append(value("true", lists));
        }
        return "{\"statusCode\":" + status
                + (sample.startsWith("alb") ? ",\"statusDescription\":\"200 OK\"" : "")
                + (lists ? ",\"multiValueHeaders\":{" : ",\"headers\":{") + headers + "},\"body\":"
                + JsonNodeFactory.instance.textNode(body) + ",\"isBase64Encoded\":false}";
    }

    private static String value(String text, boolean list) {
        return list ? "[\"" + text + "\"]" : "\"" + text + "\"";
    }

    static JsonNode parse(String answer) {
        return StrictJson.parse(answer.getBytes(StandardCharsets.UTF_8), new JsonLimits(10_000_000, 64, 100_000));
    }

    static JsonNode problem(JsonNode answer, int status, String type) {
        assertThat(answer.path("statusCode").intValue()).as(answer.toString()).isEqualTo(status);
        assertThat(header(answer, "Content-Type")).isEqualTo("application/problem+json");
        ObjectNode problem = (ObjectNode) parse(answer.path("body").textValue());
        assertThat(problem.path("type").textValue()).isEqualTo("tag:toolcheckpoint.dev,2026:" + type);
        assertThat(problem.path("status").intValue()).isEqualTo(status);
        return problem;
    }

    static @Nullable String header(JsonNode answer, String name) {
        JsonNode single = answer.path("headers").path(name);
        return single.isTextual()
                ? single.textValue()
                : answer.path("multiValueHeaders").path(name).path(0).textValue();
    }
}

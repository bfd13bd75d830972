package dev.toolcheckpoint.lambda;

import static dev.toolcheckpoint.lambda.Fixture.answer;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolcheckpoint.journal.Intent;
import dev.toolcheckpoint.json.Digests;
import dev.toolcheckpoint.json.JsonLimits;
import dev.toolcheckpoint.json.StrictJson;
import dev.toolcheckpoint.lambda.agent.AgentTool;
import dev.toolcheckpoint.lambda.agent.McpAdapter;
import dev.toolcheckpoint.protocol.Binding;
import dev.toolcheckpoint.protocol.Recovery;
import dev.toolcheckpoint.testing.Fault;
import dev.toolcheckpoint.testing.Operation;
import dev.toolcheckpoint.tool.Tool;
import dev.toolcheckpoint.tool.ToolException;
import dev.toolcheckpoint.tool.ToolHandler;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each end of an MCP call, from the samples in {@code events/}, as raw JSON. */
class McpAdapterTest {

    private static final String MODERN = "mcp-2026-07-28-refund";
    private static final String KEY = "order-4711:refund-1";
    private static final ObjectNode SCHEMA =
            JsonNodeFactory.instance.objectNode().put("type", "object");

    private final Fixture fixture = new Fixture();

    @ParameterizedTest
    @CsvSource({MODERN + ", '7', '\"resultType\":\"complete\",'", "mcp-2025-11-25-refund, '\"call-7\"', ''"})
    void success_carriesThisRequestsId_andReplaysToTheLetter(String sample, String id, String type) throws Exception {
        ToolFunction function = function((input, context) -> context.callId() + input.get("amount"));
        String expected = "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":{" + type
                + "\"content\":[{\"type\":\"text\",\"text\":\"\\\"" + KEY + "25.00\\\"\"}],\"isError\":false}}";

        assertThat(body(answer(function, sample(sample)), 200)).isEqualTo(expected);
        assertThat(body(answer(function, sample(sample)), 200)).isEqualTo(expected);
        assertThat(fixture.executions).hasValue(1);
    }

    @Test
    void retryOfTheOtherRevision_replaysWithItsOwnId() throws Exception {
        ToolFunction function = function((input, context) -> "done");
        answer(function, sample(MODERN));

        assertThat(body(answer(function, sample("mcp-2025-11-25-refund")), 200)).contains("\"id\":\"call-7\"");
        assertThat(fixture.executions).hasValue(1);
    }

    @Test
    void toolError_isTheStoredErrorToTheLetter() throws Exception {
        ToolFunction function = function((input, context) -> {
            throw new ToolException("CLOSED", "the shop is closed");
        });
        String first = body(answer(function, sample(MODERN)), 200);

        assertThat(first)
                .isEqualTo(
                        "{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{\"resultType\":\"complete\",\"content\":[{\"type\":"
                                + "\"text\",\"text\":\"{\\\"code\\\":\\\"CLOSED\\\",\\\"message\\\":\\\"the shop is closed\\\"}\"}],\"isError\":true}}");
        assertThat(body(answer(function, sample(MODERN)), 200)).isEqualTo(first);
        assertThat(fixture.executions).hasValue(1);
    }

    @Test
    void inProgress_isAnErrorOutsideTheReservedCodes_withItsTime() throws Exception {
        JsonNode input = json(json(sample(MODERN)).path("body").textValue())
                .path("params")
                .path("arguments");
        String print = Digests.fingerprint(input, JsonLimits.DEFAULT);
        fixture.journal.begin(
                Intent.of(new Binding(Fixture.NAMESPACE, KEY, "refund-order", "1", print), Recovery.manual()),
                Duration.ofSeconds(30));

        JsonNode error = json(body(answer(function((any, context) -> "x"), sample(MODERN)), 200))
                .path("error");

        assertThat(error.path("code").intValue()).isEqualTo(409);
        assertThat(error.path("data").path("retryAfterMs").longValue()).isEqualTo(30_000);
        assertThat(fixture.executions).hasValue(0);
    }

    @Test
    void conflict_isInvalidParamsWithWhatDiffers() throws Exception {
        ToolFunction function = function((input, context) -> "x");
        answer(function, sample(MODERN));

        JsonNode error = json(body(answer(function, sample(MODERN).replace("25.00", "26.00")), 200))
                .path("error");

        assertThat(error.path("code").intValue()).isEqualTo(-32_602);
        assertThat(error.path("data").path("differing")).hasToString("[\"inputFingerprint\"]");
        assertThat(fixture.executions).hasValue(1);
    }

    @Test
    void uncertain_isAnErrorTextThatForbidsARepeat() throws Exception {
        ToolFunction function = function((input, context) -> {
            throw new SocketTimeoutException("no answer");
        });

        JsonNode result = json(body(answer(function, sample(MODERN)), 200)).path("result");

        assertThat(result.path("isError").booleanValue()).isTrue();
        assertThat(result.path("content").path(0).path("text").textValue())
                .contains("Do not repeat")
                .contains("\"code\":\"UNCERTAIN\"", "\"namespace\":\"shop\",\"id\":\"");
    }

    @Test
    void storeDown_isRetryable_andRunsNothing() throws Exception {
        fixture.store.always(Operation.CREATE, Fault.throttle());

        JsonNode error = json(body(answer(function((input, context) -> "x"), sample(MODERN)), 200))
                .path("error");

        assertThat(error.path("code").intValue()).isEqualTo(503);
        assertThat(error.path("data").path("retryAfterMs").isIntegralNumber()).isTrue();
        assertThat(fixture.executions).hasValue(0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"\"", "\"  \"", "17", "null", "[\"k\"]"})
    void unusableKey_isRefused_andNothingIsClaimed(String key) throws Exception {
        String event = change(MODERN, "\"" + KEY + "\"", key);

        JsonNode result = json(body(answer(function((input, context) -> "x"), event), 200))
                .path("result");

        assertThat(result.path("isError").booleanValue()).isTrue();
        assertNothingClaimed();
    }

    @Test
    void missingOversizedAndContradictingKeys_areRefused() throws Exception {
        ToolFunction function = function((input, context) -> "x");
        for (String event : List.of(
                change(MODERN, "dev.toolcheckpoint/idempotency-key", "other"),
                change(MODERN, KEY, "k".repeat(513)),
                change(MODERN, "\"name\":\"refund-order\"", "\"name\":\"refund-order\",\"idempotencyKey\":\"else\""))) {
            assertThat(json(body(answer(function, event), 200))
                            .path("result")
                            .path("isError")
                            .booleanValue())
                    .isTrue();
        }
        assertNothingClaimed();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"jsonrpc\":\"2.0\",              | \"jsonrpc\":\"2.0\",\"id\":8,  | 400 | -32700",
                "\"id\":7                         | \"id\":null                   | 400 | -32600",
                "\"id\":7                         | \"id\":1.5                    | 400 | -32600",
                "\"name\":\"refund-order\"        | \"name\":\"other\"            | 400 | -32020",
                "\"method\":\"tools/call\"        | \"method\":\"tools/list\"     | 400 | -32020",
                "protocolVersion\":\"2026-07-28\" | protocolVersion\":\"2025-11-25\" | 400 | -32020",
                "clientCapabilities               | capabilities                  | 400 | -32602",
            })
    void whatIsNoProperRequest_getsItsCode_andNothingIsClaimed(String from, String to, int status, int code)
            throws Exception {
        JsonNode answer = json(body(answer(function((input, context) -> "x"), change(MODERN, from, to)), status));

        assertThat(answer.path("error").path("code").intValue()).isEqualTo(code);
        assertNothingClaimed();
    }

    private ToolFunction function(ToolHandler<JsonNode, Object> handler) {
        Tool<JsonNode, Object> tool = Tool.named("refund-order", JsonNode.class).handler((input, context) -> {
            fixture.executions.incrementAndGet();
            return handler.handle(input, context);
        });
        return fixture.function(tool)
                .adapter(McpAdapter.at("/mcp", AgentTool.of("refund-order", "Refunds an order.", SCHEMA)))
                .build();
    }

    private void assertNothingClaimed() {
        assertThat(fixture.store.count(Operation.CREATE)).isZero();
        assertThat(fixture.executions).hasValue(0);
    }

    private static String change(String sample, String from, String to) throws IOException {
        ObjectNode event = (ObjectNode) json(sample(sample));
        String text = event.path("body").textValue();
        assertThat(text).contains(from);
        String changed = text.replace(from, to);
        byte[] bytes = changed.getBytes(java.nio.charset.StandardCharsets.UTF_8);
        return event.put("body", Base64.getEncoder().encodeToString(bytes))
                .put("isBase64Encoded", true)
                .toString();
    }

    private static String body(String answer, int status) {
        JsonNode http = json(answer);
        assertThat(http.path("statusCode").intValue()).isEqualTo(status);
        return http.path("body").textValue();
    }

    private static JsonNode json(String text) {
        return StrictJson.parse(text, Events.LIMITS);
    }

    private static String sample(String name) throws IOException {
        return Files.readString(Path.of("..", "events", name + ".json"));
    }
}

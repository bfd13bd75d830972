package dev.toolcheckpoint.lambda;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolcheckpoint.lambda.queue.SqsAdapter;
import dev.toolcheckpoint.protocol.Recovery;
import dev.toolcheckpoint.tool.ToolException;
import dev.toolcheckpoint.tool.ToolHandler;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A secret planted in inputs, keys, headers, receipt handles and results shows in no log, exception or error answer. */
class SecretsStayOutOfLogsTest {

    private static final String SECRET = "hunter2-4711";

    private final EventFixture fixture = new EventFixture();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http-rest",
                "http-api",
                "function-url-base64",
                "alb",
                "alb-multi-value",
                "sqs-refund",
                "sqs-fifo-failure",
                "eventbridge",
                "direct-refund",
                "step-functions",
                "bedrock-agent-function",
                "bedrock-agent-api",
                "anthropic-tool-use",
                "openai-function-call",
                "openai-chat-tool-call",
                "converse-tool-use"
            })
    void everyEnd_logsNoSecret(String sample) {
        String planted = planted(sample);
        StringBuilder seen = new StringBuilder();
        try (CapturedOutput output = new CapturedOutput()) {
            List<ToolHandler<JsonNode, Object>> handlers = List.of(
                    (input, context) -> SECRET,
                    (input, context) -> {
                        throw new ToolException("REFUSED", "refused");
                    },
                    (input, context) -> {
                        throw new IllegalStateException("reset");
                    });
            for (int i = 0; i < handlers.size(); i++) {
                String namespace = "n" + i;
                ToolFunction function = fixture.function(fixture.tool(Recovery.manual(), handlers.get(i)))
                        .namespace(namespace)
                        .adapter(SqsAdapter.builder().parallel(2).build())
                        .build();
                // The first, its replay, the same key with another input, and an event that is cut off.
                call(function, planted, seen);
                call(function, planted, seen);
                call(function, planted.replace("EUR", "USD"), seen);
                call(function, planted.substring(0, planted.length() / 2), seen);
            }
            seen.append(output.text());
        }
        assertThat(fixture.executions()).hasPositiveValue();
        assertThat(seen.toString()).doesNotContain(SECRET).doesNotContain("receipt-handle-");
    }

    @Test
    void failureOfATool_reachesTheLog_soThatTheTestAboveCanFail() {
        try (CapturedOutput output = new CapturedOutput()) {
            fixture.answer(
                    fixture.manual((input, context) -> {
                        throw new IllegalStateException(SECRET);
                    }),
                    Samples.text("http-api"));
            assertThat(output.text()).contains(SECRET);
        }
    }

    private void call(ToolFunction function, String event, StringBuilder seen) {
        try {
            String answer = fixture.answer(function, event);
            // A result is for its asker.
            if (answer.contains("error")) {
                seen.append(answer);
            }
        } catch (CallException thrown) {
            StringWriter trace = new StringWriter();
            thrown.printStackTrace(new PrintWriter(trace));
            seen.append(trace);
        }
    }

    private static String planted(String sample) {
        ObjectNode event = Samples.event(sample);
        if (event.path("headers") instanceof ObjectNode headers) {
            headers.put("authorization", "Bearer " + SECRET);
        }
        if (event.path("isBase64Encoded").booleanValue()) {
            String body =
                    new String(Base64.getDecoder().decode(event.path("body").textValue()), StandardCharsets.UTF_8);
            event.put(
                    "body",
                    Base64.getEncoder()
                            .encodeToString(body.replace("order-4711", SECRET).getBytes(StandardCharsets.UTF_8)));
        }
        return event.toString().replace("order-4711", SECRET);
    }
}

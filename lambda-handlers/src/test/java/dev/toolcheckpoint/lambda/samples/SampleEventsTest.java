package dev.toolcheckpoint.lambda.samples;

import static org.assertj.core.api.Assertions.assertThat;

import com.amazonaws.services.lambda.runtime.Context;
import dev.toolcheckpoint.lambda.Samples;
import dev.toolcheckpoint.lambda.TestContexts;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The sample function takes every sample event as it is, and a repeat of it has no further effect. */
class SampleEventsTest {

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "direct-refund | \"order\":\"order-4711\" | 1",
                "http-rest | \"statusCode\":200 | 1",
                "http-api | \"statusCode\":200 | 1",
                "function-url-base64 | \"statusCode\":200 | 1",
                "alb | \"statusDescription\":\"200 OK\" | 1",
                "alb-multi-value | \"statusDescription\":\"200 OK\" | 1",
                "sqs-refund | {\"batchItemFailures\":[]} | 3",
                "sqs-fifo-failure | {\"itemIdentifier\":\"00000005- | 3",
                "eventbridge | \"order\":\"order-4711\" | 1",
                "step-functions | \"order\":\"order-4711\" | 1",
                "bedrock-agent-function | \\\"order-4711\\\" | 1",
                "bedrock-agent-api | \"httpStatusCode\":200 | 1",
                "anthropic-tool-use | \"type\":\"tool_result\" | 1",
                "openai-function-call | \\\"order-4711\\\" | 1",
                "openai-chat-tool-call | \\\"order-4711\\\" | 1",
                "converse-tool-use | \"status\":\"success\" | 1",
                "mcp-2025-11-25-refund | \\\"isError\\\":false | 1",
                "mcp-2026-07-28-refund | \\\"resultType\\\":\\\"complete\\\" | 1"
            })
    void sample_hasItsEffectsOnce(String sample, String answer, int effects) throws IOException {
        Path ledger = folder.resolve("ledger.jsonl");
        RefundFunction function = new RefundFunction(Map.of(
                "TOOL_CHECKPOINT_STORE", "sqlite:" + folder.resolve("calls.db"), "REFUND_LEDGER", ledger.toString()));

        for (int i = 0; i < 2; i++) {
            ByteArrayOutputStream output = new ByteArrayOutputStream();
            Context context = TestContexts.of(30_000);
            function.handleRequest(
                    new ByteArrayInputStream(Samples.text(sample).getBytes(StandardCharsets.UTF_8)), output, context);
            assertThat(output.toString(StandardCharsets.UTF_8)).contains(answer);
        }

        try (var lines = Files.lines(ledger)) {
            assertThat(lines.filter(line -> line.contains("\"effect\""))).hasSize(effects);
        }
    }
}

package dev.toolcheckpoint.bench.dynamo;

import dev.toolcheckpoint.dynamo.DynamoCheckpointStore;
import dev.toolcheckpoint.dynamo.crypto.PayloadCipher;
import dev.toolcheckpoint.lambda.ToolFunction;
import dev.toolcheckpoint.lambda.metrics.EmfMetrics;
import dev.toolcheckpoint.store.CheckpointStore;
import dev.toolcheckpoint.testing.aws.AwsEndpoint;
import dev.toolcheckpoint.tool.Tool;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * The wrapper's own CPU for one event, against that of the requests which the DynamoDB store sends for it.
 *
 * <p>Counted as the wrapper: reading and recognising the event, its strict JSON, the fingerprint, binding the input, the journal's
 * decisions, the tool (which only makes its receipt), writing the result, its digest and the answer, over a store that answers at once. Counted as the requests:
 * code by the bare SDK that makes and sends the very requests which the store sent for that event, with recorded answers. In
 * neither: what the store does to make items, which {@link ClientCpu} has, the network, the collector and the compiler.
 */
final class WrapperCpu {

    private static final String GROUP = "wrapper's own CPU, warm";
    private static final double TARGET = 0.5;
    private static final BenchContext CONTEXT = new BenchContext();

    private final AwsEndpoint aws;
    private final Figures figures;

    WrapperCpu(AwsEndpoint aws, Figures figures) {
        this.aws = aws;
        this.figures = figures;
    }

    /** What the tool gets. */
    record Refund(String order, BigDecimal amount, String currency) {}

    /** What it answers. */
    record RefundReceipt(String refund, String order, BigDecimal amount, String currency) {}

    void run() throws Exception {
        try (BenchTable table = new BenchTable(aws)) {
            AnsweringStore store = new AnsweringStore();
            ToolFunction function = builder(store).build();
            measure(table, "fresh, with metrics", "metered", metered(store));
            measure(table, "fresh", "plain", function);
            store.replay();
            measure(table, "replay", "plain", function);
        }
    }

    private void measure(BenchTable table, String name, String callId, ToolFunction function) throws Exception {
        RecordingHttp http = new RecordingHttp(UrlConnectionHttpClient.create());
        CapturedRequests captured = new CapturedRequests();
        try (CheckpointStore recorded = DynamoCheckpointStore.builder(table.name)
                .client(table.client(http, captured))
                .cipher(PayloadCipher.none())
                .build()) {
            byte[] event = event(callId);
            byte[] answer = handled(builder(recorded).build(), event);
            String expected = new String(answer, StandardCharsets.UTF_8);
            http.replay();
            DynamoDbClient client = table.client(http);
            BareRequests bare = new BareRequests(client, captured.all());
            CpuRounds.Result result = CpuRounds.measure(
                    () -> {
                        String found = new String(handled(function, event), StandardCharsets.UTF_8);
                        if (!found.equals(expected)) {
                            throw new IllegalStateException("The answer must be " + expected + ", found " + found);
                        }
                    },
                    bare::once);
            client.close();
            add(name, result, captured.all().size());
        }
        http.close();
    }

    private static ToolFunction metered(CheckpointStore store) {
        return builder(store)
                .listener(EmfMetrics.to(line -> {}, Clock.systemUTC()))
                .build();
    }

    private static ToolFunction.Builder builder(CheckpointStore store) {
        return ToolFunction.builder()
                .store(store)
                .tool(Tool.named("refund-order", Refund.class)
                        .handler((input, context) ->
                                new RefundReceipt("rf-1001", input.order(), input.amount(), input.currency())));
    }

    private static byte[] handled(ToolFunction function, byte[] event) throws IOException {
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        function.handleRequest(new ByteArrayInputStream(event), output, CONTEXT);
        return output.toByteArray();
    }

    private static byte[] event(String callId) {
        return ("{\"tool\":\"refund-order\",\"idempotencyKey\":\"0d7b3c86-2f4e-4a55-9a0e-" + callId
                        + "\",\"input\":{\"order\":\"A-1001\",\"amount\":25,\"currency\":\"EUR\"}}")
                .getBytes(StandardCharsets.UTF_8);
    }

    private void add(String name, CpuRounds.Result result, int requests) {
        String full = name + ": wrapper / the store's requests by the bare SDK (" + requests + ")";
        figures.add(Figure.atMost(TARGET, GROUP, full, result.ratio(), "×"));
        figures.add(Figure.told(GROUP, "   wrapper", result.ours(), "µs"));
        figures.add(Figure.told(GROUP, "   requests", result.baseline(), "µs"));
    }
}

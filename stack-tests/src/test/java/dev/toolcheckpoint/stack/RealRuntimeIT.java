package dev.toolcheckpoint.stack;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolcheckpoint.dynamo.DynamoTable;
import dev.toolcheckpoint.stack.runtime.FunctionsZip;
import dev.toolcheckpoint.stack.runtime.RuntimeApi;
import dev.toolcheckpoint.stack.runtime.Sandbox;
import dev.toolcheckpoint.testing.Effort;
import dev.toolcheckpoint.testing.aws.AwsEndpoint;
import dev.toolcheckpoint.testing.aws.LocalAws;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.kms.KmsClient;

/**
 * The functions' zip under the real Java runtime, killed when its time is up, in the middle of the tool; then the call is delivered
 * again to a new sandbox.
 */
@LocalAws
class RealRuntimeIT {

    private static final String REFUND = "dev.toolcheckpoint.lambda.samples.RefundFunction::handleRequest";
    private static final Duration TIMEOUT = Duration.ofSeconds(12);
    private static final long GRACE = 3_000;
    private static final int KILLS = 5;
    private static final int AT_ONCE = 2;
    private static final int PATIENCE_SECONDS = 120;

    @TempDir
    static Path task;

    private static Map<String, String> environment;
    private static String table;
    private final AwsEndpoint aws;

    @TempDir
    Path folder;

    RealRuntimeIT(AwsEndpoint aws) {
        this.aws = aws;
    }

    @BeforeAll
    static void deploy(AwsEndpoint aws) throws Exception {
        FunctionsZip.unpack(Project.ZIP, task);
        table = aws.uniqueName("runtime");
        environment = new HashMap<>(aws.environment());
        try (DynamoDbClient client = aws.dynamoDb().build();
                KmsClient kms = aws.kms().build()) {
            DynamoTable.of(client, table).create();
            environment.put(
                    "TOOL_CHECKPOINT_KMS_KEY", kms.createKey().keyMetadata().arn());
        }
        environment.put("TOOL_CHECKPOINT_TABLE", table);
        environment.put("TOOL_CHECKPOINT_NAMESPACE", "shop");
        environment.put("TOOL_CHECKPOINT_SKEW_MARGIN", "PT0S");
    }

    @Test
    void timedOutManualTool_deliveredAgain_isUncertainAndActedOnce() throws Exception {
        List<String> orders = killInTheMiddle("manual", Map.of("TOOL_CHECKPOINT_RECOVERY", "manual"));
        for (JsonNode answer : redeliver(orders, Map.of("TOOL_CHECKPOINT_RECOVERY", "manual"))) {
            assertThat(answer.at("/error/code").asText()).as("%s", answer).isEqualTo("UNCERTAIN");
            assertThat(answer.at("/error/effectMayHaveHappened").asBoolean()).isTrue();
        }
        assertThat(effects()).containsExactlyInAnyOrderElementsOf(orders);
    }

    @Test
    void timedOutIdempotentTool_deliveredAgain_completesAndActedOnce() throws Exception {
        Map<String, String> idempotent =
                Map.of("TOOL_CHECKPOINT_RECOVERY", "idempotent", "TOOL_CHECKPOINT_RETRY_FOR", "PT1H");
        List<String> orders = killInTheMiddle("idempotent", idempotent);
        List<JsonNode> answers = redeliver(orders, idempotent);
        for (int i = 0; i < orders.size(); i++) {
            assertThat(answers.get(i).path("order").asText())
                    .as("%s", answers.get(i))
                    .isEqualTo(orders.get(i));
        }
        assertThat(effects()).containsExactlyInAnyOrderElementsOf(orders);
        assertThat(lines("call")).hasSize(2 * orders.size());
        assertThat(redeliver(orders, idempotent)).isEqualTo(answers);
        assertThat(lines("call")).hasSize(2 * orders.size());
    }

    /** Each call in a sandbox of its own, which is killed after the ledger committed, when the function's time is up. */
    private List<String> killInTheMiddle(String name, Map<String, String> settings) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(AT_ONCE);
        try {
            List<Future<String>> killed = new ArrayList<>();
            for (int i = 0; i < Effort.times(KILLS); i++) {
                String order = name + "-" + i;
                killed.add(pool.submit(() -> kill(order, settings)));
            }
            List<String> orders = new ArrayList<>();
            for (Future<String> each : killed) {
                orders.add(each.get());
            }
            return orders;
        } finally {
            pool.shutdownNow();
        }
    }

    private String kill(String order, Map<String, String> settings) throws Exception {
        Path paused = folder.resolve(order + ".paused");
        Map<String, String> pausing = new HashMap<>(settings);
        pausing.put("REFUND_PAUSE_AT", "after-effect");
        pausing.put("REFUND_PAUSE_FILE", paused.toString());
        try (Sandbox sandbox = sandbox(pausing)) {
            RuntimeApi.Call call = sandbox.invoke(event(order));
            long deadline = call.deadline.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            sandbox.killAt(deadline);
            assertThat(sandbox.isAlive()).isFalse();
            assertThat(paused).as("the tool was in the middle").hasContent("after-effect");
            assertThat(call.answer).isNotDone();
            assertLeaseFollowsTheRemainingTime(order, deadline);
        }
        return order;
    }

    /** Its end is the deadline, as the runtime's remaining time tells it, and the grace. */
    private void assertLeaseFollowsTheRemainingTime(String order, long deadline) {
        try (DynamoDbClient client = aws.dynamoDb().build()) {
            Map<String, AttributeValue> item =
                    client.scanPaginator(request -> request.tableName(table)).items().stream()
                            .filter(each ->
                                    AttributeValue.fromS(order + ":refund").equals(each.get("callId")))
                            .findFirst()
                            .orElseThrow();
            assertThat(number(item, "lease"))
                    .isBetween(deadline + GRACE - 2, number(item, "claimed") + TIMEOUT.toMillis() + GRACE);
        }
    }

    private static long number(Map<String, AttributeValue> item, String attribute) {
        return Long.parseLong(requireNonNull(item.get(attribute)).n());
    }

    /** All calls once more, to one new sandbox, until none is in progress any more. */
    private List<JsonNode> redeliver(List<String> orders, Map<String, String> settings) throws Exception {
        List<JsonNode> answers = new ArrayList<>();
        try (Sandbox sandbox = sandbox(settings)) {
            for (String order : orders) {
                answers.add(settled(sandbox, order));
            }
        }
        return answers;
    }

    private static JsonNode settled(Sandbox sandbox, String order) throws Exception {
        while (true) {
            RuntimeApi.Answer answer = sandbox.invoke(event(order)).answer.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            assertThat(answer.thrown()).as(answer.body()).isFalse();
            JsonNode body = SamTools.JSON.readTree(answer.body());
            if (!body.at("/error/code").asText().equals("IN_PROGRESS")) {
                return body;
            }
            // The caller does as it is told.
            LockSupport.parkUntil(body.at("/error/retryAt").asLong());
        }
    }

    private Sandbox sandbox(Map<String, String> settings) throws IOException {
        Map<String, String> all = new HashMap<>(environment);
        all.putAll(settings);
        all.put("REFUND_LEDGER", folder.resolve("ledger.jsonl").toString());
        return Sandbox.start(
                Project.RUNTIME,
                task,
                REFUND,
                TIMEOUT,
                all,
                Path.of("target/real-runtime.log").toAbsolutePath());
    }

    private static String event(String order) {
        return SamTools.JSON
                .createObjectNode()
                .put("tool", "refund-order")
                .put("idempotencyKey", order + ":refund")
                .set(
                        "input",
                        SamTools.JSON
                                .createObjectNode()
                                .put("order", order)
                                .put("amount", 25)
                                .put("currency", "EUR"))
                .toString();
    }

    private List<String> effects() throws IOException {
        return lines("effect").stream().map(line -> line.path("order").asText()).toList();
    }

    private List<JsonNode> lines(String type) throws IOException {
        List<JsonNode> found = new ArrayList<>();
        for (String line : Files.readAllLines(folder.resolve("ledger.jsonl"))) {
            JsonNode entry = SamTools.JSON.readTree(line);
            if (entry.path("type").asText().equals(type)) {
                found.add(entry);
            }
        }
        return found;
    }
}

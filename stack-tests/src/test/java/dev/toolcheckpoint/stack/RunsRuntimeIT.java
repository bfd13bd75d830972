package dev.toolcheckpoint.stack;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolcheckpoint.dynamo.DynamoTable;
import dev.toolcheckpoint.stack.runtime.FunctionsZip;
import dev.toolcheckpoint.stack.runtime.RuntimeApi;
import dev.toolcheckpoint.stack.runtime.Sandbox;
import dev.toolcheckpoint.testing.aws.AwsEndpoint;
import dev.toolcheckpoint.testing.aws.LocalAws;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.kms.KmsClient;
import software.amazon.awssdk.services.sqs.SqsClient;

/** A run whose worker is killed when its time is up, in the middle of the refund: the functions' zip under the real Java runtime. */
@LocalAws
@Timeout(240)
class RunsRuntimeIT {

    private static final Duration TIMEOUT = Duration.ofSeconds(12);
    private static final int PATIENCE_SECONDS = 120;
    private static final String FUNCTIONS = "dev.toolcheckpoint.lambda.runs.";

    @TempDir
    Path folder;

    private final AwsEndpoint aws;
    private final SqsClient sqs;
    private final Map<String, String> environment = new HashMap<>();
    private String runs = "";
    private String approvals = "";

    RunsRuntimeIT(AwsEndpoint aws) {
        this.aws = aws;
        this.sqs = aws.configure(SqsClient.builder())
                .httpClientBuilder(UrlConnectionHttpClient.builder())
                .build();
    }

    @BeforeEach
    void deploy() throws Exception {
        FunctionsZip.unpack(Project.ZIP, folder.resolve("task"));
        String table = aws.uniqueName("runs");
        environment.putAll(aws.environment());
        try (DynamoDbClient client = aws.dynamoDb().build();
                KmsClient kms = aws.kms().build()) {
            DynamoTable.of(client, table).create();
            environment.put(
                    "TOOL_CHECKPOINT_KMS_KEY", kms.createKey().keyMetadata().arn());
        }
        runs = queue("runs");
        approvals = queue("approvals");
        environment.put("TOOL_CHECKPOINT_TABLE", table);
        environment.put("TOOL_CHECKPOINT_SKEW_MARGIN", "PT0S");
        environment.put("TOOL_CHECKPOINT_RUNS", "dev.toolcheckpoint.lambda.samples.RefundAgents");
        environment.put("TOOL_CHECKPOINT_RUN_QUEUE", runs);
        environment.put("TOOL_CHECKPOINT_APPROVAL_QUEUE", approvals);
        environment.put("TOOL_CHECKPOINT_STEP_RESERVE", "PT2S");
        environment.put("REFUND_LEDGER", folder.resolve("ledger.jsonl").toString());
    }

    private String queue(String name) {
        return sqs.createQueue(request -> request.queueName(aws.uniqueName(name)))
                .queueUrl();
    }

    @AfterEach
    void close() {
        sqs.close();
    }

    private Sandbox sandbox(String function, Map<String, String> more) throws Exception {
        Map<String, String> all = new HashMap<>(environment);
        all.putAll(more);
        return Sandbox.start(
                Project.RUNTIME,
                folder.resolve("task"),
                FUNCTIONS + function + "::handleRequest",
                TIMEOUT,
                all,
                Path.of("target/runs-runtime.log").toAbsolutePath());
    }

    private static JsonNode answer(Sandbox sandbox, String event) throws Exception {
        RuntimeApi.Answer answer = sandbox.invoke(event).answer.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        assertThat(answer.thrown()).as(answer.body()).isFalse();
        return SamTools.JSON.readTree(answer.body());
    }

    @Test
    void workerThatTimedOutInTheMiddleOfItsEffect_leavesTheRunToATick_andNothingActsTwice() throws Exception {
        String done = "{\"batchItemFailures\":[]}";
        try (Sandbox starter = sandbox("RunStarterFunction", Map.of());
                Sandbox worker = sandbox("RunWorkerFunction", Map.of());
                Sandbox tick = sandbox("RunTickFunction", Map.of())) {
            assertThat(answer(starter, RunEvents.start("order-1"))
                            .path("statusCode")
                            .asInt())
                    .isEqualTo(202);
            assertThat(answer(worker, RunEvents.batch(RunEvents.take(sqs, runs)))
                            .toString())
                    .isEqualTo(done);
            approve(RunEvents.approval(sqs, approvals).path("token").asText());

            killInTheMiddle(RunEvents.batch(RunEvents.take(sqs, runs)));
            assertThat(status(starter)).isEqualTo("RUNNING");
            // The claim outlives its worker by the grace; until then a tick leaves the run alone.
            while (answer(tick, "{}").path("handedOver").asInt() == 0) {
                Thread.onSpinWait();
            }
            assertThat(answer(worker, RunEvents.batch(RunEvents.take(sqs, runs)))
                            .toString())
                    .isEqualTo(done);

            // A manual tool: nobody knows whether the refund was committed, so the run waits for somebody who finds
            // out.
            assertThat(status(starter)).isEqualTo("WAITING");
        }
        try (var lines = Files.lines(folder.resolve("ledger.jsonl"))) {
            assertThat(lines.filter(line -> line.contains("\"effect\""))).hasSize(1);
        }
    }

    private static String status(Sandbox starter) throws Exception {
        return RunEvents.body(answer(starter, RunEvents.start("order-1")))
                .path("status")
                .asText();
    }

    private void approve(String token) throws Exception {
        try (Sandbox approval = sandbox("RunApprovalFunction", Map.of())) {
            JsonNode decided = answer(approval, RunEvents.approve(token));
            assertThat(decided.path("statusCode").asInt()).as("%s", decided).isEqualTo(200);
        }
    }

    private void killInTheMiddle(String event) throws Exception {
        Path paused = folder.resolve("paused");
        try (Sandbox killed = sandbox(
                "RunWorkerFunction",
                Map.of("REFUND_PAUSE_AT", "after-effect", "REFUND_PAUSE_FILE", paused.toString()))) {
            RuntimeApi.Call call = killed.invoke(event);
            killed.killAt(call.deadline.get(PATIENCE_SECONDS, TimeUnit.SECONDS));
            assertThat(paused).as("the tool was in the middle").hasContent("after-effect");
            assertThat(call.answer).isNotDone();
        }
    }
}

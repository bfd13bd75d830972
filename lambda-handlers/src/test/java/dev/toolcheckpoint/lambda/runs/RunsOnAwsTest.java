package dev.toolcheckpoint.lambda.runs;

import static dev.toolcheckpoint.lambda.runs.RunsWorld.answer;
import static dev.toolcheckpoint.lambda.runs.RunsWorld.body;
import static dev.toolcheckpoint.lambda.runs.RunsWorld.json;
import static dev.toolcheckpoint.lambda.runs.RunsWorld.request;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolcheckpoint.deliverers.aws.QueueSender;
import dev.toolcheckpoint.dynamo.DynamoTable;
import dev.toolcheckpoint.dynamo.crypto.PayloadCipher;
import dev.toolcheckpoint.lambda.queue.MessageVisibility;
import dev.toolcheckpoint.runs.RunKey;
import dev.toolcheckpoint.runs.RunStatus;
import dev.toolcheckpoint.runs.dynamo.DynamoRunStore;
import dev.toolcheckpoint.testing.aws.AwsEndpoint;
import dev.toolcheckpoint.testing.aws.LocalAws;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.Message;

/** A run from its request to its end: a table of DynamoDB, two queues of SQS, and each function with a host of its own. */
@LocalAws
@Timeout(120)
class RunsOnAwsTest {

    private static final String DONE = "{\"batchItemFailures\":[]}";

    private final DynamoDbClient dynamo;
    private final SqsClient sqs;
    private final String table;
    private final String runs;
    private final String approvals;
    private final RunsWorld world;

    RunsOnAwsTest(AwsEndpoint aws) {
        dynamo = aws.dynamoDb().build();
        sqs = aws.configure(SqsClient.builder())
                .httpClient(UrlConnectionHttpClient.create())
                .build();
        table = aws.uniqueName("runs");
        DynamoTable.of(dynamo, table).create();
        runs = queue(aws.uniqueName("runs"));
        approvals = queue(aws.uniqueName("approvals"));
        world = new RunsWorld(DynamoRunStore.builder(table)
                .client(dynamo)
                .cipher(PayloadCipher.none())
                .build());
    }

    private String queue(String name) {
        return sqs.createQueue(request -> request.queueName(name)).queueUrl();
    }

    @AfterEach
    void close() {
        sqs.deleteQueue(request -> request.queueUrl(runs));
        sqs.deleteQueue(request -> request.queueUrl(approvals));
        sqs.close();
        dynamo.close();
    }

    /** As each function makes one at start-up. */
    private RunHost host() {
        RunsSetup agents = world.approvedAgent(world.refundsOnce());
        return world.host(
                environment -> agents.agents(environment),
                builder -> builder.dispatcher(new SqsRunDispatcher(runs, () -> sqs))
                        .notifier(ApprovalNotifiers.queue(QueueSender.of(() -> sqs), approvals)));
    }

    /** Takes the one message that is there, and says that it is done. */
    private String take(String queue) {
        List<Message> messages = sqs.receiveMessage(request ->
                        request.queueUrl(queue).maxNumberOfMessages(10).waitTimeSeconds(5))
                .messages();
        assertThat(messages).hasSize(1);
        sqs.deleteMessage(
                request -> request.queueUrl(queue).receiptHandle(messages.get(0).receiptHandle()));
        return messages.get(0).body();
    }

    private String work() {
        return answer(new RunWorkerFunction(host(), MessageVisibility.unchanged()), RunsWorld.batch(take(runs)));
    }

    @Test
    void run_startedByARequest_waitsForItsApproval_andCompletes() {
        String started = answer(
                new RunStarterFunction(host()),
                RunsWorld.start("order-7", "{\"payload\":{\"order\":\"7\"}}").toString());
        RunKey run = new RunKey(RunsWorld.NAMESPACE, body(started).path("run").asText());
        assertThat(json(started).path("statusCode").asInt()).isEqualTo(202);

        assertThat(work()).isEqualTo(DONE);
        assertThat(world.status(host(), run)).isEqualTo(RunStatus.WAITING);
        assertThat(world.effects).isEmpty();

        JsonNode asked = json(take(approvals));
        String token = asked.path("token").asText();
        assertThat(asked.path("run").asText()).isEqualTo(run.id());
        assertThat(asked.path("tool").asText()).isEqualTo("refund");
        assertThat(asked.path("input")).isEqualTo(json("{\"order\":\"7\"}"));
        assertThat(Instant.parse(asked.path("expiresAt").asText())).isAfter(world.clock.instant());
        assertThat(dynamo.scan(request -> request.tableName(table)).items())
                .isNotEmpty()
                .noneMatch(item -> item.toString().contains(token));

        String decided = answer(
                new RunApprovalFunction(host()),
                request("POST", "/approvals/" + token, "{\"decision\":\"approve\"}")
                        .toString());
        assertThat(json(decided).path("statusCode").asInt()).isEqualTo(200);
        assertThat(work()).isEqualTo(DONE);

        assertThat(world.run(host(), run).output()).isEqualTo("refunded");
        assertThat(world.effects).containsExactly("7");
    }
}

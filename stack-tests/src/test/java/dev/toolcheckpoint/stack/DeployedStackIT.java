package dev.toolcheckpoint.stack;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolcheckpoint.stack.runtime.FunctionsZip;
import dev.toolcheckpoint.testing.aws.AwsEndpoint;
import dev.toolcheckpoint.testing.aws.LocalAws;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.services.cloudformation.CloudFormationClient;
import software.amazon.awssdk.services.cloudformation.model.Capability;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.lambda.LambdaClient;
import software.amazon.awssdk.services.lambda.model.InvokeResponse;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;

/**
 * The template, deployed into the stand-in and called through. Managed Java runtimes don't run there, so the functions get the one
 * runtime that does, with the same zip and a bootstrap that starts the real Java runtime interface client.
 */
@LocalAws
@Timeout(240)
class DeployedStackIT {

    @TempDir
    static Path folder;

    private static Map<String, String> resources;
    private static Path ledger;
    private final AwsEndpoint aws;

    DeployedStackIT(AwsEndpoint aws) {
        this.aws = aws;
    }

    @BeforeAll
    static void deploy(AwsEndpoint aws) throws Exception {
        String bucket = aws.uniqueName("code");
        Path zip = folder.resolve("functions.zip");
        FunctionsZip.withBootstrap(Project.ZIP, Project.RUNTIME, zip);
        try (S3Client s3 = aws.s3().build()) {
            s3.createBucket(request -> request.bucket(bucket));
            s3.putObject(request -> request.bucket(bucket).key("functions.zip"), zip);
        }
        ledger = folder.resolve("ledger.jsonl");
        String template = packaged(aws, "s3://" + bucket + "/functions.zip");
        String stack = aws.uniqueName("stack");
        try (CloudFormationClient client = aws.configure(CloudFormationClient.builder())
                .httpClientBuilder(UrlConnectionHttpClient.builder())
                .build()) {
            client.createStack(request -> request.stackName(stack)
                    .templateBody(template)
                    .capabilities(Capability.CAPABILITY_IAM, Capability.CAPABILITY_AUTO_EXPAND));
            client.waiter().waitUntilStackCreateComplete(request -> request.stackName(stack));
            resources = new TreeMap<>();
            client.listStackResourcesPaginator(request -> request.stackName(stack))
                    .stackResourceSummaries()
                    .forEach(each -> resources.put(each.logicalResourceId(), each.physicalResourceId()));
        }
    }

    /** As {@code sam package} would write it, for the runtime that the stand-in has. */
    private static String packaged(AwsEndpoint aws, String code) throws Exception {
        ObjectNode template =
                (ObjectNode) SamTools.find().template().parsed().template().deepCopy();
        ObjectNode globals = (ObjectNode) template.at("/Globals/Function");
        globals.put("Runtime", "provided.al2023");
        for (JsonNode resource : template.path("Resources")) {
            if (resource.path("Type").asText().equals("AWS::Serverless::Function")) {
                ((ObjectNode) resource.path("Properties")).put("CodeUri", code);
            }
        }
        // The stand-in takes a parameter's number for a text.
        for (String function : new String[] {"ToolFunction", "RunWorkerFunction"}) {
            ((ObjectNode) template.at("/Resources/" + function + "/Properties/Events/Queue/Properties/ScalingConfig"))
                    .put("MaximumConcurrency", 10);
        }
        ObjectNode variables = (ObjectNode) template.at("/Globals/Function/Environment/Variables");
        aws.environment().forEach(variables::put);
        variables.put("REFUND_LEDGER", ledger.toString());
        return template.toString();
    }

    @AfterAll
    static void ledgerIsWhole() throws Exception {
        if (Files.exists(ledger)) {
            for (String line : Files.readAllLines(ledger)) {
                assertThat(SamTools.JSON.readTree(line).has("key")).as(line).isTrue();
            }
        }
    }

    @Test
    void stack_deployed_hasTableQueuesAndMapping() {
        try (DynamoDbClient dynamo = aws.dynamoDb().build();
                SqsClient sqs = sqs();
                LambdaClient lambda = lambda()) {
            TableDescription table = dynamo.describeTable(request -> request.tableName(resource("CheckpointTable")))
                    .table();
            assertThat(table.keySchema()).extracting(key -> key.attributeName()).containsExactly("pk", "sk");
            assertThat(table.globalSecondaryIndexes())
                    .extracting(index -> index.indexName())
                    .containsExactly("attention");
            Map<QueueAttributeName, String> queue = sqs.getQueueAttributes(
                            request -> request.queueUrl(resource("CallQueue")).attributeNames(QueueAttributeName.ALL))
                    .attributes();
            assertThat(queue).containsEntry(QueueAttributeName.VISIBILITY_TIMEOUT, "155");
            assertThat(queue.get(QueueAttributeName.REDRIVE_POLICY)).contains("maxReceiveCount");
            assertThat(lambda.listEventSourceMappings(
                                    request -> request.eventSourceArn(queue.get(QueueAttributeName.QUEUE_ARN)))
                            .eventSourceMappings())
                    .singleElement()
                    .satisfies(mapping -> assertThat(mapping.functionResponseTypesAsStrings())
                            .containsExactly("ReportBatchItemFailures"));
        }
    }

    @Test
    void call_invokedTwice_isAnsweredWithTheSameAndActsOnce() throws Exception {
        String event = call("order-direct");
        try (LambdaClient lambda = lambda()) {
            JsonNode first = invoke(lambda, event);
            assertThat(first.path("order").asText()).as("%s", first).isEqualTo("order-direct");
            assertThat(invoke(lambda, event)).isEqualTo(first);
        }
        assertThat(effects("order-direct")).isEqualTo(1);
    }

    @Test
    void call_sentTwiceThroughTheQueue_actsOnce() throws Exception {
        try (SqsClient sqs = sqs();
                DynamoDbClient dynamo = aws.dynamoDb().build()) {
            String url = resource("CallQueue");
            sqs.sendMessage(request -> request.queueUrl(url).messageBody(call("order-queued")));
            awaitCompleted(dynamo, "order-queued:refund");
            sqs.sendMessage(request -> request.queueUrl(url).messageBody(call("order-queued")));
            sqs.sendMessage(request -> request.queueUrl(url).messageBody(call("order-after")));
            awaitCompleted(dynamo, "order-after:refund");
            awaitEmpty(sqs, url);
            awaitEmpty(sqs, resource("DeadLetterQueue"));
        }
        assertThat(effects("order-queued")).isEqualTo(1);
        assertThat(effects("order-after")).isEqualTo(1);
    }

    @Test
    void run_startedByARequest_waitsForItsApproval_andActsOnce() throws Exception {
        try (LambdaClient lambda = lambda();
                SqsClient sqs = sqs()) {
            JsonNode started = runFunction(lambda, "RunStarterFunction", RunEvents.start("order-run"));
            assertThat(started.path("statusCode").asInt()).as("%s", started).isEqualTo(202);
            JsonNode asked = RunEvents.approval(sqs, resource("ApprovalQueue"));
            assertThat(asked.at("/input/order").asText()).isEqualTo("order-run");
            JsonNode again = runFunction(lambda, "RunStarterFunction", RunEvents.start("order-run"));
            assertThat(RunEvents.body(again).path("status").asText()).isEqualTo("WAITING");

            JsonNode decided = runFunction(
                    lambda,
                    "RunApprovalFunction",
                    RunEvents.approve(asked.path("token").asText()));
            assertThat(decided.path("statusCode").asInt()).as("%s", decided).isEqualTo(200);

            // The class's time-out bounds it.
            JsonNode status = again;
            while (!RunEvents.body(status).path("status").asText().equals("COMPLETED")) {
                status = runFunction(lambda, "RunStarterFunction", RunEvents.start("order-run"));
            }
            assertThat(RunEvents.body(status).path("run")).isEqualTo(asked.path("run"));
            JsonNode tick = runFunction(lambda, "RunTickFunction", "{}");
            assertThat(tick.path("broken").asInt(-1)).as("%s", tick).isZero();
            awaitEmpty(sqs, resource("RunQueue"));
            awaitEmpty(sqs, resource("RunDeadLetterQueue"));
        }
        assertThat(effects("order-run")).isEqualTo(1);
    }

    private static JsonNode runFunction(LambdaClient lambda, String function, String event) throws Exception {
        InvokeResponse answer = lambda.invoke(
                request -> request.functionName(resource(function)).payload(SdkBytes.fromUtf8String(event)));
        assertThat(answer.functionError()).as(answer.payload().asUtf8String()).isNull();
        return SamTools.JSON.readTree(answer.payload().asUtf8String());
    }

    private static JsonNode invoke(LambdaClient lambda, String event) throws Exception {
        InvokeResponse answer = lambda.invoke(request -> request.functionName(resource("ToolFunction"))
                .qualifier("live")
                .payload(SdkBytes.fromUtf8String(event)));
        assertThat(answer.functionError()).as(answer.payload().asUtf8String()).isNull();
        return SamTools.JSON.readTree(answer.payload().asUtf8String());
    }

    /** The class's time-out bounds it. */
    private static void awaitCompleted(DynamoDbClient dynamo, String callId) {
        AttributeValue completed = AttributeValue.fromS("COMPLETED");
        while (dynamo.scanPaginator(request -> request.tableName(resource("CheckpointTable"))).items().stream()
                .noneMatch(item -> AttributeValue.fromS(callId).equals(item.get("callId"))
                        && completed.equals(item.get("status")))) {
            Thread.onSpinWait();
        }
    }

    /** Neither waiting nor in flight: every message was answered as done, and deleted. */
    private static void awaitEmpty(SqsClient sqs, String url) {
        while (sqs
                .getQueueAttributes(request -> request.queueUrl(url).attributeNames(QueueAttributeName.ALL))
                .attributes()
                .entrySet()
                .stream()
                .filter(entry -> entry.getKey() == QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES
                        || entry.getKey() == QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES_NOT_VISIBLE)
                .anyMatch(entry -> !entry.getValue().equals("0"))) {
            Thread.onSpinWait();
        }
    }

    private static long effects(String order) throws Exception {
        return Files.readAllLines(ledger).stream()
                .filter(line -> line.contains("\"effect\"") && line.contains("\"" + order + "\""))
                .count();
    }

    private static String call(String order) {
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

    private static String resource(String name) {
        String found = resources.get(name);
        if (found == null) {
            throw new IllegalStateException("There is no " + name + " in " + resources.keySet() + ".");
        }
        return found;
    }

    private SqsClient sqs() {
        return aws.configure(SqsClient.builder())
                .httpClientBuilder(UrlConnectionHttpClient.builder())
                .build();
    }

    private LambdaClient lambda() {
        return aws.configure(LambdaClient.builder())
                .httpClientBuilder(UrlConnectionHttpClient.builder().socketTimeout(Duration.ofMinutes(2)))
                .build();
    }
}

package dev.toolcheckpoint.lambda.queue;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolcheckpoint.dynamo.DynamoCheckpointStore;
import dev.toolcheckpoint.dynamo.DynamoTable;
import dev.toolcheckpoint.dynamo.crypto.KmsEnvelopeCipher;
import dev.toolcheckpoint.lambda.Samples;
import dev.toolcheckpoint.lambda.TestContexts;
import dev.toolcheckpoint.lambda.ToolFunction;
import dev.toolcheckpoint.testing.aws.AwsEndpoint;
import dev.toolcheckpoint.testing.aws.FaultyHttpClient;
import dev.toolcheckpoint.testing.aws.LocalAws;
import dev.toolcheckpoint.tool.Tool;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.kms.KmsClient;

/** KMS called per record: a batch of ten calls beside each other needs one data key. */
@LocalAws
class R32KmsPerBatchTest {

    private static final int BATCH = 10;

    private final AwsEndpoint aws;

    R32KmsPerBatchTest(AwsEndpoint aws) {
        this.aws = aws;
    }

    @Test
    void r32_batchOfTen_asksKmsOnce_andTheReplayAtMostOnce() throws IOException {
        String table = aws.uniqueName("calls");
        try (FaultyHttpClient http = FaultyHttpClient.around(UrlConnectionHttpClient.create());
                KmsClient kms = aws.kms(http).build();
                DynamoDbClient dynamo = aws.dynamoDb().build()) {
            String key = kms.createKey().keyMetadata().arn();
            assertThat(DynamoTable.of(dynamo, table).create().usable()).isTrue();
            KmsEnvelopeCipher cipher = KmsEnvelopeCipher.builder()
                    .client(kms)
                    .key(key)
                    .app("toolcheckpoint")
                    .table(table)
                    .build();
            try (DynamoCheckpointStore store = DynamoCheckpointStore.builder(table)
                    .client(dynamo)
                    .cipher(cipher)
                    .build()) {
                CountDownLatch together = new CountDownLatch(BATCH);
                ToolFunction function = ToolFunction.builder()
                        .store(store)
                        .tool(Tool.named("refund-order", JsonNode.class).handler((input, context) -> {
                            together.countDown();
                            assertThat(together.await(30, TimeUnit.SECONDS)).isTrue();
                            return input;
                        }))
                        .build();
                http.wire().clear();

                assertThat(answer(function)).isEqualTo("{\"batchItemFailures\":[]}");
                assertThat(http.wire().counts())
                        .containsOnlyKeys("GenerateDataKey")
                        .containsEntry("GenerateDataKey", 1);

                assertThat(answer(function)).isEqualTo("{\"batchItemFailures\":[]}");
                assertThat(http.wire().counts())
                        .containsOnlyKeys("GenerateDataKey")
                        .containsEntry("GenerateDataKey", 1);
            }
            cipher.close();
        }
    }

    private static String answer(ToolFunction function) throws IOException {
        ObjectNode event = JsonNodeFactory.instance.objectNode();
        ArrayNode records = event.putArray("Records");
        for (int i = 0; i < BATCH; i++) {
            ObjectNode message =
                    (ObjectNode) Samples.event("sqs-refund").path("Records").path(0);
            records.add(message.put("messageId", "m-" + i)
                    .put("body", "{\"tool\":\"refund-order\",\"idempotencyKey\":\"k-" + i + "\",\"input\":" + i + "}"));
        }
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        function.handleRequest(
                new ByteArrayInputStream(event.toString().getBytes(StandardCharsets.UTF_8)),
                output,
                TestContexts.of(60_000));
        return output.toString(StandardCharsets.UTF_8);
    }
}

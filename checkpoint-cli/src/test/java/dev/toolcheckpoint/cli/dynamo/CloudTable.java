package dev.toolcheckpoint.cli.dynamo;

import dev.toolcheckpoint.cli.Cli;
import dev.toolcheckpoint.dynamo.DynamoTable;
import dev.toolcheckpoint.protocol.CheckpointKey;
import dev.toolcheckpoint.testing.aws.AwsEndpoint;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.kms.KmsClient;

/** A table of its own on the stand-in, commands on it, and hands in its items. */
public final class CloudTable implements AutoCloseable {

    final AwsEndpoint aws;
    final String name;
    final DynamoDbClient hands;
    final KmsClient kms;

    /** A name for a table; nothing is made. */
    public CloudTable(AwsEndpoint aws) {
        this.aws = aws;
        this.name = aws.uniqueName("calls");
        this.hands = aws.dynamoDb().build();
        this.kms = aws.kms().build();
        // The SDK inside of the commands looks at the process, which is this one. The endpoint is an option.
        System.setProperty("aws.region", aws.region().id());
        Map<String, String> credentials = aws.environment();
        System.setProperty("aws.accessKeyId", credentials.getOrDefault("AWS_ACCESS_KEY_ID", ""));
        System.setProperty("aws.secretAccessKey", credentials.getOrDefault("AWS_SECRET_ACCESS_KEY", ""));
    }

    /** Makes the table as {@code table create} does. */
    public CloudTable made() {
        DynamoTable.of(hands, name).create();
        return this;
    }

    /** A table that is none of a journal. */
    CloudTable madeWithOtherKeys() {
        hands.createTable(request -> request.tableName(name)
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .attributeDefinitions(List.of(
                        AttributeDefinition.builder()
                                .attributeName("id")
                                .attributeType(ScalarAttributeType.S)
                                .build(),
                        AttributeDefinition.builder()
                                .attributeName("at")
                                .attributeType(ScalarAttributeType.N)
                                .build()))
                .keySchema(List.of(
                        KeySchemaElement.builder()
                                .attributeName("id")
                                .keyType(KeyType.HASH)
                                .build(),
                        KeySchemaElement.builder()
                                .attributeName("at")
                                .keyType(KeyType.RANGE)
                                .build())));
        return this;
    }

    String newKey() {
        return kms.createKey().keyMetadata().arn();
    }

    String store() {
        return "dynamo:" + name;
    }

    /** Commands on the table. */
    public Cli cli(Path folder, String key) {
        return bare(folder).always("--kms", key);
    }

    /** The same without a word about a key. */
    Cli bare(Path folder) {
        Cli cli = new Cli(folder).with("TOOL_CHECKPOINT_STORE", null).now();
        processEnvironment().forEach(cli::with);
        return cli.always("--store", store(), "--endpoint", aws.uri().toString());
    }

    /** What the commands' own processes need to find besides the endpoint, which is an option. */
    public Map<String, String> processEnvironment() {
        Map<String, String> environment = new HashMap<>(aws.environment());
        environment.remove("AWS_ENDPOINT_URL");
        return environment;
    }

    /** The item of a call in the namespace {@code shop}. */
    Map<String, AttributeValue> item(String callId) {
        return hands.getItem(
                        request -> request.tableName(name).key(keyOf(callId)).consistentRead(true))
                .item();
    }

    /** Changes it as somebody with access to the table could, and returns what it is then. */
    Map<String, AttributeValue> edit(String callId, Consumer<Map<String, AttributeValue>> change) {
        Map<String, AttributeValue> item = new HashMap<>(item(callId));
        change.accept(item);
        hands.putItem(request -> request.tableName(name).item(item));
        return item(callId);
    }

    private static Map<String, AttributeValue> keyOf(String callId) {
        return Map.of(
                "pk",
                AttributeValue.fromS("shop#" + CheckpointKey.of("shop", callId).id()),
                "sk",
                AttributeValue.fromS("C"));
    }

    @Override
    public void close() {
        hands.close();
        kms.close();
    }
}

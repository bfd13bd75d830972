package dev.toolcheckpoint.dynamo;

import java.util.List;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** Tables that {@link DynamoTable} doesn't make. */
final class DynamoTables {

    private DynamoTables() {}

    /** Expired records must stay, so that tests can look at them; a stand-in deletes them within a minute. */
    static void createWithoutTimeToLive(DynamoDbClient client, String name) {
        client.createTable(request -> request.tableName(name)
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .attributeDefinitions(
                        attribute("pk", ScalarAttributeType.S),
                        attribute("sk", ScalarAttributeType.S),
                        attribute("attention", ScalarAttributeType.S),
                        attribute("attentionAt", ScalarAttributeType.N))
                .keySchema(keys("pk", "sk"))
                .globalSecondaryIndexes(GlobalSecondaryIndex.builder()
                        .indexName("attention")
                        .keySchema(keys("attention", "attentionAt"))
                        .projection(projection -> projection.projectionType(ProjectionType.KEYS_ONLY))
                        .build()));
        client.waiter().waitUntilTableExists(request -> request.tableName(name));
    }

    static List<KeySchemaElement> keys(String hash, String range) {
        return List.of(
                KeySchemaElement.builder()
                        .attributeName(hash)
                        .keyType(KeyType.HASH)
                        .build(),
                KeySchemaElement.builder()
                        .attributeName(range)
                        .keyType(KeyType.RANGE)
                        .build());
    }

    static AttributeDefinition attribute(String name, ScalarAttributeType type) {
        return AttributeDefinition.builder()
                .attributeName(name)
                .attributeType(type)
                .build();
    }
}

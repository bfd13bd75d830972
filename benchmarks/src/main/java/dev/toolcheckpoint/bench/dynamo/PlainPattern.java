package dev.toolcheckpoint.bench.dynamo;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;

/**
 * What most people write today, for comparison: put the key if it is absent, run, then store the result by an unconditional update,
 * inline and unencrypted. It has no lease that is checked, no fence, no "nobody knows", and no result above the item limit. Its items
 * are in the journal's table, under keys of their own.
 */
final class PlainPattern {

    private static final String SORT = "PLAIN";

    private final DynamoDbClient client;
    private final String table;

    PlainPattern(DynamoDbClient client, String table) {
        this.client = client;
        this.table = table;
    }

    /** The stored result of an earlier call; {@code null} when this is the first one. */
    byte @Nullable [] begin(String callId) {
        long now = Instant.now().getEpochSecond();
        try {
            client.putItem(request -> request.tableName(table)
                    .item(Map.of(
                            "pk", AttributeValue.fromS("plain#" + callId),
                            "sk", AttributeValue.fromS(SORT),
                            "status", AttributeValue.fromS("INPROGRESS"),
                            "expiresAt", AttributeValue.fromN(Long.toString(now + 86_400))))
                    .conditionExpression("attribute_not_exists(#pk)")
                    .expressionAttributeNames(Map.of("#pk", "pk"))
                    .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD));
            return null;
        } catch (ConditionalCheckFailedException there) {
            AttributeValue result = there.item().get("result");
            return result == null ? new byte[0] : result.b().asByteArrayUnsafe();
        }
    }

    void complete(String callId, byte[] result) {
        client.updateItem(request -> request.tableName(table)
                .key(Map.of(
                        "pk", AttributeValue.fromS("plain#" + callId),
                        "sk", AttributeValue.fromS(SORT)))
                .updateExpression("SET #result = :result, #status = :status")
                .expressionAttributeNames(Map.of("#result", "result", "#status", "status"))
                .expressionAttributeValues(Map.of(
                        ":result", AttributeValue.fromB(SdkBytes.fromByteArrayUnsafe(result)),
                        ":status", AttributeValue.fromS("COMPLETED"))));
    }

    void call(String callId, byte[] result) {
        if (begin(callId) != null) {
            throw new IllegalStateException("The bench expected a fresh call.");
        }
        complete(callId, result);
    }
}

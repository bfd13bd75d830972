package dev.toolcheckpoint.dynamo;

import dev.toolcheckpoint.protocol.Checkpoint;
import dev.toolcheckpoint.protocol.CheckpointKey;
import dev.toolcheckpoint.protocol.Transition;
import dev.toolcheckpoint.store.WriteResult;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbEnhancedClient;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbTable;
import software.amazon.awssdk.enhanced.dynamodb.Expression;
import software.amazon.awssdk.enhanced.dynamodb.Key;
import software.amazon.awssdk.enhanced.dynamodb.model.PutItemEnhancedRequest;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;

/** The requests for one control item: conditional puts of the whole item, and consistent reads. Thread-safe. */
final class Items {

    private static final Expression ABSENT = Expression.builder()
            .expression("attribute_not_exists(#pk)")
            .expressionNames(Map.of("#pk", Names.PK))
            .build();

    private final DynamoDbTable<ControlItem> table;
    private final Failures failures;

    Items(DynamoDbClient client, String table, Failures failures) {
        // Without extensions: the default ones look for attributes that this schema doesn't have.
        DynamoDbEnhancedClient enhanced = DynamoDbEnhancedClient.builder()
                .dynamoDbClient(client)
                .extensions(List.of())
                .build();
        this.table = enhanced.table(table, StrictSchema.INSTANCE);
        this.failures = failures;
    }

    WriteResult putIfAbsent(ControlItem item) {
        return put(item, ABSENT);
    }

    WriteResult putIfUnchanged(ControlItem item, Transition transition) {
        String writeId = transition.expectedWriteId();
        if (writeId == null) {
            throw new IllegalArgumentException("a swap expects a write id");
        }
        return put(
                item,
                Expression.builder()
                        .expression("#revision = :revision AND #writeId = :writeId")
                        .expressionNames(Map.of("#revision", Names.REVISION, "#writeId", Names.WRITE_ID))
                        .expressionValues(Map.of(
                                ":revision", AttributeValue.fromN(String.valueOf(transition.expectedRevision())),
                                ":writeId", TextConverter.INSTANCE.transformFrom(writeId)))
                        .build());
    }

    private WriteResult put(ControlItem item, Expression condition) {
        PutItemEnhancedRequest<ControlItem> request = PutItemEnhancedRequest.builder(ControlItem.class)
                .item(item)
                .conditionExpression(condition)
                .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD)
                .build();
        return failures.<WriteResult>write(() -> {
            try {
                table.putItem(request);
                return new WriteResult.Stored();
            } catch (ConditionalCheckFailedException refused) {
                Checkpoint attempted = item.record();
                return WriteResult.refusedUnlessOwn(old(refused, attempted.key()), attempted);
            }
        });
    }

    /** The record that was in the way. Some stand-ins don't return it; when nothing was there, there is nothing to return. */
    private @Nullable Checkpoint old(ConditionalCheckFailedException refused, CheckpointKey key) {
        if (refused.hasItem() && !refused.item().isEmpty()) {
            return StrictSchema.INSTANCE.mapToItem(refused.item()).record();
        }
        ControlItem found = find(key);
        return found == null ? null : found.record();
    }

    @Nullable
    ControlItem find(CheckpointKey key) {
        Key at = Key.builder()
                .partitionValue(ItemKeys.partition(key))
                .sortValue(ItemKeys.CONTROL)
                .build();
        return failures.<@Nullable ControlItem>read(
                () -> table.getItem(request -> request.key(at).consistentRead(true)));
    }
}

package dev.toolcheckpoint.runs.dynamo;

import dev.toolcheckpoint.dynamo.SharedTable;
import dev.toolcheckpoint.protocol.StoreException;
import dev.toolcheckpoint.runs.store.ItemKey;
import java.util.List;
import java.util.Map;
import java.util.Set;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.TransactionInProgressException;

/** Sends commits, each in one request, and reads what a refusal says. Thread-safe. */
final class Sender {

    private static final ReturnValuesOnConditionCheckFailure ALL_OLD = ReturnValuesOnConditionCheckFailure.ALL_OLD;
    private static final String CONDITION = "ConditionalCheckFailed";
    private static final Set<String> FOR_NOW =
            Set.of("TransactionConflict", "ThrottlingError", "ProvisionedThroughputExceeded", "RequestLimitExceeded");

    private final SharedTable table;
    private final DynamoDbClient client;

    Sender(SharedTable table) {
        this.table = table;
        this.client = table.client();
    }

    /** What became of a commit. */
    enum Result {
        /** Just now. */
        APPLIED,
        /** An earlier send of it was applied. */
        APPLIED_BEFORE,
        /** Something that was expected did not hold. */
        REFUSED
    }

    Result send(String token, List<ChangeRequest> requests) {
        return table.write(() -> requests.size() == 1 ? single(requests.get(0)) : transaction(token, requests));
    }

    private Result single(ChangeRequest request) {
        try {
            if (request.change().deletes()) {
                client.deleteItem(delete -> delete.tableName(table.name())
                        .key(request.key())
                        .conditionExpression(request.conditionExpression())
                        .expressionAttributeNames(request.names())
                        .expressionAttributeValues(request.values()));
            } else {
                client.updateItem(update -> update.tableName(table.name())
                        .key(request.key())
                        .conditionExpression(request.conditionExpression())
                        .updateExpression(request.updateExpression())
                        .expressionAttributeNames(request.names())
                        .expressionAttributeValues(request.values())
                        .returnValuesOnConditionCheckFailure(ALL_OLD));
            }
            return Result.APPLIED;
        } catch (ConditionalCheckFailedException refused) {
            return request.isWrittenIn(refused.item()) ? Result.APPLIED_BEFORE : Result.REFUSED;
        }
    }

    private Result transaction(String token, List<ChangeRequest> requests) {
        List<TransactWriteItem> items = requests.stream().map(this::item).toList();
        try {
            client.transactWriteItems(
                    transaction -> transaction.clientRequestToken(token).transactItems(items));
            return Result.APPLIED;
        } catch (TransactionCanceledException cancelled) {
            return result(cancelled, requests);
        } catch (TransactionInProgressException sentBefore) {
            throw StoreException.unknownResult(
                    "The table " + table.name()
                            + " is still busy with an earlier send of this commit, which may be applied.",
                    sentBefore);
        }
    }

    private TransactWriteItem item(ChangeRequest request) {
        if (request.change().deletes()) {
            return TransactWriteItem.builder()
                    .delete(delete -> delete.tableName(table.name())
                            .key(request.key())
                            .conditionExpression(request.conditionExpression())
                            .expressionAttributeNames(request.names())
                            .expressionAttributeValues(request.values()))
                    .build();
        }
        if (request.change().onlyAsks()) {
            return TransactWriteItem.builder()
                    .conditionCheck(check -> check.tableName(table.name())
                            .key(request.key())
                            .conditionExpression(request.conditionExpression())
                            .expressionAttributeNames(request.names())
                            .expressionAttributeValues(request.values()))
                    .build();
        }
        return TransactWriteItem.builder()
                .update(update -> update.tableName(table.name())
                        .key(request.key())
                        .conditionExpression(request.conditionExpression())
                        .updateExpression(request.updateExpression())
                        .expressionAttributeNames(request.names())
                        .expressionAttributeValues(request.values())
                        .returnValuesOnConditionCheckFailure(ALL_OLD))
                .build();
    }

    /** Reads the reasons one by one: they stand in the order of the changes. */
    private Result result(TransactionCanceledException cancelled, List<ChangeRequest> requests) {
        List<CancellationReason> reasons = cancelled.cancellationReasons();
        boolean refused = false;
        boolean forNow = false;
        for (int i = 0; i < reasons.size(); i++) {
            CancellationReason reason = reasons.get(i);
            String code = String.valueOf(reason.code());
            if (code.equals(CONDITION)) {
                if (i < requests.size() && requests.get(i).isWrittenIn(reason.item())) {
                    return Result.APPLIED_BEFORE;
                }
                refused = true;
            } else if (FOR_NOW.contains(code)) {
                forNow = true;
            }
        }
        if (refused) {
            return Result.REFUSED;
        }
        List<String> codes =
                reasons.stream().map(CancellationReason::code).distinct().toList();
        throw forNow
                ? StoreException.unavailable(
                        "The table " + table.name() + " cancelled a transaction for now: " + codes
                                + ". Nothing was written.",
                        cancelled)
                : StoreException.broken(
                        "The table " + table.name() + " cancelled a transaction: " + codes
                                + ". Nothing was written; a repeat would be refused, too.",
                        cancelled);
    }

    /** The attributes of an item, consistent; empty when there is none. */
    Map<String, AttributeValue> get(ItemKey key) {
        return table.read(() -> client.getItem(request ->
                        request.tableName(table.name()).key(Attributes.key(key)).consistentRead(true))
                .item());
    }
}

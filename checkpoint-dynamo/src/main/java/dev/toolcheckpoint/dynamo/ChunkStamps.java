package dev.toolcheckpoint.dynamo;

import dev.toolcheckpoint.protocol.Checkpoint;
import dev.toolcheckpoint.protocol.Outcome;
import dev.toolcheckpoint.protocol.Payload;
import dev.toolcheckpoint.protocol.Status;
import dev.toolcheckpoint.store.Chore;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

/** Stamps the chunks of one record whose delivery is open though its retention is over. Thread-safe. */
final class ChunkStamps implements Chore {

    private static final Logger LOG = LoggerFactory.getLogger(ChunkStamps.class);

    private final DynamoDbClient client;
    private final String table;
    private final Failures failures;

    ChunkStamps(DynamoDbClient client, String table, Failures failures) {
        this.client = client;
        this.table = table;
        this.failures = failures;
    }

    /**
     * What was found and done.
     *
     * @param overdue whether the delivery is open although the retention is over
     * @param chunks how many chunks were stamped anew
     * @param incomplete whether a chunk is gone
     * @param finished whether all were looked at
     */
    record Stamped(boolean overdue, int chunks, boolean incomplete, boolean finished) {
        static final Stamped NOT_OVERDUE = new Stamped(false, 0, false, true);
    }

    @Override
    public Result attend(Checkpoint record, Instant now, BooleanSupplier timeLeft) {
        Stamped done = keep(record, now, timeLeft);
        if (!done.finished()) {
            return Result.UNFINISHED;
        } else if (done.incomplete()) {
            LOG.warn("The record {} lacks chunks of its payload, which can't be delivered any more", record.key());
            return Result.DAMAGED;
        }
        return done.chunks() > 0 ? Result.DONE : Result.NOTHING;
    }

    Stamped keep(Checkpoint record, Instant now, BooleanSupplier timeLeft) {
        Instant retainUntil = record.retainUntil();
        if (record.status() != Status.DELIVERING || retainUntil == null || now.isBefore(retainUntil)) {
            return Stamped.NOT_OVERDUE;
        }
        PayloadPlace place = place(record);
        if (place == null || place.tier() != PayloadPlace.Tier.CHUNKS) {
            return new Stamped(true, 0, false, true);
        }
        Map<String, Instant> ends = ends(record, place);
        return stamp(record, ends, ends.size() < place.chunks(), now, timeLeft);
    }

    private static @Nullable PayloadPlace place(Checkpoint record) {
        Outcome outcome = record.outcome();
        return outcome != null && outcome.payload() instanceof Payload.Stored stored
                ? PayloadPlace.of(stored.reference())
                : null;
    }

    /** When each chunk that is there may go, by its sort key. */
    private Map<String, Instant> ends(Checkpoint record, PayloadPlace place) {
        Map<String, Instant> ends = new HashMap<>();
        Map<String, AttributeValue> from = null;
        do {
            Map<String, AttributeValue> start = from;
            QueryResponse answer = failures.read(() -> client.query(request -> request.tableName(table)
                    .consistentRead(true)
                    .keyConditionExpression("#pk = :pk AND begins_with(#sk, :chunks)")
                    .projectionExpression("#sk, #expiresAt")
                    .expressionAttributeNames(Map.of("#pk", Names.PK, "#sk", Names.SK, "#expiresAt", Names.EXPIRES_AT))
                    .expressionAttributeValues(Map.of(
                            ":pk", AttributeValue.fromS(ItemKeys.partition(record.key())),
                            ":chunks", AttributeValue.fromS(ItemKeys.CHUNK_PREFIX + place.writeId() + "#")))
                    .exclusiveStartKey(start)));
            for (Map<String, AttributeValue> item : answer.items()) {
                ends.put(
                        Raw.text(item, Names.SK),
                        Instant.ofEpochSecond(Long.parseLong(Raw.number(item, Names.EXPIRES_AT))));
            }
            from = answer.hasLastEvaluatedKey() ? answer.lastEvaluatedKey() : null;
        } while (from != null);
        return ends;
    }

    /** Each that has little time left, until there is no more time. */
    private Stamped stamp(Checkpoint record, Map<String, Instant> ends, boolean incomplete, Instant now, BooleanSupplier timeLeft) {
        int stamped = 0;
        int sent = 0;
        for (Map.Entry<String, Instant> chunk : ends.entrySet()) {
            if (!chunk.getValue().isAfter(now.plus(ChunkRetention.RENEW_AT))) {
                if (sent > 0 && !timeLeft.getAsBoolean()) {
                    return new Stamped(true, stamped, incomplete, false);
                }
                sent++;
                if (stamp(ItemKeys.partition(record.key()), chunk.getKey(), now.plus(ChunkRetention.EXTENSION))) {
                    stamped++;
                }
            }
        }
        return new Stamped(true, stamped, incomplete, true);
    }

    /** False when it is gone, or somebody else stamped it as late. */
    private boolean stamp(String partition, String sort, Instant until) {
        return failures.<Boolean>write(() -> {
            try {
                client.updateItem(request -> request.tableName(table)
                        .key(Map.of(Names.PK, AttributeValue.fromS(partition), Names.SK, AttributeValue.fromS(sort)))
                        .updateExpression("SET #expiresAt = :until")
                        .conditionExpression("attribute_exists(#pk) AND #expiresAt < :until")
                        .expressionAttributeNames(Map.of("#pk", Names.PK, "#expiresAt", Names.EXPIRES_AT))
                        .expressionAttributeValues(Map.of(
                                ":until", AttributeValue.fromN(String.valueOf(ItemValues.expirySeconds(until))))));
                return true;
            } catch (ConditionalCheckFailedException goneOrLater) {
                return false;
            }
        });
    }
}

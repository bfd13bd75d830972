package dev.toolcheckpoint.dynamo;

import dev.toolcheckpoint.protocol.Attention;
import dev.toolcheckpoint.protocol.Checkpoint;
import dev.toolcheckpoint.protocol.Outcome;
import dev.toolcheckpoint.protocol.Payload;
import dev.toolcheckpoint.protocol.Status;
import dev.toolcheckpoint.protocol.StoreException;
import dev.toolcheckpoint.store.AttentionQuery;
import dev.toolcheckpoint.store.RecordPage;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

/**
 * Keeps the chunks of outcomes whose delivery is still open when their retention is over. A record in DELIVERING never expires, but
 * its chunks carry a time to live, {@code retainUntil} and 7 days: whoever looks after open deliveries calls {@link #restamp} at least
 * once a day, page by page. Thread-safe.
 *
 * <p>A chunk is stamped anew when {@link #RENEW_AT} or less is left, to {@link #EXTENSION} from now; never to an earlier time,
 * and one that is gone is never made again. A repeat changes nothing, so any number may run at once. Payloads in S3 live as the
 * bucket's lifecycle rule says.
 */
public final class ChunkRetention {

    /** With how much left of its time a chunk is stamped anew: 7 days. */
    public static final Duration RENEW_AT = Duration.ofDays(7);

    /** How long a chunk that is stamped anew lives from then on: 14 days. A stamp costs as much as the chunk's write. */
    public static final Duration EXTENSION = Duration.ofDays(14);

    private final DynamoCheckpointStore store;
    private final DynamoDbClient client;
    private final String table;
    private final Clock clock;
    private final Failures failures;

    private ChunkRetention(DynamoCheckpointStore store, DynamoDbClient client, String table, Clock clock) {
        this.store = store;
        this.client = client;
        this.table = table;
        this.clock = clock;
        this.failures = new Failures(table);
    }

    /**
     * For the chunks of this store.
     *
     * @param client for the requests; it stays the caller's
     * @param table the store's table, by name or ARN
     */
    public static ChunkRetention of(DynamoCheckpointStore store, DynamoDbClient client, String table, Clock clock) {
        return new ChunkRetention(store, client, table, clock);
    }

    /**
     * What was found and done in one page.
     *
     * @param overdue the records whose delivery is open although their retention is over; each deserves an alarm
     * @param stamped how many chunks were stamped anew
     * @param incomplete those of {@code overdue} that lack a chunk: their payload can't be read any more
     * @param nextCursor what the next page starts from; {@code null} when this was the last
     */
    public record Restamped(
            List<Checkpoint> overdue,
            int stamped,
            List<Checkpoint> incomplete,
            @Nullable String nextCursor) {
        /** Copies the lists. */
        public Restamped {
            overdue = List.copyOf(overdue);
            incomplete = List.copyOf(incomplete);
        }
    }

    /**
     * Looks at one page of the deliveries that should have ended by now.
     *
     * @param limit how many records, 1 to 1 000
     * @param cursor where the page before ended; {@code null} for the first
     * @throws StoreException when the table does not answer; what was stamped stays so, call again
     */
    public Restamped restamp(int limit, @Nullable String cursor) {
        Instant now = clock.instant();
        RecordPage page = store.attention(new AttentionQuery(Set.of(Attention.Kind.DELIVERY), now, limit, cursor));
        List<Checkpoint> overdue = new ArrayList<>();
        List<Checkpoint> incomplete = new ArrayList<>();
        int stamped = 0;
        for (Checkpoint record : page.records()) {
            Instant retainUntil = record.retainUntil();
            if (record.status() != Status.DELIVERING || retainUntil == null || now.isBefore(retainUntil)) {
                continue;
            }
            overdue.add(record);
            PayloadPlace place = place(record);
            if (place != null && place.tier() == PayloadPlace.Tier.CHUNKS) {
                Map<String, Instant> ends = ends(record, place);
                if (ends.size() < place.chunks()) {
                    incomplete.add(record);
                }
                stamped += stamp(record, ends, now);
            }
        }
        return new Restamped(overdue, stamped, incomplete, page.nextCursor());
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

    private int stamp(Checkpoint record, Map<String, Instant> ends, Instant now) {
        int stamped = 0;
        for (Map.Entry<String, Instant> chunk : ends.entrySet()) {
            if (!chunk.getValue().isAfter(now.plus(RENEW_AT))
                    && stamp(ItemKeys.partition(record.key()), chunk.getKey(), now.plus(EXTENSION))) {
                stamped++;
            }
        }
        return stamped;
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

package dev.toolcheckpoint.dynamo;

import dev.toolcheckpoint.protocol.StoreException;
import dev.toolcheckpoint.store.AttentionQuery;
import dev.toolcheckpoint.store.CheckpointCodec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

/** The sparse index of what needs attention: keys only, one partition for each shard and kind, ordered by time. */
final class AttentionIndex {

    private static final int MAX_KEYS = 100;
    private static final int MAX_ASKS = 8;

    private final DynamoDbClient client;
    private final String table;
    private final AttentionShards shards;
    private final Failures failures;

    AttentionIndex(DynamoDbClient client, String table, AttentionShards shards, Failures failures) {
        this.client = client;
        this.table = table;
        this.shards = shards;
        this.failures = failures;
    }

    /**
     * A page of the index.
     *
     * @param keys of the records, by time
     * @param nextCursor where the next page starts; {@code null} when this was the last
     */
    record Hits(List<String> keys, @Nullable String nextCursor) {}

    /** The partition keys of records that are due. */
    Hits due(AttentionQuery query) {
        List<String> kinds = query.kinds().stream().map(AttentionShards::kind).toList();
        return due(kinds, query.dueBefore(), query.limit(), query.cursor(), item -> Raw.text(item, Names.PK));
    }

    /**
     * What is due.
     *
     * @param key what a hit is called, of the keys in the index
     */
    Hits due(
            Collection<String> kinds,
            Instant dueBefore,
            int limit,
            @Nullable String cursor,
            Function<Map<String, AttributeValue>, String> key) {
        Cursors.Due after = Cursors.Due.of(cursor);
        TreeSet<Cursors.Due> found = new TreeSet<>();
        for (String partition : shards.partitions(kinds)) {
            addDue(partition, after, before(dueBefore), limit + 1, key, found);
        }
        List<Cursors.Due> page = found.stream().limit(limit).toList();
        return new Hits(
                page.stream().map(Cursors.Due::key).toList(),
                found.size() > limit ? page.get(page.size() - 1).text() : null);
    }

    /** Enough of one partition. The index has no order among equal times, so the last time is read to its end. */
    private void addDue(
            String partition,
            Cursors.Due after,
            long before,
            int enough,
            Function<Map<String, AttributeValue>, String> key,
            Set<Cursors.Due> found) {
        if (before <= Math.max(0, after.at())) {
            return;
        }
        Map<String, AttributeValue> from = null;
        int taken = 0;
        long last = Long.MIN_VALUE;
        do {
            QueryResponse answer = ask(partition, Math.max(0, after.at()), before - 1, enough, from);
            for (Map<String, AttributeValue> item : answer.items()) {
                Cursors.Due due =
                        new Cursors.Due(Long.parseLong(Raw.number(item, Names.ATTENTION_AT)), key.apply(item));
                if (taken >= enough && due.at() > last) {
                    return;
                }
                if (due.compareTo(after) > 0) {
                    found.add(due);
                    taken++;
                    last = due.at();
                }
            }
            from = answer.hasLastEvaluatedKey() ? answer.lastEvaluatedKey() : null;
        } while (from != null);
    }

    private QueryResponse ask(
            String partition, long from, long to, int limit, @Nullable Map<String, AttributeValue> start) {
        return failures.read(() -> client.query(request -> request.tableName(table)
                .indexName(Names.ATTENTION_INDEX)
                .keyConditionExpression("#attention = :partition AND #at BETWEEN :from AND :to")
                .expressionAttributeNames(Map.of("#attention", Names.ATTENTION, "#at", Names.ATTENTION_AT))
                .expressionAttributeValues(Map.of(
                        ":partition", AttributeValue.fromS(partition),
                        ":from", AttributeValue.fromN(String.valueOf(from)),
                        ":to", AttributeValue.fromN(String.valueOf(to))))
                .exclusiveStartKey(start)
                .limit(limit)));
    }

    /** The first whole millisecond that is not before the query's. */
    private static long before(Instant due) {
        if (due.isAfter(Instant.ofEpochMilli(CheckpointCodec.MAX_TIME))) {
            return CheckpointCodec.MAX_TIME + 1;
        }
        return Instant.ofEpochMilli(due.toEpochMilli()).isBefore(due) ? due.toEpochMilli() + 1 : due.toEpochMilli();
    }

    /** The control items of these partition keys, in the same order; those that are gone are left out. */
    List<Map<String, AttributeValue>> items(List<String> partitions) {
        Map<String, Map<String, AttributeValue>> found = new HashMap<>();
        for (int first = 0; first < partitions.size(); first += MAX_KEYS) {
            get(partitions.subList(first, Math.min(first + MAX_KEYS, partitions.size())), found);
        }
        List<Map<String, AttributeValue>> ordered = new ArrayList<>();
        for (String partition : partitions) {
            Map<String, AttributeValue> item = found.get(partition);
            if (item != null) {
                ordered.add(item);
            }
        }
        return ordered;
    }

    private void get(List<String> partitions, Map<String, Map<String, AttributeValue>> found) {
        List<Map<String, AttributeValue>> missing =
                partitions.stream().map(Listings::controlKey).toList();
        for (int asks = 0; !missing.isEmpty(); asks++) {
            if (asks == MAX_ASKS) {
                throw StoreException.unavailable(
                        "The table " + table + " left records unread " + MAX_ASKS + " times.", null);
            }
            KeysAndAttributes keys = KeysAndAttributes.builder()
                    .keys(missing)
                    .consistentRead(true)
                    .build();
            BatchGetItemResponse answer =
                    failures.read(() -> client.batchGetItem(request -> request.requestItems(Map.of(table, keys))));
            answer.responses()
                    .getOrDefault(table, List.of())
                    .forEach(item -> found.put(Raw.text(item, Names.PK), item));
            KeysAndAttributes unprocessed = answer.unprocessedKeys().get(table);
            missing = unprocessed == null ? List.of() : unprocessed.keys();
        }
    }
}

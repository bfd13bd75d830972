package dev.toolcheckpoint.runs.dynamo;

import dev.toolcheckpoint.dynamo.SharedPayloads.KnownChunks;
import dev.toolcheckpoint.dynamo.SharedTable;
import dev.toolcheckpoint.protocol.ErrorCode;
import dev.toolcheckpoint.protocol.StoreException;
import dev.toolcheckpoint.runs.store.ItemKey;
import dev.toolcheckpoint.runs.store.RunItem;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

/** Reads items with their bodies, consistent. Thread-safe. */
final class Reads {

    /** No commit takes so long: a chunk of this age that no item points to is left from one that failed. */
    static final Duration ORPHAN_AGE = Duration.ofDays(1);

    private static final int MOST_TRIES = 5;

    private final SharedTable table;
    private final CellBodies bodies;
    private final KnownBodies known;
    private final Sender sender;
    private final Clock clock;

    Reads(SharedTable table, CellBodies bodies, KnownBodies known, Sender sender, Clock clock) {
        this.table = table;
        this.bodies = bodies;
        this.known = known;
        this.sender = sender;
        this.clock = clock;
    }

    @Nullable
    RunItem find(ItemKey key) {
        Map<String, AttributeValue> item = sender.get(key);
        return item.isEmpty() ? null : open(key, item, KnownChunks.NONE, new HashSet<>());
    }

    /** Every item of a partition. Its chunks come with the same pages. */
    List<RunItem> load(String namespace, String partition) {
        List<Map<String, AttributeValue>> items = new ArrayList<>();
        Map<String, Map<String, AttributeValue>> chunks = new HashMap<>();
        String pk = Attributes.pk(namespace, partition);
        Map<String, AttributeValue> from = null;
        do {
            QueryResponse page = page(pk, from);
            for (Map<String, AttributeValue> item : page.items()) {
                String sort = text(item, Attributes.SK);
                if (Attributes.isChunk(sort)) {
                    chunks.put(sort, item);
                } else {
                    items.add(item);
                }
            }
            from = page.hasLastEvaluatedKey() ? page.lastEvaluatedKey() : null;
        } while (from != null);
        Set<String> used = new HashSet<>();
        List<RunItem> opened = new ArrayList<>();
        for (Map<String, AttributeValue> item : items) {
            ItemKey key = new ItemKey(namespace, partition, text(item, Attributes.SK));
            RunItem whole = open(key, item, sort -> data(chunks.get(sort)), used);
            if (whole != null) {
                opened.add(whole);
            }
        }
        chunks.keySet().removeAll(used);
        dropOrphans(pk, chunks);
        return opened;
    }

    private QueryResponse page(String pk, @Nullable Map<String, AttributeValue> from) {
        return table.read(() -> table.client()
                .query(request -> request.tableName(table.name())
                        .consistentRead(true)
                        .keyConditionExpression("#pk = :pk")
                        .expressionAttributeNames(Map.of("#pk", Attributes.PK))
                        .expressionAttributeValues(Map.of(":pk", AttributeValue.fromS(pk)))
                        .exclusiveStartKey(from)));
    }

    /**
     * The item with its bodies; {@code null} when it is gone. A body that is missing may have been replaced between two reads, so the item
     * decides: only one that still points there has lost it.
     */
    @Nullable
    RunItem open(ItemKey key, Map<String, AttributeValue> attributes, KnownChunks chunks, Set<String> used) {
        Map<String, AttributeValue> current = attributes;
        KnownChunks found = chunks;
        for (int tries = 1; ; tries++) {
            StoredItem item = StoredItem.of(key, current);
            note(item, used);
            try {
                return bodies.open(item, found);
            } catch (StoreException unreadable) {
                boolean elsewhere = item.cells().values().stream().anyMatch(cell -> cell.elsewhere() != null);
                if (unreadable.code() != ErrorCode.PAYLOAD_UNREADABLE || !elsewhere || tries == MOST_TRIES) {
                    throw unreadable;
                }
                Map<String, AttributeValue> again = sender.get(key);
                if (again.isEmpty()) {
                    return null;
                }
                if (again.equals(current)) {
                    throw unreadable;
                }
                current = again;
                found = KnownChunks.NONE;
            }
        }
    }

    private void note(StoredItem item, Set<String> used) {
        item.cells().forEach((name, cell) -> {
            String place = cell.elsewhere();
            if (place != null && cell.payload() != null) {
                known.add(item.key(), name, place);
                used.addAll(cell.payload().chunks());
            }
        });
    }

    /** What a failed commit or another process left behind. Nobody needs it, so a failure to delete it is no failure. */
    private void dropOrphans(String pk, Map<String, Map<String, AttributeValue>> orphans) {
        long youngest = clock.instant().minus(ORPHAN_AGE).toEpochMilli();
        try {
            orphans.forEach((sort, chunk) -> {
                AttributeValue storedAt = chunk.get(Attributes.STORED_AT);
                if (storedAt != null && storedAt.n() != null && Long.parseLong(storedAt.n()) < youngest) {
                    table.read(() -> table.client()
                            .deleteItem(request -> request.tableName(table.name())
                                    .key(Map.of(
                                            Attributes.PK, AttributeValue.fromS(pk),
                                            Attributes.SK, AttributeValue.fromS(sort)))));
                }
            });
        } catch (StoreException | NumberFormatException left) {
            // The next load finds it again.
        }
    }

    /** A chunk without bytes is as good as truncated, which the seal of the whole finds. */
    private static byte @Nullable [] data(@Nullable Map<String, AttributeValue> chunk) {
        if (chunk == null) {
            return null;
        }
        AttributeValue data = chunk.get(Attributes.DATA);
        return data == null || data.b() == null ? new byte[0] : data.b().asByteArrayUnsafe();
    }

    static String text(Map<String, AttributeValue> item, String name) {
        AttributeValue value = item.get(name);
        return value == null || value.s() == null ? "" : value.s();
    }
}

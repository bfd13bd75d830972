package dev.toolcheckpoint.dynamo;

import dev.toolcheckpoint.protocol.Attention;
import dev.toolcheckpoint.protocol.Checkpoint;
import dev.toolcheckpoint.protocol.ProtocolException;
import dev.toolcheckpoint.store.AttentionQuery;
import dev.toolcheckpoint.store.ListQuery;
import dev.toolcheckpoint.store.RecordPage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;

/** The two listings. Both are hints, so both are eventually consistent. */
final class Listings {

    /** How many items a scan looks at in one request. Small, so that a listing never takes a second's worth of a partition. */
    private static final int SCAN_STEP = 250;

    /** How many requests one page may take before it is handed out short, with a cursor. */
    private static final int SCAN_REQUESTS = 40;

    private final DynamoDbClient client;
    private final String table;
    private final Failures failures;
    private final AttentionIndex index;

    Listings(DynamoDbClient client, String table, AttentionShards shards, Failures failures) {
        this.client = client;
        this.table = table;
        this.failures = failures;
        this.index = new AttentionIndex(client, table, shards, failures);
    }

    RecordPage attention(AttentionQuery query) {
        Page page = new Page();
        AttentionIndex.Hits hits = index.due(query);
        for (Map<String, AttributeValue> item : index.items(hits.keys())) {
            Checkpoint record = page.read(item);
            if (record != null && !stillDue(record, query)) {
                page.records.remove(page.records.size() - 1);
            }
        }
        return page.done(hits.nextCursor());
    }

    /** The index lags: what the record itself says counts. */
    private static boolean stillDue(Checkpoint record, AttentionQuery query) {
        Attention attention = Attention.of(record).orElse(null);
        return attention != null
                && query.kinds().contains(attention.kind())
                && attention.at().isBefore(query.dueBefore());
    }

    RecordPage list(ListQuery query) {
        Page page = new Page();
        Map<String, AttributeValue> from = query.cursor() == null ? null : Cursors.key(query.cursor());
        for (int requests = 0; requests < SCAN_REQUESTS; requests++) {
            ScanResponse answer = scan(query, from);
            for (Map<String, AttributeValue> item : answer.items()) {
                if (page.size() == query.limit()) {
                    // One more is there: the page ends before it.
                    return page.done(page.last == null ? null : Cursors.ofKey(page.last, ItemKeys.CONTROL));
                }
                Checkpoint record = page.read(item);
                if (record != null && !matches(query, record)) {
                    page.records.remove(page.records.size() - 1);
                }
            }
            if (!answer.hasLastEvaluatedKey()) {
                if (page.size() == 0 && query.cursor() == null) {
                    requireKeys();
                }
                return page.done(null);
            }
            from = answer.lastEvaluatedKey();
        }
        return page.done(from == null ? null : Cursors.ofKey(Raw.text(from, Names.PK), Raw.text(from, Names.SK)));
    }

    /** A scan finds nothing in a table that is none of a journal, too; a read of a key is refused there. */
    private void requireKeys() {
        failures.read(() -> client.getItem(
                request -> request.tableName(table).key(controlKey("#")).projectionExpression(Names.PK)));
    }

    private ScanResponse scan(ListQuery query, @Nullable Map<String, AttributeValue> from) {
        Map<String, String> names = new HashMap<>(Map.of("#sk", Names.SK));
        Map<String, AttributeValue> values = new HashMap<>(Map.of(":control", AttributeValue.fromS(ItemKeys.CONTROL)));
        String filter = "#sk = :control";
        if (query.namespace() != null) {
            names.put("#pk", Names.PK);
            values.put(":namespace", AttributeValue.fromS(ItemKeys.partitionPrefix(query.namespace())));
            filter += " AND begins_with(#pk, :namespace)";
        }
        String condition = filter;
        return failures.read(() -> client.scan(request -> request.tableName(table)
                .filterExpression(condition)
                .expressionAttributeNames(names)
                .expressionAttributeValues(values)
                .exclusiveStartKey(from)
                .limit(SCAN_STEP)));
    }

    private static boolean matches(ListQuery query, Checkpoint record) {
        return (query.statuses().isEmpty() || query.statuses().contains(record.status()))
                && (query.updatedBefore() == null || record.updatedAt().isBefore(query.updatedBefore()));
    }

    static Map<String, AttributeValue> controlKey(String partition) {
        return Map.of(Names.PK, AttributeValue.fromS(partition), Names.SK, AttributeValue.fromS(ItemKeys.CONTROL));
    }

    /** A page as it fills. */
    private static final class Page {
        private final List<Checkpoint> records = new ArrayList<>();
        private final List<RecordPage.InvalidRecord> invalid = new ArrayList<>();
        private @Nullable String last;

        int size() {
            return records.size() + invalid.size();
        }

        @Nullable
        Checkpoint read(Map<String, AttributeValue> item) {
            String partition = Raw.text(item, Names.PK);
            last = partition;
            try {
                Checkpoint record = StrictSchema.INSTANCE.mapToItem(item).record();
                records.add(record);
                return record;
            } catch (ProtocolException broken) {
                invalid.add(
                        new RecordPage.InvalidRecord(partition, broken.code(), String.valueOf(broken.getMessage())));
                return null;
            }
        }

        RecordPage done(@Nullable String cursor) {
            return new RecordPage(records, invalid, cursor);
        }
    }
}

package dev.toolcheckpoint.runs.dynamo;

import dev.toolcheckpoint.dynamo.SharedPayloads.KnownChunks;
import dev.toolcheckpoint.dynamo.SharedTable;
import dev.toolcheckpoint.runs.store.ItemKey;
import dev.toolcheckpoint.runs.store.RunItem;
import dev.toolcheckpoint.runs.store.RunStore.Page;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;

/** A scan for the items with one sort key. A hint, so eventually consistent. Thread-safe. */
final class RunListing {

    /** How many items a scan looks at in one request. Small, so that a listing never takes a second's worth of a partition. */
    private static final int SCAN_STEP = 250;

    /** How many requests one page may take before it is handed out short, with a cursor. */
    private static final int SCAN_REQUESTS = 40;

    private final SharedTable table;
    private final Reads reads;

    RunListing(SharedTable table, Reads reads) {
        this.table = table;
        this.reads = reads;
    }

    Page<RunItem> list(String namespace, String sort, int limit, @Nullable String cursor) {
        String prefix = SharedTable.partitionPrefix(namespace);
        Map<String, AttributeValue> from = cursor == null ? null : SharedTable.key(cursor);
        List<RunItem> found = new ArrayList<>();
        String last = null;
        for (int requests = 0; requests < SCAN_REQUESTS; requests++) {
            ScanResponse answer = scan(prefix, sort, from);
            for (Map<String, AttributeValue> item : answer.items()) {
                if (found.size() == limit) {
                    return new Page<>(found, last);
                }
                String pk = Reads.text(item, Attributes.PK);
                RunItem whole = open(pk, sort, item);
                if (whole != null) {
                    found.add(whole);
                    last = SharedTable.cursor(pk, sort);
                }
            }
            if (!answer.hasLastEvaluatedKey()) {
                return new Page<>(found, null);
            }
            from = answer.lastEvaluatedKey();
        }
        return new Page<>(
                found,
                from == null
                        ? null
                        : SharedTable.cursor(Reads.text(from, Attributes.PK), Reads.text(from, Attributes.SK)));
    }

    private @Nullable RunItem open(String pk, String sort, Map<String, AttributeValue> item) {
        ItemKey key = Attributes.itemKey(pk, sort).orElse(null);
        return key == null ? null : reads.open(key, item, KnownChunks.NONE, new HashSet<>());
    }

    private ScanResponse scan(String prefix, String sort, @Nullable Map<String, AttributeValue> from) {
        return table.read(() -> table.client()
                .scan(request -> request.tableName(table.name())
                        .filterExpression("#sk = :sort AND begins_with(#pk, :namespace)")
                        .expressionAttributeNames(Map.of("#sk", Attributes.SK, "#pk", Attributes.PK))
                        .expressionAttributeValues(
                                Map.of(":sort", AttributeValue.fromS(sort), ":namespace", AttributeValue.fromS(prefix)))
                        .exclusiveStartKey(from)
                        .limit(SCAN_STEP)));
    }
}

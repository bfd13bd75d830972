package dev.toolcheckpoint.dynamo;

import dev.toolcheckpoint.protocol.StoreException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The table of a journal, for another store that keeps items of its own there: its client, its words for failures, its attention index
 * and its payload tiers. {@link DynamoStoreBuilder#shared} and {@link #open} make it. Thread-safe.
 *
 * <p>Such a store keeps away from what is the journal's: partition keys {@code <namespace>#<64 hexadecimal digits>}, the sort key {@code
 * C}, and sort keys that begin with {@code P#}, which are chunks'.
 */
public final class SharedTable implements AutoCloseable {

    private final String name;
    private final DynamoDbClient client;
    private final Failures failures;
    private final TableIdentity identity;
    private final AttentionShards shards;
    private final AttentionIndex index;
    private final SharedPayloads payloads;
    private final List<AutoCloseable> owned;

    SharedTable(
            String name,
            DynamoDbClient client,
            Failures failures,
            TableIdentity identity,
            AttentionShards shards,
            SharedPayloads payloads,
            List<AutoCloseable> owned) {
        this.name = name;
        this.client = client;
        this.failures = failures;
        this.identity = identity;
        this.shards = shards;
        this.index = new AttentionIndex(client, name, shards, failures);
        this.payloads = payloads;
        this.owned = List.copyOf(owned);
    }

    /**
     * The table of the journal that has these options, with clients and a cipher of its own. Sends no request.
     *
     * @param options those of {@link DynamoStoreProvider}
     * @throws dev.toolcheckpoint.protocol.ConfigurationException when the table has no name, the key is not said, an option is
     *     unknown or malformed, or no Region is set
     */
    public static SharedTable open(String table, Map<String, String> options) {
        return ProviderOptions.made(
                () -> DynamoStoreProvider.builder(table, options).shared());
    }

    /** The table's name or ARN. */
    public String name() {
        return name;
    }

    /** The client, which sends everything once when the store made it. */
    public DynamoDbClient client() {
        return client;
    }

    /** The payload tiers. */
    public SharedPayloads payloads() {
        return payloads;
    }

    /**
     * At first use asks for the table's id when one is pinned; costs nothing afterwards.
     *
     * @throws StoreException {@code TABLE_MISMATCH} when it is another table
     */
    public void checkIdentity() {
        identity.check();
    }

    /**
     * Runs a write.
     *
     * @throws StoreException for every failure of the SDK: ambiguous when the write may have been applied all the same
     */
    public <T extends @Nullable Object> T write(Supplier<T> request) {
        return failures.write(request);
    }

    /**
     * Runs what leaves nothing open when it fails.
     *
     * @throws StoreException for every failure of the SDK, never ambiguous
     */
    public <T extends @Nullable Object> T read(Supplier<T> request) {
        return failures.read(request);
    }

    /** What the partition keys of a namespace begin with. */
    public static String partitionPrefix(String namespace) {
        return ItemKeys.partitionPrefix(namespace);
    }

    /** The namespace of a partition key; empty when it has none. */
    public static Optional<String> namespace(String partition) {
        return ItemKeys.namespace(partition);
    }

    /** A text as an attribute: without loss, ids and digests in few bytes; see {@code docs/reference/table.md}. */
    public static AttributeValue attribute(String text) {
        return TextConverter.INSTANCE.transformFrom(text);
    }

    /**
     * The text of an attribute.
     *
     * @throws dev.toolcheckpoint.protocol.ProtocolException {@code INVALID_CHECKPOINT} when it is none
     */
    public static String text(AttributeValue attribute) {
        return TextConverter.INSTANCE.transformTo(attribute);
    }

    /** The text that a page of a scan ends with after this item. */
    public static String cursor(String partition, String sort) {
        return Cursors.ofKey(partition, sort);
    }

    /**
     * The key that a cursor was made of.
     *
     * @throws dev.toolcheckpoint.protocol.ProtocolException {@code INVALID_ARGUMENT} when it is none of {@link #cursor}
     */
    public static Map<String, AttributeValue> key(String cursor) {
        return Cursors.key(cursor);
    }

    /**
     * The attributes that put an item into the attention index.
     *
     * @param kind that no other store uses
     */
    public Map<String, AttributeValue> attention(String kind, String partition, String sort, Instant at) {
        String shard = shards.partition(ItemKeys.hash(partition + "\n" + sort), kind);
        return Map.of(
                Names.ATTENTION,
                AttributeValue.fromS(shard),
                Names.ATTENTION_AT,
                AttributeValue.fromN(String.valueOf(at.toEpochMilli())));
    }

    /**
     * The items of a kind that are due, by time; eventually consistent.
     *
     * @param before those that are due earlier than this
     * @param limit at least 1
     * @param cursor where the page before ended; {@code null} to start
     */
    public Due due(String kind, Instant before, int limit, @Nullable String cursor) {
        AttentionIndex.Hits hits = index.due(
                List.of(kind),
                before,
                limit,
                cursor,
                item -> Raw.text(item, Names.PK) + "\n" + Raw.text(item, Names.SK));
        List<Due.Item> items = hits.keys().stream().map(Due.Item::of).toList();
        return new Due(items, hits.nextCursor());
    }

    /**
     * A page of what is due.
     *
     * @param items by time
     * @param nextCursor where the next page starts; {@code null} at the end
     */
    public record Due(List<Item> items, @Nullable String nextCursor) {

        /** Copies the list. */
        public Due {
            items = List.copyOf(items);
        }

        /**
         * An item's key.
         *
         * @param partition {@code pk}
         * @param sort {@code sk}
         */
        public record Item(String partition, String sort) {
            private static Item of(String hit) {
                int end = hit.lastIndexOf('\n');
                return new Item(hit.substring(0, end), hit.substring(end + 1));
            }
        }
    }

    /** Forgets every data key before the process is copied (AWS Lambda SnapStart, CRaC). Usable again afterwards. */
    public void beforeSnapshot() {
        payloads.beforeSnapshot();
    }

    /** Closes the clients and the cipher that were made for it; those that were given stay open. */
    @Override
    public void close() {
        Clients.close(owned, "The table " + name);
    }
}

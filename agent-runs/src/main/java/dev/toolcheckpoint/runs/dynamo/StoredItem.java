package dev.toolcheckpoint.runs.dynamo;

import dev.toolcheckpoint.dynamo.SharedTable;
import dev.toolcheckpoint.protocol.ProtocolException;
import dev.toolcheckpoint.runs.store.ItemKey;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * An item as it stands in the table, its attributes understood and its bodies not yet opened.
 *
 * @param cells by name
 * @param dueAt when somebody should look at it; {@code null} for never
 */
record StoredItem(
        ItemKey key,
        Map<String, StoredCell> cells,
        @Nullable Instant dueAt) {

    /**
     * Reads the attributes of an item.
     *
     * @throws ProtocolException {@code UNSUPPORTED_SCHEMA}, or {@code INVALID_CHECKPOINT} for anything that is not as this version writes it
     */
    static StoredItem of(ItemKey key, Map<String, AttributeValue> attributes) {
        AttributeValue schema = attributes.get(Attributes.SCHEMA);
        if (schema == null || schema.n() == null) {
            throw broken(key, "it names its schema version");
        }
        if (!schema.equals(Attributes.VERSION_1)) {
            throw ProtocolException.unsupportedSchema(schema.n());
        }
        Set<String> left = new HashSet<>(attributes.keySet());
        if (!left.removeAll(Set.of(Attributes.WRITE_ID))) {
            throw broken(key, "it names the commit that wrote it");
        }
        left.removeAll(Set.of(Attributes.PK, Attributes.SK, Attributes.SCHEMA));
        Set<String> attention = Set.of(Attributes.ATTENTION, Attributes.ATTENTION_AT);
        Instant dueAt = left.removeAll(attention) ? dueAt(key, attributes) : null;
        Map<String, StoredCell> cells = new TreeMap<>();
        for (String attribute : attributes.keySet()) {
            String cell = Attributes.cell(attribute).orElse(null);
            if (cell != null) {
                cells.put(cell, cell(key, cell, attributes));
                left.removeAll(Set.of(attribute, Attributes.body(cell), Attributes.fence(cell)));
            }
        }
        if (!left.isEmpty()) {
            throw broken(key, "it has no attributes but those of its cells; found " + left.size() + " more");
        }
        return new StoredItem(key, cells, dueAt);
    }

    private static StoredCell cell(ItemKey key, String cell, Map<String, AttributeValue> attributes) {
        AttributeValue body = attributes.get(Attributes.body(cell));
        AttributeValue version = attributes.get(Attributes.version(cell));
        AttributeValue fence = attributes.get(Attributes.fence(cell));
        if (body == null || version == null) {
            throw broken(key, "a cell with a version has a body");
        }
        String versionText = SharedTable.text(version);
        return StoredCell.of(key, versionText, fence == null ? versionText : SharedTable.text(fence), body);
    }

    private static Instant dueAt(ItemKey key, Map<String, AttributeValue> attributes) {
        AttributeValue shard = attributes.get(Attributes.ATTENTION);
        AttributeValue at = attributes.get(Attributes.ATTENTION_AT);
        if (shard == null || shard.s() == null || at == null || at.n() == null) {
            throw broken(key, "attention and attentionAt stand together");
        }
        try {
            return Instant.ofEpochMilli(Long.parseLong(at.n()));
        } catch (NumberFormatException | DateTimeException malformed) {
            throw broken(key, "attentionAt is a time in milliseconds");
        }
    }

    static ProtocolException broken(ItemKey key, String rule) {
        return ProtocolException.invalidCheckpoint(
                "The stored item " + key + " breaks the rule that " + rule + ". It is left as it is.");
    }
}

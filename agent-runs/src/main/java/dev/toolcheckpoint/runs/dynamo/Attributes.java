package dev.toolcheckpoint.runs.dynamo;

import dev.toolcheckpoint.dynamo.SharedTable;
import dev.toolcheckpoint.protocol.ProtocolException;
import dev.toolcheckpoint.runs.store.ItemKey;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The keys and attributes of a run's items: a stable schema, written down in {@code docs/reference/table.md}. */
final class Attributes {

    static final String PK = "pk";
    static final String SK = "sk";
    static final String SCHEMA = "schema";

    /** Of the commit that wrote the item last. */
    static final String WRITE_ID = "writeId";

    static final String ATTENTION = "attention";
    static final String ATTENTION_AT = "attentionAt";

    /** A chunk's bytes, and when it was written. */
    static final String DATA = "data";

    static final String STORED_AT = "storedAt";

    static final AttributeValue VERSION_1 = AttributeValue.fromN("1");

    /** The kind in the attention index. */
    static final String KIND = "RUN";

    private static final String CHUNK_PREFIX = "P#";
    private static final String CONTROL = "C";

    private static final String VERSION = "Version";
    private static final String FENCE = "Fence";
    private static final Pattern PLAIN = Pattern.compile("[a-z][A-Za-z0-9]{0,63}");
    private static final Set<String> TAKEN =
            Set.of(PK, SK, SCHEMA, WRITE_ID, ATTENTION, ATTENTION_AT, DATA, STORED_AT, "expiresAt");
    private static final String ENCODED = "~";

    private Attributes() {}

    static String pk(String namespace, String partition) {
        if (partition.indexOf('#') < 1) {
            throw ProtocolException.invalidArgument(
                    "A run's partition starts with its kind and '#', such as R#, since others are a journal's; found "
                            + partition.length() + " units that do not.");
        }
        return SharedTable.partitionPrefix(namespace) + partition;
    }

    /** The key of an item; refuses what is a journal's. */
    static Map<String, AttributeValue> key(ItemKey key) {
        if (key.sort().equals(CONTROL) || isChunk(key.sort())) {
            throw ProtocolException.invalidArgument(
                    "The sort keys C and P#… are a journal's own in this table; found " + key + ". Nothing was sent.");
        }
        return Map.of(
                PK, AttributeValue.fromS(pk(key.namespace(), key.partition())), SK, AttributeValue.fromS(key.sort()));
    }

    /** What the keys say; empty when they are none of an item of a run. */
    static Optional<ItemKey> itemKey(String pk, String sk) {
        return SharedTable.namespace(pk).flatMap(namespace -> {
            String partition =
                    pk.substring(SharedTable.partitionPrefix(namespace).length());
            return partition.indexOf('#') > 0 && !isChunk(sk) && !sk.equals(CONTROL)
                    ? Optional.of(new ItemKey(namespace, partition, sk))
                    : Optional.empty();
        });
    }

    static boolean isChunk(String sk) {
        return sk.startsWith(CHUNK_PREFIX);
    }

    /** The attribute of a cell's body. A name that could be mistaken for another attribute is written as {@code ~<base64url>~}. */
    static String body(String cell) {
        boolean plain = PLAIN.matcher(cell).matches()
                && !TAKEN.contains(cell)
                && !cell.endsWith(VERSION)
                && !cell.endsWith(FENCE);
        return plain ? cell : ENCODED + encoded(cell) + ENCODED;
    }

    static String version(String cell) {
        return body(cell) + VERSION;
    }

    static String fence(String cell) {
        return body(cell) + FENCE;
    }

    /** The cell whose version this attribute is; empty when it is none. */
    static Optional<String> cell(String attribute) {
        if (!attribute.endsWith(VERSION)) {
            return Optional.empty();
        }
        String body = attribute.substring(0, attribute.length() - VERSION.length());
        String cell = body.length() > 1 && body.startsWith(ENCODED) && body.endsWith(ENCODED)
                ? decoded(body.substring(1, body.length() - 1))
                : body;
        return body(cell).equals(body) ? Optional.of(cell) : Optional.empty();
    }

    private static String encoded(String cell) {
        ByteBuffer units = ByteBuffer.allocate(2 * cell.length());
        units.asCharBuffer().put(cell);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(units.array());
    }

    private static String decoded(String text) {
        try {
            return ByteBuffer.wrap(Base64.getUrlDecoder().decode(text))
                    .asCharBuffer()
                    .toString();
        } catch (IllegalArgumentException notOurs) {
            return "";
        }
    }
}

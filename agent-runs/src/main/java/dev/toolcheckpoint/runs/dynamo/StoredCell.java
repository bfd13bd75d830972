package dev.toolcheckpoint.runs.dynamo;

import dev.toolcheckpoint.dynamo.SharedPayloads.Stored;
import dev.toolcheckpoint.dynamo.SharedTable;
import dev.toolcheckpoint.runs.store.ItemKey;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A cell as it stands in its item: a text that people can read, or a payload in one of the tiers.
 *
 * @param text the body of an open cell that is UTF-8; {@code null} otherwise
 * @param payload what the item keeps of any other body; {@code null} for a text
 * @param secret whether the store's cipher sealed it
 */
record StoredCell(
        String version,
        String fence,
        boolean secret,
        @Nullable String text,
        @Nullable Stored payload) {

    private static final String BYTES = "payload";
    private static final String PLACE = "place";
    private static final String DIGEST = "digest";
    private static final String SIZE = "size";
    private static final String OPEN = "open";
    private static final Set<String> ALL = Set.of(BYTES, PLACE, DIGEST, SIZE, OPEN);

    static StoredCell of(ItemKey key, String version, String fence, AttributeValue body) {
        if (body.s() != null) {
            return new StoredCell(version, fence, false, body.s(), null);
        }
        if (!body.hasM() || !ALL.containsAll(body.m().keySet())) {
            throw StoredItem.broken(key, "a cell's body is a text or a payload");
        }
        Map<String, AttributeValue> parts = body.m();
        AttributeValue open = parts.get(OPEN);
        if (open != null && !Boolean.TRUE.equals(open.bool())) {
            throw StoredItem.broken(key, "a flag is left out when it is false");
        }
        boolean secret = open == null;
        if (secret && !fence.equals(version)) {
            throw StoredItem.broken(key, "the fence of a secret cell is its version");
        }
        return new StoredCell(version, fence, secret, null, payload(key, parts));
    }

    private static Stored payload(ItemKey key, Map<String, AttributeValue> parts) {
        AttributeValue bytes = parts.get(BYTES);
        AttributeValue digest = parts.get(DIGEST);
        AttributeValue size = parts.get(SIZE);
        AttributeValue place = parts.get(PLACE);
        if (bytes == null
                || bytes.b() == null
                || digest == null
                || size == null
                || size.n() == null
                || (place != null && place.s() == null)) {
            throw StoredItem.broken(key, "a payload has its bytes, digest and size");
        }
        try {
            long length = Long.parseLong(size.n());
            return new Stored(place == null ? Stored.INLINE : place.s(), bytes.b(), SharedTable.text(digest), length);
        } catch (NumberFormatException malformed) {
            throw StoredItem.broken(key, "a payload's size is a number of bytes");
        }
    }

    /** The attribute of a payload. */
    static AttributeValue attribute(Stored payload, boolean secret) {
        Map<String, AttributeValue> parts = new HashMap<>();
        parts.put(BYTES, AttributeValue.fromB(payload.inItem()));
        parts.put(DIGEST, SharedTable.attribute(payload.digest()));
        parts.put(SIZE, AttributeValue.fromN(String.valueOf(payload.size())));
        if (!payload.place().equals(Stored.INLINE)) {
            parts.put(PLACE, AttributeValue.fromS(payload.place()));
        }
        if (!secret) {
            parts.put(OPEN, AttributeValue.fromBool(true));
        }
        return AttributeValue.fromM(parts);
    }

    /** The attribute of an open body; {@code null} when its bytes are no UTF-8, which a text could not give back. */
    static @Nullable AttributeValue attribute(byte[] open) {
        try {
            return AttributeValue.fromS(StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(open))
                    .toString());
        } catch (CharacterCodingException binary) {
            return null;
        }
    }

    /** The place of a body that is not in the item; {@code null} when it is. */
    @Nullable
    String elsewhere() {
        return payload != null && payload.elsewhere() ? payload.place() : null;
    }

    /** The bytes of a text. */
    static byte[] bytes(String text) {
        return SdkBytes.fromUtf8String(text).asByteArrayUnsafe();
    }

    /** Leaves the body out. */
    @Override
    public String toString() {
        return "StoredCell[version " + version + ", fence " + fence + (secret ? ", secret]" : "]");
    }
}

package dev.toolcheckpoint.dynamo;

import dev.toolcheckpoint.protocol.ProtocolException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The texts that pages end with: where the next one starts. */
final class Cursors {

    private Cursors() {}

    /** An item's key; a chunk's, too, since a scan stops anywhere. */
    static String ofKey(String partition, String sort) {
        return encoded(sort + "\n" + partition);
    }

    static Map<String, AttributeValue> key(String cursor) {
        String text = decoded(cursor);
        int end = text.indexOf('\n');
        if (end < 1 || end == text.length() - 1) {
            throw foreign(new IllegalArgumentException("no key"));
        }
        return Map.of(
                Names.PK,
                AttributeValue.fromS(text.substring(end + 1)),
                Names.SK,
                AttributeValue.fromS(text.substring(0, end)));
    }

    private static String encoded(String text) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String decoded(String cursor) {
        try {
            return new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException malformed) {
            throw foreign(malformed);
        }
    }

    /**
     * A place in the order of the attention index.
     *
     * @param at epoch milliseconds
     * @param key what the item is called: its partition key, or both keys
     */
    record Due(long at, String key) implements Comparable<Due> {

        static final Due START = new Due(-1, "");

        static Due of(@Nullable String cursor) {
            if (cursor == null) {
                return START;
            }
            String text = decoded(cursor);
            int colon = text.indexOf(':');
            try {
                return new Due(Long.parseLong(text.substring(0, Math.max(0, colon))), text.substring(colon + 1));
            } catch (NumberFormatException malformed) {
                throw foreign(malformed);
            }
        }

        String text() {
            return encoded(at + ":" + key);
        }

        @Override
        public int compareTo(Due other) {
            int byTime = Long.compare(at, other.at);
            return byTime == 0 ? key.compareTo(other.key) : byTime;
        }
    }

    private static ProtocolException foreign(IllegalArgumentException malformed) {
        return ProtocolException.invalidArgument(
                "The cursor is none that a page of this store ended with. Start again without one.", malformed);
    }
}

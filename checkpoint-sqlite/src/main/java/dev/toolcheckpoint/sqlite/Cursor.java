package dev.toolcheckpoint.sqlite;

import dev.toolcheckpoint.protocol.ProtocolException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * The row that a page ended with. A place in the order, not in the file: rows may come and go between two pages.
 *
 * @param at when it needs attention; 0 when it doesn't
 * @param namespace as it stands in the row
 * @param id as it stands in the row
 */
record Cursor(long at, String namespace, String id) {

    /** Before every row. */
    private static final Cursor START = new Cursor(Long.MIN_VALUE, "", "");

    static Cursor after(Row row) {
        return new Cursor(row.attentionAt, row.namespace, row.id);
    }

    /** The cursor of a text that {@link #text} made; {@code null} is the start. */
    static Cursor of(@Nullable String text) {
        if (text == null) {
            return START;
        }
        try {
            String plain = new String(Base64.getUrlDecoder().decode(text), StandardCharsets.UTF_8);
            int first = plain.indexOf(':');
            int second = plain.indexOf(':', first + 1);
            int namespaceEnd = second + 1 + Integer.parseInt(plain.substring(first + 1, second));
            return new Cursor(
                    Long.parseLong(plain.substring(0, first)),
                    plain.substring(second + 1, namespaceEnd),
                    plain.substring(namespaceEnd));
        } catch (IllegalArgumentException | IndexOutOfBoundsException malformed) {
            throw ProtocolException.invalidArgument(
                    "The cursor is none that a page of this store ended with. Start again without one.", malformed);
        }
    }

    String text() {
        String plain = at + ":" + namespace.length() + ":" + namespace + id;
        return Base64.getUrlEncoder().withoutPadding().encodeToString(plain.getBytes(StandardCharsets.UTF_8));
    }
}

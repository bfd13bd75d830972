package dev.toolcheckpoint.runs.sqlite;

import dev.toolcheckpoint.protocol.ProtocolException;
import dev.toolcheckpoint.runs.store.RunStore;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/** Where a page ended, as a text that only the same listing takes back. */
final class Cursors {

    private static final String DUE = "due ";
    private static final String LIST = "list ";

    private Cursors() {}

    /** After this row. Neither partition nor sort have a space. */
    static String of(DuePlace place) {
        return text(DUE + place.at() + " " + place.partition() + " " + place.sort() + " " + place.namespace());
    }

    /** After this partition. */
    static String of(String partition) {
        return text(LIST + partition);
    }

    /**
     * The place that a cursor stands for.
     *
     * @throws ProtocolException {@code INVALID_ARGUMENT} when it is not one of {@code due}
     */
    static DuePlace duePlace(@Nullable String cursor) {
        if (cursor == null) {
            return DuePlace.START;
        }
        String[] parts = after(DUE, cursor).split(" ", 4);
        try {
            return new DuePlace(Long.parseLong(parts[0]), parts[3], parts[1], parts[2]);
        } catch (NumberFormatException | IndexOutOfBoundsException malformed) {
            throw RunStore.unknownCursor();
        }
    }

    /**
     * The partition that a cursor stands for.
     *
     * @throws ProtocolException {@code INVALID_ARGUMENT} when it is not one of {@code list}
     */
    static String partition(@Nullable String cursor) {
        return cursor == null ? "" : after(LIST, cursor);
    }

    private static String after(String kind, String cursor) {
        try {
            String plain = new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.UTF_8);
            if (plain.startsWith(kind)) {
                return plain.substring(kind.length());
            }
        } catch (IllegalArgumentException malformed) {
            throw RunStore.unknownCursor();
        }
        throw RunStore.unknownCursor();
    }

    private static String text(String plain) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(plain.getBytes(StandardCharsets.UTF_8));
    }
}

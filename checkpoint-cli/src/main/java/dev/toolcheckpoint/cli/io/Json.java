package dev.toolcheckpoint.cli.io;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Builds and prints JSON documents. Times are milliseconds since 1970. */
public final class Json {

    private static final ObjectWriter LINE = JsonMapper.builder().build().writer();
    private static final ObjectWriter PRETTY = LINE.withDefaultPrettyPrinter();

    private Json() {}

    /** An empty object; its members keep their order. */
    public static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    /** An object that says what kind of answer it is. */
    public static ObjectNode kind(String kind) {
        return object().put("kind", kind);
    }

    /** Sets a time, or {@code null} when there is none. */
    public static void putTime(ObjectNode object, String name, @Nullable Instant time) {
        if (time == null) {
            object.putNull(name);
        } else {
            object.put(name, time.toEpochMilli());
        }
    }

    /** The document on one line (but for line breaks inside a stored payload). */
    public static String line(JsonNode document) {
        return write(LINE, document);
    }

    /** The document for a person. */
    public static String pretty(JsonNode document) {
        return write(PRETTY, document);
    }

    private static String write(ObjectWriter writer, JsonNode document) {
        try {
            return escapeLoneSurrogates(writer.writeValueAsString(document));
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException("A tree can always be written.", impossible);
        }
    }

    /** UTF-8 has no bytes for a surrogate without its partner, which a name may have; it stands inside a string, so: an escape. */
    private static String escapeLoneSurrogates(String text) {
        StringBuilder escaped = null;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean pair = i + 1 < text.length() && Character.isSurrogatePair(c, text.charAt(i + 1));
            if (Character.isSurrogate(c) && !pair) {
                escaped = escaped == null ? new StringBuilder(text.substring(0, i)) : escaped;
                escaped.append(String.format("\\u%04x", (int) c));
            } else if (escaped != null) {
                escaped.append(c);
            }
            if (pair) {
                i++;
                if (escaped != null) {
                    escaped.append(text.charAt(i));
                }
            }
        }
        return escaped == null ? text : escaped.toString();
    }
}

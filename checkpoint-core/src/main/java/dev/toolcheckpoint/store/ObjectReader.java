package dev.toolcheckpoint.store;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.toolcheckpoint.protocol.ProtocolException;
import java.io.IOException;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads one object of the document: its known fields, each exactly once, and their values by type. */
final class ObjectReader {

    private static final Pattern HARMLESS_NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_]{0,39}");

    private final JsonParser parser;
    private final Fields fields;
    private int seen;
    private int position;
    private String current = "";

    /** Starts on the object's opening brace. */
    ObjectReader(JsonParser parser, Fields fields) {
        this.parser = parser;
        this.fields = fields;
        require(parser.currentToken() == JsonToken.START_OBJECT, fields.path() + " is an object");
    }

    /** The next field, its value the parser's current token; {@code null} at the end, once every field was there. */
    @Nullable
    String next() throws IOException {
        String name = parser.nextFieldName();
        if (name == null) {
            require(parser.currentToken() == JsonToken.END_OBJECT, fields.path() + " is an object");
            requireAll();
            return null;
        }
        int index = index(name);
        if (index < 0) {
            throw broken(fields.path() + " has only known fields, found "
                    + (HARMLESS_NAME.matcher(name).matches() ? "\"" + name + "\"" : "another one"));
        }
        current = fields.names().get(index);
        require((seen & 1 << index) == 0, path() + " is there once");
        seen |= 1 << index;
        position = index + 1;
        parser.nextToken();
        return current;
    }

    private int index(String name) {
        // What this library wrote has its fields in order.
        return position < fields.names().size() && fields.names().get(position).equals(name)
                ? position
                : fields.names().indexOf(name);
    }

    private void requireAll() {
        int missing = Integer.numberOfTrailingZeros(~seen);
        if (missing < fields.names().size()) {
            current = fields.names().get(missing);
            throw broken(path() + " is there");
        }
    }

    boolean isNull() {
        return parser.currentToken() == JsonToken.VALUE_NULL;
    }

    String text() throws IOException {
        require(parser.currentToken() == JsonToken.VALUE_STRING, path() + " is a string");
        return parser.getText();
    }

    @Nullable
    String optionalText() throws IOException {
        return isNull() ? null : text();
    }

    boolean flag() throws IOException {
        JsonToken token = parser.currentToken();
        require(token == JsonToken.VALUE_TRUE || token == JsonToken.VALUE_FALSE, path() + " is true or false");
        return parser.getBooleanValue();
    }

    /** A whole number from 0 to {@code max}. */
    long number(long max) throws IOException {
        require(parser.currentToken() == JsonToken.VALUE_NUMBER_INT, path() + " is a whole number");
        boolean fits = parser.getNumberType() != JsonParser.NumberType.BIG_INTEGER;
        long value = fits ? parser.getLongValue() : -1;
        require(value >= 0 && value <= max, path() + " is a whole number from 0 to " + max);
        return value;
    }

    Instant time() throws IOException {
        return Instant.ofEpochMilli(number(CheckpointCodec.MAX_TIME));
    }

    @Nullable
    Instant optionalTime() throws IOException {
        return isNull() ? null : time();
    }

    /** The value that {@code names} has for the text. */
    <T> T oneOf(Map<String, T> names) throws IOException {
        T value = names.get(text());
        if (value == null) {
            throw broken(path() + " is one of " + names.keySet());
        }
        return value;
    }

    private String path() {
        return fields.path().equals("record") ? current : fields.path() + "." + current;
    }

    /** A value whose field {@link #next} has seen. */
    static <T> T present(@Nullable T value) {
        return Objects.requireNonNull(value);
    }

    static void require(boolean holds, String rule) {
        if (!holds) {
            throw broken(rule);
        }
    }

    /** The record breaks a rule. Neither message nor cause holds what the record holds. */
    static ProtocolException broken(String rule) {
        return ProtocolException.invalidCheckpoint("The stored record breaks the rule that " + rule
                + ". It is left as it is; inspect it, and settle it by hand or restore it.");
    }
}

package dev.toolcheckpoint.store;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.toolcheckpoint.protocol.ProtocolException;
import java.io.IOException;
import java.time.Instant;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads one object of the document: each field once, in the order that {@link Fields} has them. Every method names the field
 * that comes next.
 */
final class ObjectReader {

    private static final Pattern HARMLESS_NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_]{0,39}");

    /** Another order, or a field is missing: tells which one was to come. Not an error yet. */
    static final class OutOfOrderException extends Exception {
        private static final long serialVersionUID = 1L;

        private OutOfOrderException(String path) {
            super(path + " is there", null, false, false);
        }
    }

    private final JsonParser parser;
    private final Fields fields;
    private int position;

    /** Starts on the object's opening brace. */
    ObjectReader(JsonParser parser, Fields fields) {
        this.parser = parser;
        this.fields = fields;
        require(parser.currentToken() == JsonToken.START_OBJECT, fields.path(), " is an object");
    }

    String text(String field) throws IOException, OutOfOrderException {
        name(field);
        String value = parser.nextTextValue();
        if (value == null) {
            throw broken(path(field) + " is a string");
        }
        return value;
    }

    @Nullable
    String optionalText(String field) throws IOException, OutOfOrderException {
        name(field);
        String value = parser.nextTextValue();
        require(value != null || parser.currentToken() == JsonToken.VALUE_NULL, field, " is a string or null");
        return value;
    }

    boolean flag(String field) throws IOException, OutOfOrderException {
        name(field);
        JsonToken token = parser.nextToken();
        require(token == JsonToken.VALUE_TRUE || token == JsonToken.VALUE_FALSE, field, " is true or false");
        return token == JsonToken.VALUE_TRUE;
    }

    /** A whole number from 0 to {@code max}. */
    long number(String field, long max) throws IOException, OutOfOrderException {
        name(field);
        parser.nextToken();
        return currentNumber(field, max);
    }

    /** A whole number from 0 to {@code max}; {@code null} when there is none. */
    @Nullable
    Long optionalNumber(String field, long max) throws IOException, OutOfOrderException {
        name(field);
        return parser.nextToken() == JsonToken.VALUE_NULL ? null : (Long) currentNumber(field, max);
    }

    Instant time(String field) throws IOException, OutOfOrderException {
        return Instant.ofEpochMilli(number(field, CheckpointCodec.MAX_TIME));
    }

    @Nullable
    Instant optionalTime(String field) throws IOException, OutOfOrderException {
        name(field);
        return parser.nextToken() == JsonToken.VALUE_NULL
                ? null
                : Instant.ofEpochMilli(currentNumber(field, CheckpointCodec.MAX_TIME));
    }

    /** The value that {@code names} has for the text. */
    <T> T oneOf(String field, Map<String, T> names) throws IOException, OutOfOrderException {
        T value = names.get(text(field));
        if (value == null) {
            throw broken(path(field) + " is one of " + names.keySet());
        }
        return value;
    }

    /** Moves onto the value of a field, whatever it is; whether it is there, and not {@code null}. */
    boolean present(String field) throws IOException, OutOfOrderException {
        name(field);
        return parser.nextToken() != JsonToken.VALUE_NULL;
    }

    /** After the last field. */
    void end() throws IOException, OutOfOrderException {
        String name = parser.nextFieldName();
        if (name != null) {
            throw unexpected(name, "");
        }
        require(parser.currentToken() == JsonToken.END_OBJECT, fields.path(), " is an object");
    }

    private void name(String field) throws IOException, OutOfOrderException {
        String name = parser.nextFieldName();
        if (!field.equals(name)) {
            throw unexpected(name, field);
        }
        position++;
    }

    private long currentNumber(String field, long max) throws IOException {
        require(parser.currentToken() == JsonToken.VALUE_NUMBER_INT, field, " is a whole number");
        if (parser.getNumberType() != JsonParser.NumberType.BIG_INTEGER) {
            long value = parser.getLongValue();
            if (value >= 0 && value <= max) {
                return value;
            }
        }
        throw broken(path(field) + " is a whole number from 0 to " + max);
    }

    private OutOfOrderException unexpected(@Nullable String found, String expected) throws OutOfOrderException {
        if (found == null) {
            throw broken(path(expected) + " is there");
        }
        int index = fields.names().indexOf(found);
        if (index < 0) {
            throw broken(fields.path() + " has only known fields, found "
                    + (HARMLESS_NAME.matcher(found).matches() ? "\"" + found + "\"" : "another one"));
        }
        if (index < position) {
            throw broken(path(found) + " is there once");
        }
        return new OutOfOrderException(path(expected));
    }

    private String path(String field) {
        return fields.path().equals("record") ? field : fields.path() + "." + field;
    }

    private void require(boolean holds, String field, String rule) {
        if (!holds) {
            throw broken(path(field) + rule);
        }
    }

    /** The record breaks a rule. Neither message nor cause holds what the record holds. */
    static ProtocolException broken(String rule) {
        return ProtocolException.invalidCheckpoint("The stored record breaks the rule that " + rule
                + ". It is left as it is; inspect it, and settle it by hand or restore it.");
    }
}

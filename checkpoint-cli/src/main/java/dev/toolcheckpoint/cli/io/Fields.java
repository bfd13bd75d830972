package dev.toolcheckpoint.cli.io;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolcheckpoint.json.JsonException;
import dev.toolcheckpoint.json.JsonLimits;
import dev.toolcheckpoint.json.StrictJson;
import dev.toolcheckpoint.protocol.ProtocolException;
import java.util.Collection;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/** The members of a document somebody passed; every message names the member and what was expected. */
public final class Fields {

    private static final int MAX_QUOTED = 30;

    private final String what;
    private final ObjectNode object;

    private Fields(String what, ObjectNode object) {
        this.what = what;
        this.object = object;
    }

    /**
     * Reads a document.
     *
     * @param what what it is, for messages: {@code "The lease document"}
     */
    public static Fields parse(String what, byte[] utf8, JsonLimits limits) {
        JsonNode tree;
        try {
            tree = StrictJson.parse(utf8, limits);
        } catch (JsonException refused) {
            throw ProtocolException.invalidArgument(what + " is not acceptable JSON. " + refused.getMessage(), refused);
        }
        if (!(tree instanceof ObjectNode object)) {
            throw ProtocolException.invalidArgument(what + " must be a JSON object, found " + kind(tree) + ".");
        }
        return new Fields(what, object);
    }

    /** Refuses every member but these, by name. */
    public void only(Collection<String> names) {
        for (Iterator<String> found = object.fieldNames(); found.hasNext(); ) {
            String name = found.next();
            if (!names.contains(name)) {
                throw ProtocolException.invalidArgument(
                        what + " has the unknown member \"" + name + "\"; it may have " + names + ".");
            }
        }
    }

    /** A member that must be there, of any kind. */
    public JsonNode value(String name) {
        JsonNode value = object.get(name);
        if (value == null) {
            throw ProtocolException.invalidArgument(what + " needs the member \"" + name + "\".");
        }
        return value;
    }

    /** A text that must be there. */
    public String text(String name) {
        JsonNode value = value(name);
        if (!value.isTextual()) {
            throw wrongKind(name, "a string", value);
        }
        return value.textValue();
    }

    /** A text, or another when there is none. */
    public String text(String name, String otherwise) {
        return object.has(name) ? text(name) : otherwise;
    }

    /** A whole number that must be there. */
    public long number(String name) {
        JsonNode value = value(name);
        if (!value.isIntegralNumber() || !value.canConvertToLong()) {
            throw wrongKind(name, "a whole number", value);
        }
        return value.longValue();
    }

    /** A whole number, or {@code null} when there is none or it is {@code null}. */
    public @Nullable Long numberIfAny(String name) {
        JsonNode value = object.get(name);
        return value == null || value.isNull() ? null : Long.valueOf(number(name));
    }

    /** True or false, or another when there is none. */
    public boolean flag(String name, boolean otherwise) {
        JsonNode value = object.get(name);
        if (value == null) {
            return otherwise;
        }
        if (!value.isBoolean()) {
            throw wrongKind(name, "true or false", value);
        }
        return value.booleanValue();
    }

    private ProtocolException wrongKind(String name, String expected, JsonNode found) {
        return ProtocolException.invalidArgument(
                what + " must have " + expected + " as \"" + name + "\", found " + kind(found) + ".");
    }

    /** Of everything but numbers never the value itself: it may be secret. */
    private static String kind(JsonNode value) {
        return switch (value.getNodeType()) {
            case ARRAY -> "an array";
            case OBJECT -> "an object";
            case STRING -> "a string";
            case NUMBER -> "the number " + shortened(value.asText());
            case BOOLEAN -> "a boolean";
            default -> "null";
        };
    }

    private static String shortened(String number) {
        return number.length() <= MAX_QUOTED ? number : number.substring(0, MAX_QUOTED) + "…";
    }
}

package dev.toolcheckpoint.json;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;

/** Builds one tree from one parser, keeping to the limits on the way. Not thread safe, used once. */
final class TreeReader {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final JsonParser parser;
    private final JsonLimits limits;
    private int values;

    TreeReader(JsonParser parser, JsonLimits limits) {
        this.parser = parser;
        this.limits = limits;
    }

    JsonNode document() throws IOException {
        try {
            JsonToken first = parser.nextToken();
            if (first == null) {
                throw failure(JsonException.Reason.NOT_JSON, "the document is empty");
            }
            JsonNode root = value(first, 0);
            if (parser.nextToken() != null) {
                throw failure(JsonException.Reason.NOT_JSON, "something follows the document");
            }
            return root;
        } catch (StreamConstraintsException e) {
            // The other constraints are above what JsonLimits allows, so only a number's length can be meant.
            throw new JsonException(
                    JsonException.Reason.NUMBER_OUT_OF_RANGE,
                    "the text of a number has more than " + StrictJson.MAX_NUMBER_TEXT + " digits, "
                            + at(parser.currentLocation()));
        } catch (JsonProcessingException e) {
            throw new JsonException(JsonException.Reason.NOT_JSON, "a syntax error, " + at(e.getLocation()));
        }
    }

    private JsonNode value(JsonToken token, int depth) throws IOException {
        if (++values > limits.maxValues()) {
            throw limits.tooManyValues(where());
        }
        return switch (token) {
            case START_OBJECT -> object(enter(depth));
            case START_ARRAY -> array(enter(depth));
            case VALUE_STRING -> NODES.textNode(parser.getText());
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> number(token);
            case VALUE_TRUE -> NODES.booleanNode(true);
            case VALUE_FALSE -> NODES.booleanNode(false);
            case VALUE_NULL -> NODES.nullNode();
            default -> throw new IllegalStateException("no JSON text has the token " + token);
        };
    }

    private int enter(int depth) {
        if (depth == limits.maxDepth()) {
            throw limits.tooDeep(where());
        }
        return depth + 1;
    }

    private JsonNode array(int depth) throws IOException {
        ArrayNode array = NODES.arrayNode();
        for (JsonToken token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
            array.add(value(token, depth));
        }
        return array;
    }

    private JsonNode object(int depth) throws IOException {
        ObjectNode object = NODES.objectNode();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String key = parser.currentName();
            if (object.has(key)) {
                throw failure(JsonException.Reason.DUPLICATE_KEY, "an object has a key twice");
            }
            object.set(key, value(parser.nextToken(), depth));
        }
        return object;
    }

    private JsonNode number(JsonToken token) throws IOException {
        if (token == JsonToken.VALUE_NUMBER_FLOAT) {
            // Not through the factory, which may be set up to strip a decimal's zeros.
            return DecimalNode.valueOf(requireInRange(decimal()));
        }
        return switch (parser.getNumberType()) {
            case INT -> NODES.numberNode(parser.getIntValue());
            case LONG -> NODES.numberNode(parser.getLongValue());
            default -> {
                BigInteger value = parser.getBigIntegerValue();
                requireInRange(new BigDecimal(value));
                yield NODES.numberNode(value);
            }
        };
    }

    private BigDecimal decimal() throws IOException {
        try {
            return parser.getDecimalValue();
        } catch (NumberFormatException e) {
            // Jackson lets it through for an exponent that doesn't fit an int, with the number in its message.
            throw failure(JsonException.Reason.NUMBER_OUT_OF_RANGE, "a number's exponent is out of range");
        }
    }

    private BigDecimal requireInRange(BigDecimal value) {
        String problem = CanonicalNumber.outOfRange(value);
        if (problem != null) {
            throw failure(JsonException.Reason.NUMBER_OUT_OF_RANGE, problem);
        }
        return value;
    }

    private JsonException failure(JsonException.Reason reason, String rule) {
        return new JsonException(reason, rule + ", " + where());
    }

    private String where() {
        return at(parser.currentTokenLocation());
    }

    private static String at(JsonLocation location) {
        return "at line " + location.getLineNr() + ", column " + location.getColumnNr();
    }
}

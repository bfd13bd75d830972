package dev.toolcheckpoint.json;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.erdtman.jcs.NumberToJSON;

/** Walks one tree and writes it to one output. Not thread safe, used once. */
final class CanonicalEncoder {

    /** Below 2^53 every whole double is its own shortest decimal, so the integer's digits are ECMAScript's. */
    private static final double WHOLE_DOUBLES = 0x1p53;

    private final JsonLimits limits;
    private final CanonicalOutput output;
    private int values;

    CanonicalEncoder(JsonLimits limits, CanonicalOutput output) {
        this.limits = limits;
        this.output = output;
    }

    /**
     * Writes a value.
     *
     * @param depth how many arrays and objects are around it
     */
    void value(JsonNode node, int depth) {
        if (++values > limits.maxValues()) {
            throw limits.tooManyValues("at depth " + depth);
        }
        switch (node.getNodeType()) {
            case OBJECT -> object(node, enter(depth));
            case ARRAY -> array(node, enter(depth));
            case STRING -> output.string(node.textValue());
            case NUMBER -> number(node);
            case BOOLEAN -> output.ascii(node.booleanValue() ? "true" : "false");
            case NULL -> output.ascii("null");
            case BINARY, POJO, MISSING -> throw notJson("a node of type " + node.getNodeType() + " is no JSON value");
        }
    }

    private int enter(int depth) {
        if (depth == limits.maxDepth()) {
            throw limits.tooDeep(where());
        }
        return depth + 1;
    }

    private void array(JsonNode node, int depth) {
        output.ascii('[');
        int size = node.size();
        for (int i = 0; i < size; i++) {
            if (i > 0) {
                output.ascii(',');
            }
            value(node.get(i), depth);
        }
        output.ascii(']');
    }

    private void object(JsonNode node, int depth) {
        // Before the members are copied: what is refused anyway must not cost memory.
        if (node.size() > limits.maxValues() - values) {
            throw limits.tooManyValues("at depth " + depth);
        }
        List<Map.Entry<String, JsonNode>> members = new ArrayList<>(node.properties());
        if (!isSorted(members)) {
            members.sort(Map.Entry.comparingByKey());
        }
        output.ascii('{');
        boolean first = true;
        for (Map.Entry<String, JsonNode> member : members) {
            if (!first) {
                output.ascii(',');
            }
            first = false;
            output.string(member.getKey());
            output.ascii(':');
            value(member.getValue(), depth);
        }
        output.ascii('}');
    }

    /** {@link String#compareTo} compares UTF-16 code units, which is RFC 8785's order. */
    private static boolean isSorted(List<Map.Entry<String, JsonNode>> members) {
        for (int i = 1; i < members.size(); i++) {
            if (members.get(i - 1).getKey().compareTo(members.get(i).getKey()) > 0) {
                return false;
            }
        }
        return true;
    }

    private void number(JsonNode node) {
        switch (node.numberType()) {
            case INT, LONG -> output.number(node.longValue());
            case BIG_INTEGER -> number(new BigDecimal(node.bigIntegerValue()));
            case BIG_DECIMAL -> number(node.decimalValue());
            case DOUBLE -> number(node.doubleValue());
            case FLOAT -> {
                float value = node.floatValue();
                requireFinite(value);
                number(CanonicalNumber.shortest(value));
            }
        }
    }

    private void number(BigDecimal value) {
        String problem = CanonicalNumber.outOfRange(value);
        if (problem != null) {
            throw new JsonException(JsonException.Reason.NUMBER_OUT_OF_RANGE, problem + ", " + where());
        }
        output.ascii(CanonicalNumber.format(value));
    }

    private void number(double value) {
        requireFinite(value);
        if (Math.abs(value) < WHOLE_DOUBLES && value == (long) value) {
            output.number((long) value);
            return;
        }
        try {
            // Not Double.toString: before JDK 19 it sometimes wrote a digit too many.
            output.ascii(NumberToJSON.serializeNumber(value));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void requireFinite(double value) {
        if (!Double.isFinite(value)) {
            throw notJson("NaN and infinities are no JSON numbers");
        }
    }

    private JsonException notJson(String rule) {
        return new JsonException(JsonException.Reason.NOT_JSON, rule + ", " + where());
    }

    private String where() {
        return "at value " + values + " in canonical order";
    }
}

package dev.toolcheckpoint.lambda.agent;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolcheckpoint.json.JsonException;
import dev.toolcheckpoint.json.JsonLimits;
import dev.toolcheckpoint.json.StrictJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The parameters of a Bedrock event as one object. Every value arrives as a text and becomes what its declared type says; names
 * are sorted, so their order tells nothing. What does not parse is never guessed at.
 *
 * @param input the object; empty when there is a problem
 * @param problem what the model should send instead, without the content
 */
record TypedParameters(ObjectNode input, Optional<String> problem) {

    private static final Pattern INTEGER = Pattern.compile("-?(0|[1-9][0-9]{0,999})");

    static TypedParameters of(JsonNode event) {
        TreeMap<String, JsonNode> values = new TreeMap<>();
        String problem = null;
        for (JsonNode list : lists(event)) {
            problem = problem == null ? read(list, values) : problem;
        }
        ObjectNode input = JsonNodeFactory.instance.objectNode();
        if (problem == null) {
            values.forEach(input::set);
        }
        return new TypedParameters(input, Optional.ofNullable(problem));
    }

    /** The parameters, and the properties of the request's body, whatever its media type. */
    private static List<JsonNode> lists(JsonNode event) {
        List<JsonNode> lists = new ArrayList<>(List.of(event.path("parameters")));
        event.path("requestBody").path("content").forEach(content -> lists.add(content.path("properties")));
        return lists;
    }

    private static @Nullable String read(JsonNode list, TreeMap<String, JsonNode> values) {
        if (list.isMissingNode() || list.isNull()) {
            return null;
        }
        if (!list.isArray()) {
            return "The parameters must be a list.";
        }
        for (JsonNode parameter : list) {
            JsonNode name = parameter.path("name");
            if (!name.isTextual() || name.textValue().isEmpty()) {
                return "A parameter has no name.";
            }
            Optional<JsonNode> value = value(parameter.path("type").asText("string"), parameter.path("value"));
            if (value.isEmpty()) {
                return "The parameter " + name + " must be "
                        + expected(parameter.path("type").asText("string"))
                        + ". Send the call again with such a value.";
            }
            if (values.putIfAbsent(name.textValue(), value.get()) != null) {
                return "The parameter " + name + " comes twice. Send it once.";
            }
        }
        return null;
    }

    private static Optional<JsonNode> value(String type, JsonNode value) {
        if (!value.isTextual()) {
            return Optional.empty();
        }
        String text = value.textValue().strip();
        return switch (type.toLowerCase(Locale.ROOT)) {
            case "string" -> Optional.of(value);
            case "boolean" -> json(text.toLowerCase(Locale.ROOT)).filter(JsonNode::isBoolean);
            case "integer" -> INTEGER.matcher(text).matches() ? json(text) : Optional.empty();
            case "number" -> json(text).filter(JsonNode::isNumber);
            case "array" -> json(text).filter(JsonNode::isArray);
            case "object" -> json(text).filter(JsonNode::isObject);
            default -> Optional.empty();
        };
    }

    private static Optional<JsonNode> json(String text) {
        try {
            return Optional.of(StrictJson.parse(text, JsonLimits.DEFAULT));
        } catch (JsonException none) {
            return Optional.empty();
        }
    }

    private static String expected(String type) {
        return switch (type.toLowerCase(Locale.ROOT)) {
            case "string" -> "a text";
            case "boolean" -> "true or false";
            case "integer" -> "a whole number such as 42";
            case "number" -> "a number such as 42 or 1.5";
            case "array" -> "a JSON array such as [\"a\", \"b\"]";
            case "object" -> "a JSON object such as {\"a\": 1}";
            default -> "of a type that is known: string, boolean, integer, number, array or object";
        };
    }

    /** Leaves the input out: it may be secret. */
    @Override
    public String toString() {
        return "TypedParameters[" + (problem.isEmpty() ? "read" : "refused") + "]";
    }
}

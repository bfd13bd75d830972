package dev.toolcheckpoint.runs;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import com.networknt.schema.ValidationMessage;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.model.chat.request.json.JsonAnyOfSchema;
import dev.langchain4j.model.chat.request.json.JsonArraySchema;
import dev.langchain4j.model.chat.request.json.JsonBooleanSchema;
import dev.langchain4j.model.chat.request.json.JsonNumberSchema;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.chat.request.json.JsonStringSchema;
import dev.toolcheckpoint.json.Digests;
import dev.toolcheckpoint.json.JsonException;
import dev.toolcheckpoint.json.JsonLimits;
import dev.toolcheckpoint.json.StrictJson;
import dev.toolcheckpoint.protocol.ProtocolException;
import dev.toolcheckpoint.runs.Turn.Call;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The tools of one execution: what the model is told of, and what becomes of a call. Thread-safe once made. */
final class Toolbox {

    private static final JsonSchemaFactory SCHEMAS = JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012);
    private static final String GET = "get_";
    private static final String SET = "set_";
    private static final String VALUE = "value";
    private static final int MOST_PROBLEMS = 5;

    private final Map<String, RunTool> tools = new LinkedHashMap<>();
    private final Map<String, ToolSpecification> specifications = new LinkedHashMap<>();
    private final Map<String, JsonSchema> schemas = new LinkedHashMap<>();
    private final Map<String, String> readers = new LinkedHashMap<>();
    private final Map<String, String> writers = new LinkedHashMap<>();

    /**
     * The generated tools for the agent's state, and those of its factory.
     *
     * @throws ProtocolException {@code INVALID_ARGUMENT} when two tools are called the same
     */
    Toolbox(Agent agent, RunContext context) {
        for (String state : new TreeSet<>(agent.states())) {
            readers.put(GET + state, state);
            writers.put(SET + state, state);
            add(ToolSpecification.builder()
                    .name(GET + state)
                    .description("Reads the run's saved value \"" + state + "\"; null when there is none yet.")
                    .parameters(JsonObjectSchema.builder().build())
                    .build());
            add(ToolSpecification.builder()
                    .name(SET + state)
                    .description("Saves a JSON value as \"" + state + "\", in place of what was saved before.")
                    .parameters(JsonObjectSchema.builder()
                            .addProperty(VALUE, anyValue())
                            .required(VALUE)
                            .build())
                    .build());
        }
        for (RunTool tool : agent.tools(context)) {
            add(tool.specification());
            tools.put(tool.specification().name(), tool);
        }
    }

    private static JsonAnyOfSchema anyValue() {
        return JsonAnyOfSchema.builder()
                .anyOf(
                        JsonObjectSchema.builder().build(),
                        JsonStringSchema.builder().build(),
                        JsonNumberSchema.builder().build(),
                        JsonBooleanSchema.builder().build(),
                        JsonArraySchema.builder()
                                .items(JsonStringSchema.builder().build())
                                .build())
                .build();
    }

    private void add(ToolSpecification specification) {
        if (specifications.put(specification.name(), specification) != null) {
            throw ProtocolException.invalidArgument("Two tools are called \"" + specification.name()
                    + "\". Each tool of an agent, and each get_… and set_… of its state, has a name of its own.");
        }
        JsonNode parameters = Documents.toTree(specification.toJson()).path("parameters");
        if (parameters.isObject() && !writers.containsKey(specification.name())) {
            schemas.put(specification.name(), SCHEMAS.getSchema(parameters));
        }
    }

    List<ToolSpecification> specifications() {
        return List.copyOf(specifications.values());
    }

    @Nullable
    RunTool tool(String name) {
        return tools.get(name);
    }

    /** The state that a tool of this name reads; {@code null} for none. */
    @Nullable
    String reads(String tool) {
        return readers.get(tool);
    }

    /** The state that a tool of this name writes; {@code null} for none. */
    @Nullable
    String writes(String tool) {
        return writers.get(tool);
    }

    static JsonNode writtenValue(JsonNode arguments) {
        return arguments.path(VALUE);
    }

    /** How the calls of an answer are answered. */
    List<Call> calls(List<ToolExecutionRequest> requests) {
        List<Call> calls = new ArrayList<>();
        for (ToolExecutionRequest request : requests) {
            calls.add(call(calls.size() + 1, request));
        }
        return calls;
    }

    private Call call(int position, ToolExecutionRequest request) {
        String name = request.name() == null ? "" : request.name();
        if (problem(request) != null) {
            return new Call(position, name, Call.Kind.REFUSED, null, null);
        }
        if (tools.get(name) instanceof RunTool.Effect effect) {
            return new Call(position, name, Call.Kind.EFFECT, effect.tool().revision(), fingerprint(request));
        }
        return new Call(position, name, tools.containsKey(name) ? Call.Kind.PLAIN : Call.Kind.STATE, null, null);
    }

    static String fingerprint(ToolExecutionRequest request) {
        return Digests.fingerprint(arguments(request), JsonLimits.DEFAULT);
    }

    /** The arguments, which {@link #problem} found nothing wrong with. */
    static JsonNode arguments(ToolExecutionRequest request) {
        return StrictJson.parse(Calls.argumentsText(request), JsonLimits.DEFAULT);
    }

    /** Why a call can't be made, for the model; {@code null} when it can. */
    @Nullable
    String problem(ToolExecutionRequest request) {
        String name = request.name() == null ? "" : request.name();
        if (!specifications.containsKey(name)) {
            return "There is no tool called \"" + name + "\". There are: " + String.join(", ", specifications.keySet())
                    + ".";
        }
        JsonNode arguments;
        try {
            arguments = arguments(request);
        } catch (JsonException notJson) {
            return "The arguments are not one JSON object: " + notJson.getMessage();
        }
        if (!arguments.isObject()) {
            return "The arguments must be one JSON object, found "
                    + arguments.getNodeType().name().toLowerCase(Locale.ROOT) + ".";
        }
        if (writers.containsKey(name) && !arguments.has(VALUE)) {
            return "The arguments must have a member \"" + VALUE + "\".";
        }
        JsonSchema schema = schemas.get(name);
        return schema == null ? null : mismatch(schema, arguments);
    }

    private static @Nullable String mismatch(JsonSchema schema, JsonNode arguments) {
        List<ValidationMessage> problems = schema.validate(arguments).stream()
                .sorted(Comparator.comparing(ValidationMessage::getMessage))
                .limit(MOST_PROBLEMS)
                .toList();
        return problems.isEmpty()
                ? null
                : "The arguments don't match the tool's schema: "
                        + problems.stream().map(ValidationMessage::getMessage).collect(Collectors.joining("; ")) + ".";
    }
}

package dev.toolcheckpoint.lambda.agent;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolcheckpoint.protocol.ConfigurationException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What agents are told about a tool, and where its calls have their key. Immutable and thread-safe. Unless declared otherwise a
 * tool has effects, and a call without a key is refused.
 */
public final class AgentTool {

    private final String name;
    private final String description;
    private final ObjectNode inputSchema;
    private final @Nullable ObjectNode outputSchema;
    private final @Nullable String keyArgument;
    private final boolean ownCalls;

    private AgentTool(
            String name,
            String description,
            ObjectNode inputSchema,
            @Nullable ObjectNode outputSchema,
            @Nullable String keyArgument,
            boolean ownCalls) {
        this.name = name;
        this.description = description;
        this.inputSchema = inputSchema;
        this.outputSchema = outputSchema;
        this.keyArgument = keyArgument;
        this.ownCalls = ownCalls;
    }

    /**
     * A tool.
     *
     * @param name the registered tool's
     * @param description for the model
     * @param inputSchema a JSON schema of type object; copied
     * @throws ConfigurationException when it is no object schema, or asks for {@code x-mcp-header}, which is not supported
     */
    public static AgentTool of(String name, String description, JsonNode inputSchema) {
        ObjectNode schema = objectSchema(inputSchema, "input", name);
        if (schema.findValue("x-mcp-header") != null) {
            throw new ConfigurationException(
                    "The input schema of \"" + name + "\" asks for x-mcp-header: not supported.");
        }
        return new AgentTool(name, description, schema, null, null, false);
    }

    private static ObjectNode objectSchema(JsonNode given, String which, String name) {
        if (given instanceof ObjectNode schema && schema.path("type").asText().equals("object")) {
            return schema.deepCopy();
        }
        throw new ConfigurationException(
                "The " + which + " schema of \"" + name + "\" must be an object with type \"object\".");
    }

    /**
     * The same tool, which says what its results look like. Nothing checks them against it: what was done is not refused.
     *
     * @param schema a JSON schema of type object; copied
     * @throws ConfigurationException when it is no object schema
     */
    public AgentTool outputSchema(JsonNode schema) {
        return new AgentTool(
                name, description, inputSchema, objectSchema(schema, "output", name), keyArgument, ownCalls);
    }

    /** The same tool, whose argument of this name is the caller's key. It stays part of the input. */
    public AgentTool keyArgument(String argument) {
        return new AgentTool(name, description, inputSchema, outputSchema, argument, ownCalls);
    }

    /**
     * The same tool, where each request without a key is a call of its own: for tools without effects, or whose effects may be
     * repeated. A lost answer that is asked for again is then made again.
     */
    public AgentTool eachRequestIsACall() {
        return new AgentTool(name, description, inputSchema, outputSchema, keyArgument, true);
    }

    String name() {
        return name;
    }

    String description() {
        return description;
    }

    ObjectNode inputSchema() {
        return inputSchema.deepCopy();
    }

    Optional<ObjectNode> outputSchema() {
        return Optional.ofNullable(outputSchema).map(ObjectNode::deepCopy);
    }

    Optional<String> keyArgument() {
        return Optional.ofNullable(keyArgument);
    }

    boolean ownCalls() {
        return ownCalls;
    }
}

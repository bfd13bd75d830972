package dev.toolcheckpoint.lambda.agent;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolcheckpoint.lambda.http.HttpAnswer;
import java.util.Collection;
import java.util.Optional;

/**
 * What an MCP endpoint answers besides calls. Immutable.
 *
 * @param serverName what clients show for the server
 * @param serverVersion its version
 */
record McpMethods(String serverName, String serverVersion) {

    private static final String META_SERVER = "io.modelcontextprotocol/serverInfo";

    /** The answer; empty for {@code tools/call}, which is none of these. */
    Optional<HttpAnswer> answer(McpRequest request, Collection<AgentTool> tools) {
        boolean modern = request.modern();
        ObjectNode members = JsonNodeFactory.instance.objectNode();
        String method = modern ? request.method() : "legacy " + request.method();
        switch (method) {
            case "tools/call", "legacy tools/call" -> {
                return Optional.empty();
            }
            case "tools/list" -> list(uncached(members), tools);
            case "legacy tools/list" -> list(members, tools);
            case "server/discover" -> discover(uncached(members));
            case "legacy initialize" -> initialize(members);
            case "legacy ping" -> {}
            default -> {
                return Optional.of(
                        McpAnswers.error(modern ? 404 : 200, request.id(), -32_601, "Method not found", null));
            }
        }
        return Optional.of(McpAnswers.result(request.id(), modern, members));
    }

    private static void list(ObjectNode members, Collection<AgentTool> tools) {
        var listed = members.putArray("tools");
        for (AgentTool tool : tools) {
            ObjectNode each = listed.addObject().put("name", tool.name()).put("description", tool.description());
            each.set("inputSchema", tool.inputSchema());
            tool.outputSchema().ifPresent(schema -> each.set("outputSchema", schema));
        }
    }

    private void discover(ObjectNode members) {
        members.putArray("supportedVersions").add(McpRequest.MODERN).add(McpRequest.LEGACY);
        members.putObject("capabilities").putObject("tools");
        server(members.putObject("_meta").putObject(META_SERVER));
    }

    private void initialize(ObjectNode members) {
        members.put("protocolVersion", McpRequest.LEGACY);
        members.putObject("capabilities").putObject("tools");
        server(members.putObject("serverInfo"));
    }

    private void server(ObjectNode info) {
        info.put("name", serverName).put("version", serverVersion);
    }

    private static ObjectNode uncached(ObjectNode members) {
        return members.put("ttlMs", 0).put("cacheScope", "private");
    }
}

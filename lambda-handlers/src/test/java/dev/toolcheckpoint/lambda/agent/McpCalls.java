package dev.toolcheckpoint.lambda.agent;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;
import dev.toolcheckpoint.json.JsonLimits;
import dev.toolcheckpoint.json.StrictJson;
import dev.toolcheckpoint.lambda.EventFixture;
import dev.toolcheckpoint.lambda.TestContexts;
import dev.toolcheckpoint.lambda.ToolFunction;
import dev.toolcheckpoint.protocol.Recovery;
import dev.toolcheckpoint.tool.ToolHandler;
import java.util.function.Consumer;

/** Calls of {@code refund-order} by MCP over an HTTP API, revision 2025-11-25. */
final class McpCalls {

    static final AgentTool TOOL = AgentTool.of(
            EventFixture.TOOL,
            "Refunds an order.",
            JsonNodeFactory.instance.objectNode().put("type", "object"));

    private McpCalls() {}

    static <O> ToolFunction function(EventFixture fixture, McpAdapter adapter, ToolHandler<JsonNode, O> handler) {
        return fixture.function(fixture.tool(Recovery.manual(), handler))
                .adapter(adapter)
                .build();
    }

    /** A call with this JSON-RPC id, order and key; an empty key is left out. */
    static String call(String id, String order, String key) {
        return call(id, order, key.isEmpty() ? meta -> {} : meta -> meta.put(McpAdapter.KEY, key));
    }

    static String call(String id, String order, Consumer<ObjectNode> meta) {
        ObjectNode message = JsonNodeFactory.instance.objectNode().put("jsonrpc", "2.0");
        message.putRawValue("id", new RawValue(id));
        ObjectNode params =
                message.put("method", "tools/call").putObject("params").put("name", EventFixture.TOOL);
        params.putObject("arguments").put("order", order);
        meta.accept(params.putObject("_meta"));
        return message.toString();
    }

    /** The event that brings the message, in the MCP session of this name. */
    static String event(String message, String session) {
        ObjectNode event = JsonNodeFactory.instance.objectNode().put("version", "2.0");
        event.put("rawPath", "/mcp").put("body", message).put("isBase64Encoded", false);
        event.putObject("headers").put("mcp-session-id", session).put("mcp-protocol-version", McpRequest.LEGACY);
        event.putObject("requestContext").putObject("http").put("method", "POST");
        return event.toString();
    }

    /** The answer's body, to the letter. */
    static String post(EventFixture fixture, ToolFunction function, String message, String session, String requestId) {
        String answer = fixture.answer(function, event(message, session), TestContexts.request(requestId));
        return StrictJson.parse(answer, JsonLimits.DEFAULT).path("body").textValue();
    }

    static String post(EventFixture fixture, ToolFunction function, String message) {
        return post(fixture, function, message, "session-1", "request-1");
    }

    /** A result of one text. */
    static String text(String id, String text) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":{\"content\":[{\"type\":\"text\",\"text\":"
                + JsonNodeFactory.instance.textNode(text) + "}],\"isError\":false}}";
    }
}

package dev.toolcheckpoint.lambda.agent;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolcheckpoint.json.JsonException;
import dev.toolcheckpoint.json.JsonLimits;
import dev.toolcheckpoint.json.StrictJson;
import dev.toolcheckpoint.lambda.http.HttpEvent;
import java.util.List;
import java.util.Optional;

/**
 * One JSON-RPC message of MCP over HTTP.
 *
 * @param http the request it came in
 * @param message an object with a method
 */
record McpRequest(HttpEvent http, JsonNode message) {

    static final String MODERN = "2026-07-28";
    static final String LEGACY = "2025-11-25";
    static final String META_VERSION = "io.modelcontextprotocol/protocolVersion";
    static final String META_CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";

    private static final JsonLimits LIMITS =
            new JsonLimits(6 * 1024 * 1024, JsonLimits.DEFAULT.maxDepth() + 8, 110_000);

    /** The message; empty when the body is no acceptable JSON. */
    static Optional<JsonNode> message(HttpEvent http) {
        try {
            return Optional.of(StrictJson.parse(http.body(), LIMITS));
        } catch (JsonException | IllegalArgumentException unacceptable) {
            return Optional.empty();
        }
    }

    JsonNode id() {
        return message.path("id");
    }

    String method() {
        return message.path("method").asText("");
    }

    JsonNode params() {
        return message.path("params");
    }

    JsonNode meta() {
        return params().path("_meta");
    }

    List<String> versions() {
        return http.header("mcp-protocol-version");
    }

    /** Whether it says its version with each request, as revisions without a handshake do. */
    boolean modern() {
        return meta().has(META_VERSION) || versions().contains(MODERN) || method().equals("server/discover");
    }

    /** What differs between headers and body; empty when nothing does. */
    Optional<String> mismatch() {
        if (!versions().equals(List.of(meta().path(META_VERSION).asText("")))) {
            return Optional.of("MCP-Protocol-Version must be there once and equal _meta[\"" + META_VERSION + "\"].");
        }
        if (!http.header("mcp-method").equals(List.of(method()))) {
            return Optional.of("Mcp-Method must be there once and equal the method.");
        }
        boolean named = method().equals("tools/call");
        String name = params().path("name").asText("");
        return named
                        && !http.header("mcp-name").stream()
                                .map(HeaderValue::decoded)
                                .toList()
                                .equals(List.of(name))
                ? Optional.of("Mcp-Name must be there once and equal the tool's name.")
                : Optional.empty();
    }

    /** Leaves the message out: it may be secret. */
    @Override
    public String toString() {
        return "McpRequest[" + http + "]";
    }
}

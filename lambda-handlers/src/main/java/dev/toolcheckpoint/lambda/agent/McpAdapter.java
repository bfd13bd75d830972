package dev.toolcheckpoint.lambda.agent;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolcheckpoint.lambda.CallErrors;
import dev.toolcheckpoint.lambda.CallResult;
import dev.toolcheckpoint.lambda.CallRules;
import dev.toolcheckpoint.lambda.EventAdapter;
import dev.toolcheckpoint.lambda.EventCall;
import dev.toolcheckpoint.lambda.LambdaEvent;
import dev.toolcheckpoint.lambda.ResponseCaps;
import dev.toolcheckpoint.tool.ToolCall;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * MCP over stateless streamable HTTP at one path, revisions 2025-11-25 and 2026-07-28. Immutable and thread-safe.
 *
 * <p>The call id is {@code _meta["dev.toolcheckpoint/idempotency-key"]}, else {@code params.idempotencyKey}, else the tool's
 * declared argument; never the JSON-RPC id. Requests of a web page (with an {@code Origin}) are refused.
 */
public final class McpAdapter implements EventAdapter {

    /** The member of {@code _meta} with the caller's key. */
    public static final String KEY = "dev.toolcheckpoint/idempotency-key";

    private final String path;
    private final Map<String, AgentTool> tools;

    private McpAdapter(String path, Map<String, AgentTool> tools) {
        this.path = path;
        this.tools = tools;
    }

    /** An endpoint at this path, as in {@code /mcp}, that serves these tools of the function. */
    public static McpAdapter at(String path, AgentTool... tools) {
        Map<String, AgentTool> byName = new LinkedHashMap<>();
        for (AgentTool tool : tools) {
            byName.put(tool.name(), tool);
        }
        return new McpAdapter(path, byName);
    }

    @Override
    public String source() {
        return "MCP over HTTP at " + path;
    }

    @Override
    public boolean recognises(JsonNode event) {
        return HttpRequest.of(event).filter(http -> http.path().equals(path)).isPresent();
    }

    @Override
    public boolean refines() {
        return true;
    }

    @Override
    public List<EventCall> calls(LambdaEvent event) {
        HttpRequest http = HttpRequest.of(event.body()).orElseThrow();
        Optional<JsonNode> message = McpRequest.message(http);
        if (immediate(event, http, message).isPresent()) {
            return List.of();
        }
        return List.of(call(event, new McpRequest(http, message.orElseThrow())));
    }

    @Override
    public byte[] render(LambdaEvent event, List<CallResult> results) {
        HttpRequest http = HttpRequest.of(event.body()).orElseThrow();
        Optional<JsonNode> message = McpRequest.message(http);
        Optional<HttpAnswer> immediate = immediate(event, http, message);
        if (immediate.isPresent()) {
            return immediate.get().json(http);
        }
        McpRequest request = new McpRequest(http, message.orElseThrow());
        CallResult result = results.get(0);
        byte[] answer =
                McpAnswers.call(event, request.id(), request.modern(), result).json(http);
        int cap = ResponseCaps.of(event.settings(), ResponseCaps.LAMBDA_SYNC);
        if (answer.length > cap && CallErrors.outcome(result).isPresent() && result instanceof CallResult.Ended ended) {
            var over =
                    CallErrors.overCap(ended.key(), CallErrors.outcome(result).get(), cap);
            return McpAnswers.failed(request.id(), request.modern(), over, result)
                    .json(http);
        }
        return answer;
    }

    /** The answer to everything but a call that may be made. */
    private Optional<HttpAnswer> immediate(LambdaEvent event, HttpRequest http, Optional<JsonNode> message) {
        if (!http.header("origin").isEmpty()) {
            return Optional.of(new HttpAnswer(403, null));
        }
        if (!http.method().equals("POST")) {
            return Optional.of(new HttpAnswer(405, null));
        }
        if (message.isEmpty()) {
            return Optional.of(McpAnswers.error(400, null, -32_700, "The body is no acceptable JSON.", null));
        }
        JsonNode body = message.get();
        if (!body.path("jsonrpc").asText().equals("2.0") || !body.path("method").isTextual()) {
            return Optional.of(McpAnswers.error(400, null, -32_600, "Expected one JSON-RPC 2.0 request.", null));
        }
        if (!body.has("id")) {
            return Optional.of(new HttpAnswer(202, null));
        }
        if (!body.path("id").isTextual() && !body.path("id").isIntegralNumber()) {
            return Optional.of(McpAnswers.error(400, null, -32_600, "\"id\" must be a text or an integer.", null));
        }
        McpRequest request = new McpRequest(http, body);
        Optional<HttpAnswer> refused = refused(request);
        return refused.isPresent() ? refused : method(event, request);
    }

    /** What is wrong with the request's version, metadata or headers. */
    private static Optional<HttpAnswer> refused(McpRequest request) {
        JsonNode id = request.id();
        if (request.modern()) {
            Optional<String> mismatch = request.mismatch();
            if (mismatch.isPresent()) {
                return Optional.of(McpAnswers.error(400, id, -32_020, mismatch.get(), null));
            }
        }
        List<String> versions = request.versions();
        String expected = request.modern() ? McpRequest.MODERN : McpRequest.LEGACY;
        if (!versions.isEmpty() && !versions.equals(List.of(expected))) {
            ObjectNode data = JsonNodeFactory.instance.objectNode();
            data.putArray("supported").add(McpRequest.MODERN).add(McpRequest.LEGACY);
            data.put("requested", versions.get(0));
            return Optional.of(McpAnswers.error(400, id, -32_022, "Unsupported protocol version", data));
        }
        return request.modern()
                        && !request.meta().path(McpRequest.META_CAPABILITIES).isObject()
                ? Optional.of(McpAnswers.error(
                        400, id, McpAnswers.INVALID_PARAMS, "_meta lacks " + McpRequest.META_CAPABILITIES + ".", null))
                : Optional.empty();
    }

    private Optional<HttpAnswer> method(LambdaEvent event, McpRequest request) {
        JsonNode id = request.id();
        boolean modern = request.modern();
        ObjectNode members = JsonNodeFactory.instance.objectNode();
        String method = modern ? request.method() : "legacy " + request.method();
        return switch (method) {
            case "tools/call", "legacy tools/call" ->
                Optional.ofNullable(malformed(event, request))
                        .map(problem -> McpAnswers.error(200, id, McpAnswers.INVALID_PARAMS, problem, null));
            case "tools/list", "legacy tools/list" -> {
                list(event, members);
                yield Optional.of(McpAnswers.result(id, modern, modern ? uncached(members) : members));
            }
            case "server/discover" -> {
                members.putArray("supportedVersions").add(McpRequest.MODERN).add(McpRequest.LEGACY);
                members.putObject("capabilities").putObject("tools");
                yield Optional.of(McpAnswers.result(id, true, uncached(members)));
            }
            case "legacy initialize" -> {
                members.put("protocolVersion", McpRequest.LEGACY);
                members.putObject("capabilities").putObject("tools");
                members.putObject("serverInfo").put("name", "tool-checkpoint").put("version", "1");
                yield Optional.of(McpAnswers.result(id, false, members));
            }
            case "legacy ping" -> Optional.of(McpAnswers.result(id, false, members));
            default -> Optional.of(McpAnswers.error(modern ? 404 : 200, id, -32_601, "Method not found", null));
        };
    }

    private static ObjectNode uncached(ObjectNode members) {
        return members.put("ttlMs", 0).put("cacheScope", "private");
    }

    private void list(LambdaEvent event, ObjectNode members) {
        var listed = members.putArray("tools");
        tools.values().stream()
                .filter(tool -> has(event, tool.name()))
                .forEach(tool -> listed.addObject()
                        .put("name", tool.name())
                        .put("description", tool.description())
                        .set("inputSchema", tool.inputSchema()));
    }

    private boolean has(LambdaEvent event, String tool) {
        return tools.containsKey(tool) && event.settings().tools().contains(tool);
    }

    private @Nullable String malformed(LambdaEvent event, McpRequest request) {
        JsonNode params = request.params();
        if (!has(event, params.path("name").asText(""))) {
            TreeSet<String> known = new TreeSet<>(tools.keySet());
            return "Unknown tool; expected one of " + known + ".";
        }
        return params.has("arguments") && !params.path("arguments").isObject()
                ? "\"arguments\" must be an object."
                : null;
    }

    private EventCall call(LambdaEvent event, McpRequest request) {
        JsonNode params = request.params();
        AgentTool tool = Objects.requireNonNull(tools.get(params.path("name").asText("")));
        JsonNode input = params.has("arguments") ? params.path("arguments") : JsonNodeFactory.instance.objectNode();
        JsonNode inMeta = request.meta().path(KEY);
        JsonNode inParams = params.path("idempotencyKey");
        if (!inMeta.isMissingNode() && !inParams.isMissingNode() && !inMeta.equals(inParams)) {
            return new EventCall.Refused("_meta and params have two different keys; a call has one.");
        }
        JsonNode key = !inMeta.isMissingNode() ? inMeta : inParams;
        if (key.isMissingNode() && tool.keyArgument().isPresent()) {
            key = input.path(tool.keyArgument().get());
        }
        String namespace = event.settings().namespace();
        if (key.isMissingNode() && tool.ownCalls()) {
            String own = "request:" + event.context().getAwsRequestId();
            return new EventCall.Requested(tool.name(), ToolCall.of(namespace, own, input));
        }
        Optional<String> problem = CallRules.problem(
                "The key at _meta[\"" + KEY + "\"]"
                        + tool.keyArgument()
                                .map(a -> " or argument \"" + a + "\"")
                                .orElse(""),
                key);
        return problem.isPresent()
                ? new EventCall.Refused(problem.get())
                : new EventCall.Requested(tool.name(), ToolCall.of(namespace, key.textValue(), input));
    }
}

package dev.toolcheckpoint.lambda.agent;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolcheckpoint.lambda.CallErrors;
import dev.toolcheckpoint.lambda.CallResult;
import dev.toolcheckpoint.lambda.EventAdapter;
import dev.toolcheckpoint.lambda.EventCall;
import dev.toolcheckpoint.lambda.LambdaEvent;
import dev.toolcheckpoint.lambda.ResponseCaps;
import dev.toolcheckpoint.lambda.http.HttpAnswer;
import dev.toolcheckpoint.lambda.http.HttpEvent;
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
 * <p>The call id is {@code _meta["dev.toolcheckpoint/idempotency-key"]} (see {@link #keyNames}) or {@code
 * params.idempotencyKey}, else the tool's declared argument; never the JSON-RPC id. Requests of a web page (with an {@code
 * Origin}) are refused. A notification changes nothing: a call that its client cancels runs on, and keeps its key.
 *
 * <p>A result is answered as text, and as {@code structuredContent} when it is an object. A tool may also come back with a
 * result in MCP's own form, {@code {"content":[…],"isError":…}}: it is stored and answered as it is, an error, too.
 */
public final class McpAdapter implements EventAdapter {

    /** The member of {@code _meta} with the caller's key. */
    public static final String KEY = "dev.toolcheckpoint/idempotency-key";

    private final String path;
    private final Map<String, AgentTool> tools;
    private final McpKeys keys;
    private final McpMethods methods;

    private McpAdapter(String path, Map<String, AgentTool> tools, McpKeys keys, McpMethods methods) {
        this.path = path;
        this.tools = tools;
        this.keys = keys;
        this.methods = methods;
    }

    /** An endpoint at this path, as in {@code /mcp}, that serves these tools of the function. */
    public static McpAdapter at(String path, AgentTool... tools) {
        Map<String, AgentTool> byName = new LinkedHashMap<>();
        for (AgentTool tool : tools) {
            byName.put(tool.name(), tool);
        }
        return new McpAdapter(path, byName, new McpKeys(List.of(KEY)), new McpMethods("tool-checkpoint", "1"));
    }

    /**
     * The same endpoint, whose clients put the caller's key into one of these members of {@code _meta}; {@link #KEY} unless set.
     *
     * @throws dev.toolcheckpoint.protocol.ConfigurationException when there is none, one is blank, or one comes twice
     */
    public McpAdapter keyNames(String... names) {
        return new McpAdapter(path, tools, new McpKeys(List.of(names)), methods);
    }

    /** The same endpoint, which gives itself this name and version; {@code tool-checkpoint}, {@code 1} unless set. */
    public McpAdapter serverInfo(String name, String version) {
        return new McpAdapter(path, tools, keys, new McpMethods(name, version));
    }

    @Override
    public String source() {
        return "MCP over HTTP at " + path;
    }

    @Override
    public boolean recognises(JsonNode event) {
        return HttpEvent.of(event).filter(http -> http.path().equals(path)).isPresent();
    }

    @Override
    public boolean refines() {
        return true;
    }

    @Override
    public List<EventCall> calls(LambdaEvent event) {
        HttpEvent http = HttpEvent.of(event.body()).orElseThrow();
        Optional<JsonNode> message = McpRequest.message(http);
        if (immediate(event, http, message).isPresent()) {
            return List.of();
        }
        return List.of(call(event, new McpRequest(http, message.orElseThrow())));
    }

    @Override
    public byte[] render(LambdaEvent event, List<CallResult> results) {
        HttpEvent http = HttpEvent.of(event.body()).orElseThrow();
        Optional<JsonNode> message = McpRequest.message(http);
        Optional<HttpAnswer> immediate = immediate(event, http, message);
        if (immediate.isPresent()) {
            return immediate.get().render(http);
        }
        McpRequest request = new McpRequest(http, message.orElseThrow());
        CallResult result = results.get(0);
        byte[] answer =
                McpAnswers.call(event, request.id(), request.modern(), result).render(http);
        int cap = ResponseCaps.of(event.settings(), ResponseCaps.LAMBDA_SYNC);
        if (answer.length > cap && CallErrors.outcome(result).isPresent() && result instanceof CallResult.Ended ended) {
            var over =
                    CallErrors.overCap(ended.key(), CallErrors.outcome(result).get(), cap);
            return McpAnswers.failed(request.id(), request.modern(), over, result)
                    .render(http);
        }
        return answer;
    }

    /** The answer to everything but a call that may be made. */
    private Optional<HttpAnswer> immediate(LambdaEvent event, HttpEvent http, Optional<JsonNode> message) {
        if (!http.header("origin").isEmpty()) {
            return Optional.of(HttpAnswer.empty(403));
        }
        if (!http.method().equals("POST")) {
            return Optional.of(HttpAnswer.empty(405));
        }
        if (message.isEmpty()) {
            return Optional.of(McpAnswers.error(400, null, -32_700, "The body is no acceptable JSON.", null));
        }
        JsonNode body = message.get();
        if (!body.path("jsonrpc").asText().equals("2.0") || !body.path("method").isTextual()) {
            return Optional.of(McpAnswers.error(400, null, -32_600, "Expected one JSON-RPC 2.0 request.", null));
        }
        if (!body.has("id")) {
            return Optional.of(HttpAnswer.empty(202));
        }
        if (!body.path("id").isTextual() && !body.path("id").isIntegralNumber()) {
            return Optional.of(McpAnswers.error(400, null, -32_600, "\"id\" must be a text or an integer.", null));
        }
        McpRequest request = new McpRequest(http, body);
        Optional<HttpAnswer> refused = refused(request);
        return refused.isPresent() ? refused : answered(event, request);
    }

    private Optional<HttpAnswer> answered(LambdaEvent event, McpRequest request) {
        List<AgentTool> served =
                tools.values().stream().filter(tool -> has(event, tool.name())).toList();
        return methods.answer(request, served)
                .or(() -> Optional.ofNullable(malformed(event, request))
                        .map(problem -> McpAnswers.error(200, request.id(), McpAnswers.INVALID_PARAMS, problem, null)));
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
        return keys.call(event, tool, request, input);
    }
}

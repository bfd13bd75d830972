package dev.toolcheckpoint.lambda.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolcheckpoint.json.JsonException;
import dev.toolcheckpoint.json.StrictJson;
import dev.toolcheckpoint.lambda.CallErrors;
import dev.toolcheckpoint.lambda.CallResult;
import dev.toolcheckpoint.lambda.CallRules;
import dev.toolcheckpoint.lambda.EventAdapter;
import dev.toolcheckpoint.lambda.EventCall;
import dev.toolcheckpoint.lambda.EventRule;
import dev.toolcheckpoint.lambda.EventSettings;
import dev.toolcheckpoint.lambda.HandlerEvent;
import dev.toolcheckpoint.lambda.Invocation;
import dev.toolcheckpoint.lambda.LambdaEvent;
import dev.toolcheckpoint.protocol.Outcome;
import dev.toolcheckpoint.protocol.Payload;
import dev.toolcheckpoint.tool.ToolCall;
import dev.toolcheckpoint.tool.ToolOutcome;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * HTTP requests to a wrapped handler, which answers with a response object of its own. Immutable and thread-safe.
 *
 * <p>The call id is the header {@code Idempotency-Key}, or what a configured rule finds in a JSON body. Method, path, query and body
 * are fingerprinted; an input rule stands for the body. A GET, HEAD or OPTIONS request without a key is handed on without a
 * record: by RFC 9110 it has no effects.
 *
 * <p>The stored response is answered to the letter; a repeat gets the header {@code Idempotency-Replayed: true} with it, unless
 * the response is no object with a {@code statusCode}. Every other end is a problem document, as of {@link HttpAdapter}.
 */
final class HttpHandlerAdapter implements EventAdapter {

    private static final Set<String> SAFE = Set.of("GET", "HEAD", "OPTIONS");

    private final String tool;
    private final TrustedNamespace namespace;
    private final HttpAdapter problems = new HttpAdapter();

    HttpHandlerAdapter(String tool, TrustedNamespace namespace) {
        this.tool = tool;
        this.namespace = namespace;
    }

    @Override
    public String source() {
        return problems.source();
    }

    @Override
    public boolean recognises(JsonNode event) {
        return HttpEvent.of(event).isPresent();
    }

    @Override
    public Invocation invocation(EventSettings settings) {
        return Invocation.SYNC;
    }

    @Override
    public List<EventCall> calls(LambdaEvent event) {
        return List.of(call(event, HttpEvent.of(event.body()).orElseThrow()));
    }

    private EventCall call(LambdaEvent event, HttpEvent request) {
        Optional<String> tenant = namespace.of(event);
        if (tenant.isEmpty()) {
            return new EventCall.Refused(namespace.missing());
        }
        JsonNode body;
        try {
            body = body(request.body());
        } catch (IllegalArgumentException noBase64) {
            return new EventCall.Refused("The body is said to be in base64, but is not.");
        }
        Optional<JsonNode> inBody = event.settings().callId().flatMap(rule -> rule.find(body));
        List<String> inHeader = request.header(IdempotencyKey.HEADER);
        if (inBody.isEmpty() && inHeader.isEmpty() && SAFE.contains(request.method())) {
            return new EventCall.Unrecorded(tool, input(request, body));
        }
        IdempotencyKey header = IdempotencyKey.of(inHeader);
        Optional<String> problem = inBody.isPresent() && inHeader.isEmpty()
                ? CallRules.problem("The call id at \"" + rule(event) + "\" of the body", inBody.get())
                : header.problem().map(text -> text + ruled(event));
        if (problem.isPresent()) {
            return new EventCall.Refused(problem.get());
        }
        String key = inHeader.isEmpty() ? inBody.orElseThrow().textValue() : header.key();
        if (inBody.isPresent() && !inBody.get().equals(TextNode.valueOf(key))) {
            return new EventCall.Refused("The body's call id at \"" + rule(event) + "\" and the header "
                    + IdempotencyKey.HEADER + " differ.");
        }
        return fingerprinted(event, request, body, tenant.get(), key);
    }

    private static EventRule rule(LambdaEvent event) {
        return event.settings().callId().orElse(CallRules.DEFAULT_CALL_ID);
    }

    private static String ruled(LambdaEvent event) {
        return event.settings()
                .callId()
                .map(rule -> " The body has none at \"" + rule + "\", either.")
                .orElse("");
    }

    private EventCall fingerprinted(LambdaEvent event, HttpEvent request, JsonNode body, String tenant, String callId) {
        Optional<EventRule> rule = event.settings().input();
        Optional<JsonNode> part = rule.flatMap(its -> its.find(body));
        if (rule.isPresent() && part.isEmpty()) {
            return new EventCall.Refused("The input rule \"" + rule.get()
                    + "\" finds nothing in the body, so nothing would identify the input.");
        }
        return new EventCall.Requested(tool, ToolCall.of(tenant, callId, input(request, part.orElse(body))));
    }

    /** One handler serves many routes: nothing but the request tells their calls apart. */
    private static ObjectNode input(HttpEvent request, JsonNode body) {
        ObjectNode input = JsonNodeFactory.instance.objectNode();
        input.put("method", request.method()).put("path", request.path());
        input.set("query", request.query());
        input.set("body", body);
        return input;
    }

    /** A handler of its own may take any body: what is no JSON counts by its bytes. */
    private static JsonNode body(byte[] bytes) {
        if (bytes.length == 0) {
            return JsonNodeFactory.instance.nullNode();
        }
        try {
            return StrictJson.parse(bytes, HttpAdapter.BODY);
        } catch (JsonException other) {
            return TextNode.valueOf(Base64.getEncoder().encodeToString(bytes));
        }
    }

    @Override
    public HandlerEvent handlerEvent(LambdaEvent event, byte[] raw, int call) {
        return HandlerEvent.of(raw)
                .failedAnswer(answer -> answer.path("statusCode").asInt() >= 500);
    }

    @Override
    public byte[] render(LambdaEvent event, List<CallResult> results) {
        CallResult result = results.get(0);
        if (CallErrors.of(result, event.settings().clock().instant()).isPresent()) {
            return problems.render(event, results);
        }
        Outcome stored = CallErrors.outcome(result).orElseThrow();
        byte[] answer = stored.isVoid() ? new byte[0] : ((Payload.Inline) stored.payload()).bytes();
        boolean replayed = result instanceof CallResult.Ended ended && ended.outcome() instanceof ToolOutcome.Replayed;
        HttpEvent request = HttpEvent.of(event.body()).orElseThrow();
        return HttpAdapter.capped(event, request, result, replayed ? marked(request, answer) : answer);
    }

    private static byte[] marked(HttpEvent request, byte[] answer) {
        if (!(body(answer) instanceof ObjectNode response) || !response.has("statusCode")) {
            return answer;
        }
        boolean lists = response.path("multiValueHeaders").isObject()
                || (request.multiValue() && request.form() == HttpEvent.Form.LOAD_BALANCER);
        String member = lists ? "multiValueHeaders" : "headers";
        ObjectNode headers = response.path(member) instanceof ObjectNode given ? given : response.putObject(member);
        if (lists) {
            headers.putArray(HttpAdapter.REPLAYED).add("true");
        } else {
            headers.put(HttpAdapter.REPLAYED, "true");
        }
        return response.toString().getBytes(StandardCharsets.UTF_8);
    }
}

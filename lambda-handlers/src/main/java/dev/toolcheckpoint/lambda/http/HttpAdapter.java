package dev.toolcheckpoint.lambda.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import dev.toolcheckpoint.answer.ToolError;
import dev.toolcheckpoint.json.JsonException;
import dev.toolcheckpoint.json.JsonLimits;
import dev.toolcheckpoint.json.StrictJson;
import dev.toolcheckpoint.lambda.CallErrors;
import dev.toolcheckpoint.lambda.CallResult;
import dev.toolcheckpoint.lambda.CallRules;
import dev.toolcheckpoint.lambda.EventAdapter;
import dev.toolcheckpoint.lambda.EventCall;
import dev.toolcheckpoint.lambda.EventRule;
import dev.toolcheckpoint.lambda.EventSettings;
import dev.toolcheckpoint.lambda.Invocation;
import dev.toolcheckpoint.lambda.LambdaEvent;
import dev.toolcheckpoint.lambda.ResponseCaps;
import dev.toolcheckpoint.protocol.ConfigurationException;
import dev.toolcheckpoint.protocol.Outcome;
import dev.toolcheckpoint.protocol.Payload;
import dev.toolcheckpoint.tool.ToolOutcome;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * HTTP requests from API Gateway (REST and HTTP API), function URLs and application load balancers. Immutable and thread-safe.
 *
 * <p>The call id is the header {@code Idempotency-Key}, the input is the JSON body (no body: {@code null}). Only the body is
 * fingerprinted; an input rule looks at it. The tool is the one of the request's route, else the fixed one, else the function's
 * only one. A body that is a message of JSON-RPC belongs to an MCP adapter.
 *
 * <p>A result is answered with its stored body, 200 unless it is an {@link HttpResult}; everything else with a problem document
 * of RFC 9457. A repeat carries {@code Idempotency-Replayed: true}.
 */
public final class HttpAdapter implements EventAdapter {

    static final String REPLAYED = "Idempotency-Replayed";
    static final JsonLimits BODY = new JsonLimits(ResponseCaps.LAMBDA_SYNC, JsonLimits.DEFAULT.maxDepth() + 8, 110_000);

    private final Map<String, String> routes;
    private final @Nullable String tool;
    private final TrustedNamespace namespace;

    /** For {@link java.util.ServiceLoader}: no routes, the configured namespace. */
    public HttpAdapter() {
        this(new Builder());
    }

    private HttpAdapter(Builder builder) {
        this.routes = Map.copyOf(builder.routes);
        this.tool = builder.tool;
        this.namespace = new TrustedNamespace(builder.namespace);
    }

    /** Starts an adapter without routes, for the function's only tool and the configured namespace. */
    public static Builder builder() {
        return new Builder();
    }

    @Override
    public String source() {
        return "HTTP request of API Gateway, a function URL or a load balancer";
    }

    @Override
    public boolean recognises(JsonNode event) {
        return HttpEvent.of(event).filter(request -> !isJsonRpc(request)).isPresent();
    }

    /** Whether an MCP client sent it. */
    private static boolean isJsonRpc(HttpEvent request) {
        try {
            byte[] body = request.body();
            return new String(body, StandardCharsets.UTF_8).contains("\"jsonrpc\"")
                    && StrictJson.parse(body, BODY).path("jsonrpc").isTextual();
        } catch (JsonException | IllegalArgumentException unreadable) {
            return false;
        }
    }

    @Override
    public Invocation invocation(EventSettings settings) {
        return Invocation.SYNC;
    }

    /** Has no routes: a wrapped handler has its own. */
    @Override
    public Optional<EventAdapter> forHandler(String handlersTool) {
        if (!routes.isEmpty()) {
            throw new ConfigurationException(
                    "Routes name tools, and a wrapped handler is one tool; found " + routes.size() + " routes.");
        }
        return Optional.of(new HttpHandlerAdapter(handlersTool, namespace));
    }

    @Override
    public List<EventCall> calls(LambdaEvent event) {
        return List.of(call(event, HttpEvent.of(event.body()).orElseThrow()));
    }

    private EventCall call(LambdaEvent event, HttpEvent request) {
        IdempotencyKey key = IdempotencyKey.of(request.header(IdempotencyKey.HEADER));
        if (key.problem().isPresent()) {
            return new EventCall.Refused(key.problem().get());
        }
        Optional<String> named = tool(request, event.settings());
        if (named.isEmpty()) {
            return new EventCall.Refused("No tool belongs to this route; expected one of "
                    + routes.keySet().stream().sorted().toList() + ".");
        }
        Optional<String> tenant = namespace.of(event);
        if (tenant.isEmpty()) {
            return new EventCall.Refused(namespace.missing());
        }
        JsonNode input;
        try {
            byte[] body = request.body();
            input = body.length == 0 ? NullNode.getInstance() : StrictJson.parse(body, BODY);
        } catch (JsonException refused) {
            return new EventCall.Refused("The body must be JSON: " + refused.getMessage() + ".");
        } catch (IllegalArgumentException noBase64) {
            return new EventCall.Refused("The body is said to be in base64, but is not.");
        }
        return CallRules.call(event.settings(), tenant.get(), named.get(), key.key(), input, input);
    }

    private Optional<String> tool(HttpEvent request, EventSettings settings) {
        String byRoute = request.route().map(routes::get).orElse(null);
        String byPath = byRoute != null ? byRoute : routes.get(request.method() + " " + request.path());
        if (byPath != null) {
            return Optional.of(byPath);
        }
        if (tool != null) {
            return Optional.of(tool);
        }
        return routes.isEmpty() && settings.tools().size() == 1
                ? Optional.of(settings.tools().iterator().next())
                : Optional.empty();
    }

    @Override
    public byte[] render(LambdaEvent event, List<CallResult> results) {
        HttpEvent request = HttpEvent.of(event.body()).orElseThrow();
        CallResult result = results.get(0);
        return capped(event, request, result, answer(event, result).render(request));
    }

    /** The answer, or that it is larger than the front end takes. */
    static byte[] capped(LambdaEvent event, HttpEvent request, CallResult result, byte[] answer) {
        int cap = ResponseCaps.of(
                event.settings(),
                request.form() == HttpEvent.Form.LOAD_BALANCER ? ResponseCaps.LOAD_BALANCER : ResponseCaps.LAMBDA_SYNC);
        Optional<Outcome> stored = CallErrors.outcome(result);
        if (answer.length <= cap || stored.isEmpty() || !(result instanceof CallResult.Ended ended)) {
            return answer;
        }
        return marked(HttpProblems.of(CallErrors.overCap(ended.key(), stored.get(), cap)), result)
                .render(request);
    }

    private static HttpAnswer answer(LambdaEvent event, CallResult result) {
        Optional<ToolError> error =
                CallErrors.of(result, event.settings().clock().instant());
        return marked(error.map(HttpProblems::of).orElseGet(() -> success(result)), result);
    }

    private static HttpAnswer success(CallResult result) {
        Outcome outcome = CallErrors.outcome(result).orElseThrow();
        return outcome.isVoid()
                ? HttpAnswer.empty(204)
                : new HttpAnswer(
                        HttpResult.status(outcome.mediaType()),
                        HttpResult.plain(outcome.mediaType()),
                        ((Payload.Inline) outcome.payload()).bytes());
    }

    private static HttpAnswer marked(HttpAnswer answer, CallResult result) {
        boolean replayed = result instanceof CallResult.Ended ended && ended.outcome() instanceof ToolOutcome.Replayed;
        return replayed ? answer.header(REPLAYED, "true") : answer;
    }

    /** Builds an adapter. Not thread-safe. */
    public static final class Builder {
        private final Map<String, String> routes = new LinkedHashMap<>();
        private @Nullable String tool;
        private @Nullable EventRule namespace;

        private Builder() {}

        /**
         * The tool of a route.
         *
         * @param route the method and the front end's route, or the path as it is requested: {@code POST /orders/{id}/refund}
         */
        public Builder route(String route, String toolName) {
            if (!route.matches("[A-Z]+ /\\S*")) {
                throw new ConfigurationException(
                        "A route is a method and a path, as in \"POST /refunds\", found \"" + route + "\".");
            }
            if (routes.putIfAbsent(route, toolName) != null) {
                throw new ConfigurationException("Two tools have the route \"" + route + "\".");
            }
            return this;
        }

        /** The tool of every request that no route names. */
        public Builder tool(String name) {
            this.tool = name;
            return this;
        }

        /**
         * A JMESPath expression that finds the namespace in what the front end itself says: {@code requestContext.authorizer},
         * {@code .stage}, {@code .apiId}, {@code .accountId} and {@code stageVariables}; it sees nothing else. A request in which
         * it finds no text is refused.
         */
        public Builder namespaceAt(String expression) {
            this.namespace = EventRule.of(expression);
            return this;
        }

        /** The adapter. */
        public HttpAdapter build() {
            return new HttpAdapter(this);
        }
    }
}

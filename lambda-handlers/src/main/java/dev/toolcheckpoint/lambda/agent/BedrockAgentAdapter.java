package dev.toolcheckpoint.lambda.agent;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolcheckpoint.answer.ToolError;
import dev.toolcheckpoint.lambda.CallErrors;
import dev.toolcheckpoint.lambda.CallResult;
import dev.toolcheckpoint.lambda.EventAdapter;
import dev.toolcheckpoint.lambda.EventCall;
import dev.toolcheckpoint.lambda.EventSettings;
import dev.toolcheckpoint.lambda.Invocation;
import dev.toolcheckpoint.lambda.LambdaEvent;
import dev.toolcheckpoint.lambda.ResponseCaps;
import dev.toolcheckpoint.lambda.http.HttpProblems;
import dev.toolcheckpoint.protocol.ConfigurationException;
import dev.toolcheckpoint.protocol.Outcome;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Action groups of Bedrock Agents (classic), with function details or with an API schema. Immutable and thread-safe.
 *
 * <p>The event has no call id, so what identifies a call is declared per tool: see {@link AgentKey}. Without a declaration the
 * call-id rule looks at the typed parameters ({@code idempotencyKey} unless configured), and a call in which it finds nothing is
 * refused. The tool is the function's name; with an API schema the one of the operation's route, else the only one. The input is
 * the object of {@code parameters} and of the body's properties, each by its declared type.
 *
 * <p>A value that does not parse claims nothing and is answered with {@code REPROMPT} or 400. Session attributes are passed
 * through. Every other end has no response state, so the model reads the text: {@code FAILURE} would throw in the program that
 * runs the agent.
 */
public final class BedrockAgentAdapter implements EventAdapter {

    private static final List<String> ATTRIBUTES = List.of("sessionAttributes", "promptSessionAttributes");

    private final AgentCalls calls;
    private final Map<String, String> routes;
    private final boolean failureWhenUncertain;

    /** For {@link java.util.ServiceLoader}: no declared keys, no routes. */
    public BedrockAgentAdapter() {
        this(new Builder());
    }

    private BedrockAgentAdapter(Builder builder) {
        this.calls = new AgentCalls(builder.keys);
        this.routes = Map.copyOf(builder.routes);
        this.failureWhenUncertain = builder.failureWhenUncertain;
    }

    /** Starts an adapter without declared keys and routes. */
    public static Builder builder() {
        return new Builder();
    }

    @Override
    public String source() {
        return "action group of Bedrock Agents";
    }

    @Override
    public boolean recognises(JsonNode event) {
        return event.path("messageVersion").isTextual()
                && event.path("actionGroup").isTextual()
                && (event.path("function").isTextual() != event.path("apiPath").isTextual())
                && !event.has("tool");
    }

    @Override
    public Invocation invocation(EventSettings settings) {
        return Invocation.SYNC;
    }

    @Override
    public List<EventCall> calls(LambdaEvent event) {
        JsonNode body = event.body();
        Optional<String> tool = tool(body, event.settings());
        if (tool.isEmpty()) {
            return List.of(new EventCall.Refused("No tool belongs to this operation; expected one of "
                    + routes.keySet().stream().sorted().toList() + "."));
        }
        TypedParameters parameters = TypedParameters.of(body);
        return List.of(parameters
                .problem()
                .<EventCall>map(EventCall.Refused::new)
                .orElseGet(() -> calls.call(event, tool.get(), parameters.input(), body)));
    }

    private Optional<String> tool(JsonNode body, EventSettings settings) {
        if (isFunction(body)) {
            return Optional.of(body.path("function").textValue());
        }
        String route =
                body.path("httpMethod").asText() + " " + body.path("apiPath").textValue();
        return routes.isEmpty() && settings.tools().size() == 1
                ? Optional.of(settings.tools().iterator().next())
                : Optional.ofNullable(routes.get(route));
    }

    private static boolean isFunction(JsonNode body) {
        return body.path("function").isTextual();
    }

    @Override
    public byte[] render(LambdaEvent event, List<CallResult> results) {
        CallResult result = results.get(0);
        Optional<ToolError> error =
                CallErrors.of(result, event.settings().clock().instant());
        byte[] answer = answer(event.body(), result, error);
        int cap = ResponseCaps.of(event.settings(), ResponseCaps.LAMBDA_SYNC);
        Optional<Outcome> stored = CallErrors.outcome(result);
        return answer.length > cap && stored.isPresent() && result instanceof CallResult.Ended ended
                ? answer(event.body(), result, Optional.of(CallErrors.overCap(ended.key(), stored.get(), cap)))
                : answer;
    }

    private byte[] answer(JsonNode body, CallResult result, Optional<ToolError> error) {
        ObjectNode answer = JsonNodeFactory.instance.objectNode();
        answer.set("messageVersion", body.path("messageVersion"));
        ObjectNode response = answer.putObject("response");
        response.set("actionGroup", body.path("actionGroup"));
        if (isFunction(body)) {
            response.set("function", body.path("function"));
            function(response.putObject("functionResponse"), body, result, error);
        } else {
            response.set("apiPath", body.path("apiPath"));
            response.set("httpMethod", body.path("httpMethod"));
            response.put("httpStatusCode", error.map(HttpProblems::status).orElse(200));
            byte[] json = error.map(CallErrors::json)
                    .orElseGet(() -> ModelText.json(CallErrors.outcome(result).orElseThrow()));
            response.putObject("responseBody")
                    .putObject("application/json")
                    .put("body", new String(json, StandardCharsets.UTF_8));
        }
        for (String attributes : ATTRIBUTES) {
            if (body.path(attributes).isObject()) {
                answer.set(attributes, body.path(attributes));
            }
        }
        return answer.toString().getBytes(StandardCharsets.UTF_8);
    }

    private void function(ObjectNode response, JsonNode body, CallResult result, Optional<ToolError> error) {
        boolean unreadable = result instanceof CallResult.Refused
                && TypedParameters.of(body).problem().isPresent();
        if (unreadable) {
            response.put("responseState", "REPROMPT");
        } else if (failureWhenUncertain
                && error.filter(found -> found.kind() == ToolError.Kind.UNCERTAIN)
                        .isPresent()) {
            response.put("responseState", "FAILURE");
        }
        String text = error.map(found -> ModelText.of(found, result))
                .orElseGet(() -> ModelText.of(CallErrors.outcome(result).orElseThrow()));
        response.putObject("responseBody").putObject("TEXT").put("body", text);
    }

    /** Builds an adapter. Not thread-safe. */
    public static final class Builder {
        private final Map<String, AgentKey> keys = new LinkedHashMap<>();
        private final Map<String, String> routes = new LinkedHashMap<>();
        private boolean failureWhenUncertain;

        private Builder() {}

        /** What identifies a call of this tool. */
        public Builder key(String tool, AgentKey key) {
            AgentCalls.declare(keys, tool, key);
            return this;
        }

        /**
         * The tool of an operation of an API schema.
         *
         * @param route the method and the path as the schema has it: {@code POST /orders/{id}/refund}
         */
        public Builder route(String route, String tool) {
            if (!route.matches("[A-Z]+ /\\S*")) {
                throw new ConfigurationException(
                        "A route is a method and a path, as in \"POST /refunds\", found \"" + route + "\".");
            }
            if (routes.putIfAbsent(route, tool) != null) {
                throw new ConfigurationException("Two tools have the route \"" + route + "\".");
            }
            return this;
        }

        /**
         * Answers an uncertain call with {@code FAILURE}: InvokeAgent then fails with a dependency failure, and the model never
         * reads why. Function style only.
         */
        public Builder failureWhenUncertain() {
            this.failureWhenUncertain = true;
            return this;
        }

        /** The adapter. */
        public BedrockAgentAdapter build() {
            return new BedrockAgentAdapter(this);
        }
    }
}

package dev.toolcheckpoint.lambda.agent;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolcheckpoint.json.Digests;
import dev.toolcheckpoint.json.JsonException;
import dev.toolcheckpoint.json.JsonLimits;
import dev.toolcheckpoint.lambda.CallRules;
import dev.toolcheckpoint.lambda.EventCall;
import dev.toolcheckpoint.lambda.EventRule;
import dev.toolcheckpoint.lambda.EventSettings;
import dev.toolcheckpoint.lambda.LambdaEvent;
import dev.toolcheckpoint.protocol.ConfigurationException;
import dev.toolcheckpoint.tool.CallIds;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Makes calls by the tools' declared {@link AgentKey}s. Immutable. */
final class AgentCalls {

    private final Map<String, AgentKey> keys;

    AgentCalls(Map<String, AgentKey> keys) {
        this.keys = Map.copyOf(keys);
    }

    /** Declares a tool's key once. */
    static void declare(Map<String, AgentKey> keys, String tool, AgentKey key) {
        if (keys.putIfAbsent(tool, key) != null) {
            throw new ConfigurationException("The tool \"" + tool + "\" has two keys declared; it needs one.");
        }
    }

    /**
     * The call of this tool, or why there is none.
     *
     * @param session the event's session; {@code null} where the source has none
     */
    EventCall call(LambdaEvent event, String tool, ObjectNode input, @Nullable JsonNode session) {
        EventSettings settings = event.settings();
        if (!settings.tools().contains(tool)) {
            return new EventCall.Refused("There is no tool of that name, only "
                    + settings.tools().stream().sorted().toList() + ".");
        }
        AgentKey key = keys.get(tool);
        if (key instanceof AgentKey.WithoutEffects) {
            return called(settings, tool, CallIds.of("request", event.context().getAwsRequestId()), input);
        }
        if (key instanceof AgentKey.SessionAttribute attribute) {
            return bySession(settings, tool, input, session, attribute);
        }
        if (key instanceof AgentKey.SessionAndArguments rule) {
            return byArguments(settings, tool, input, session, rule.window());
        }
        EventRule rule = key instanceof AgentKey.Argument argument
                ? EventRule.member(argument.name())
                : settings.callId().orElse(CallRules.DEFAULT_CALL_ID);
        JsonNode found = rule.find(input).orElse(null);
        Optional<String> problem = CallRules.problem("The argument \"" + rule + "\"", found);
        return found == null || problem.isPresent()
                ? new EventCall.Refused(problem.orElseThrow()
                        + " Without it nobody could tell a repeat from a second call, so the tool is not run.")
                : called(
                        settings,
                        tool,
                        found.textValue(),
                        key == null && settings.callId().isEmpty() ? withoutKey(input) : input);
    }

    /** An argument that nobody declared is for the call only: a tool of its own type would not know it. */
    private static JsonNode withoutKey(ObjectNode input) {
        ObjectNode rest = input.deepCopy();
        rest.remove(CallRules.DEFAULT_CALL_ID.expression());
        return rest;
    }

    private static EventCall bySession(
            EventSettings settings,
            String tool,
            JsonNode input,
            @Nullable JsonNode session,
            AgentKey.SessionAttribute attribute) {
        JsonNode value =
                session == null ? null : session.path("sessionAttributes").get(attribute.name());
        Optional<String> problem = sessionProblem(session)
                .or(() -> CallRules.problem("The session attribute \"" + attribute.name() + "\"", value));
        if (session == null || value == null || problem.isPresent()) {
            return new EventCall.Refused(problem.orElseThrow());
        }
        String id = session.path("sessionId").textValue();
        return called(settings, tool, CallIds.of("session-attribute", id, tool, value.textValue()), input);
    }

    private static EventCall byArguments(
            EventSettings settings, String tool, JsonNode input, @Nullable JsonNode session, Duration window) {
        Optional<String> problem = sessionProblem(session);
        if (session == null || problem.isPresent()) {
            return new EventCall.Refused(problem.orElseThrow());
        }
        String digest;
        try {
            digest = Digests.canonicalHash(input, JsonLimits.DEFAULT);
        } catch (JsonException refused) {
            return new EventCall.Refused("The arguments are not acceptable: " + refused.getMessage() + ".");
        }
        long turn = Math.floorDiv(settings.clock().millis(), window.toMillis());
        String id = session.path("sessionId").textValue();
        return called(settings, tool, CallIds.of("session-arguments", id, tool, digest, Long.toString(turn)), input);
    }

    private static Optional<String> sessionProblem(@Nullable JsonNode session) {
        return CallRules.problem("The session's id", session == null ? null : session.get("sessionId"));
    }

    private static EventCall called(EventSettings settings, String tool, String callId, JsonNode input) {
        return CallRules.call(settings, settings.namespace(), tool, callId, input, input);
    }

    @Override
    public String toString() {
        return "AgentCalls" + new TreeMap<>(keys);
    }
}

package dev.toolcheckpoint.lambda.agent;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolcheckpoint.lambda.CallRules;
import dev.toolcheckpoint.lambda.EventCall;
import dev.toolcheckpoint.lambda.EventRule;
import dev.toolcheckpoint.lambda.EventSettings;
import dev.toolcheckpoint.tool.CallIds;
import java.util.Optional;

/** The call that a state of Step Functions asks for. Stateless. */
final class StateInput {

    static final String MEMBER = "stepFunctions";

    private StateInput() {}

    /** The call, or why there is none. */
    static EventCall call(JsonNode body, EventSettings settings, boolean tokensAtHand) {
        JsonNode state = body.path(MEMBER);
        Optional<String> problem = text(state, "execution", "$$.Execution.Id")
                .or(() -> text(state, "state", "$$.State.Name"))
                .or(() -> token(state.path("taskToken"), tokensAtHand));
        if (problem.isPresent()) {
            return new EventCall.Refused(problem.get());
        }
        if (!body.has("input")) {
            return new EventCall.Refused("\"input\" is missing: it is what the tool gets, null when it needs nothing.");
        }
        Optional<String> tool = tool(state.path("tool"), settings);
        if (tool.isEmpty()) {
            return new EventCall.Refused("\"" + MEMBER + ".tool\" must name a tool of this function, one of "
                    + settings.tools().stream().sorted().toList() + ".");
        }
        return keyed(body, state, tool.get(), settings);
    }

    private static EventCall keyed(JsonNode body, JsonNode state, String tool, EventSettings settings) {
        JsonNode input = body.path("input");
        Optional<EventRule> rule = settings.callId();
        String where = rule.map(found -> "The call id at \"" + found + "\" of the input")
                .orElse("\"" + MEMBER + ".idempotencyKey\"");
        JsonNode key = rule.isPresent() ? rule.get().find(input).orElse(null) : state.get("idempotencyKey");
        String execution = state.path("execution").textValue();
        String name = state.path("state").textValue();
        if (key == null && state.path("once").isBoolean() && state.path("once").booleanValue()) {
            return CallRules.call(
                    settings, settings.namespace(), tool, CallIds.of("state", execution, name), input, input);
        }
        Optional<String> problem = CallRules.problem(where, key);
        if (key == null || problem.isPresent()) {
            return new EventCall.Refused(problem.orElseThrow()
                    + " A state that an execution enters once, so in no Map and no loop, may say \"once\": true.");
        }
        String callId = CallIds.of("state", execution, name, key.textValue());
        return CallRules.call(settings, settings.namespace(), tool, callId, input, input);
    }

    private static Optional<String> text(JsonNode state, String member, String context) {
        return CallRules.problem("\"" + MEMBER + "." + member + "\", which is " + context + ",", state.get(member));
    }

    private static Optional<String> token(JsonNode token, boolean tokensAtHand) {
        if (token.isMissingNode() || token.isNull()) {
            return Optional.empty();
        }
        if (!token.isTextual()
                || token.textValue().isBlank()
                || token.textValue().length() > TaskTokens.LONGEST_TOKEN) {
            return Optional.of("\"" + MEMBER + ".taskToken\", which is $$.Task.Token, must be a text of 1 to "
                    + TaskTokens.LONGEST_TOKEN + " characters.");
        }
        return tokensAtHand
                ? Optional.empty()
                : Optional.of("The state waits for its task token, and nothing here can send it: add"
                        + " software.amazon.awssdk:sfn to the class path, or give the adapter TaskTokens.");
    }

    private static Optional<String> tool(JsonNode named, EventSettings settings) {
        if (named.isMissingNode() && settings.tools().size() == 1) {
            return Optional.of(settings.tools().iterator().next());
        }
        return named.isTextual() && settings.tools().contains(named.textValue())
                ? Optional.of(named.textValue())
                : Optional.empty();
    }
}

package dev.toolcheckpoint.lambda;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolcheckpoint.tool.ToolCall;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Makes calls of events by the function's rules. A call id that can't be told from others is refused, never shared. */
public final class CallRules {

    /** Where a direct event has its call id, unless configured. */
    static final EventRule DEFAULT_CALL_ID = EventRule.member("idempotencyKey");

    /** The protocol's limit, in UTF-16 units. */
    private static final int LONGEST_CALL_ID = 512;

    private CallRules() {}

    /**
     * The call that an event asks for.
     *
     * @param input what the tool gets, and what is fingerprinted unless a rule says otherwise
     */
    static EventCall call(LambdaEvent event, String tool, JsonNode input) {
        EventSettings settings = event.settings();
        EventRule callIdRule = settings.callId().orElse(DEFAULT_CALL_ID);
        JsonNode callId = callIdRule.find(event.body()).orElse(null);
        String problem = problem(callIdRule, callId);
        if (callId == null || problem != null) {
            return new EventCall.Refused(String.valueOf(problem));
        }
        Optional<JsonNode> fingerprinted = settings.input().flatMap(rule -> rule.find(event.body()));
        if (settings.input().isPresent() && fingerprinted.isEmpty()) {
            return new EventCall.Refused("The input rule \"" + settings.input().get()
                    + "\" finds nothing in the event, so nothing would identify the input.");
        }
        return new EventCall.Requested(
                tool, new ToolCall(settings.namespace(), callId.textValue(), input, fingerprinted.orElse(null)));
    }

    private static @Nullable String problem(EventRule rule, @Nullable JsonNode found) {
        String problem = callIdProblem("The call id at \"" + rule + "\"", found);
        return problem != null && found != null && !found.isTextual()
                ? problem + " In a JMESPath rule, to_string(…) makes a text of a number."
                : problem;
    }

    /**
     * What is wrong with a caller's key, without the key; {@code null} when it is a text of 1 to 512 UTF-16 units that is not
     * blank.
     *
     * @param where what it is called in the message
     */
    public static @Nullable String callIdProblem(String where, @Nullable JsonNode found) {
        if (found == null || found.isNull() || found.isMissingNode()) {
            return where + " is missing. It is the caller's key: a text of 1 to " + LONGEST_CALL_ID
                    + " UTF-16 units, the same for every repeat of the call.";
        }
        if (!found.isTextual()) {
            return where + " must be a text, found "
                    + found.getNodeType().name().toLowerCase(Locale.ROOT) + ".";
        }
        String text = found.textValue();
        if (text.isBlank()) {
            return where + " is blank.";
        }
        return text.length() > LONGEST_CALL_ID
                ? where + " has " + text.length() + " UTF-16 units; at most " + LONGEST_CALL_ID + " are allowed."
                : null;
    }
}

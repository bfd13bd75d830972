package dev.toolcheckpoint.lambda;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolcheckpoint.tool.ToolCall;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Makes calls of events by the function's rules. A call id that can't be told from others is refused, never shared. Stateless.
 */
public final class CallRules {

    /** Where an event has its call id, unless configured. */
    public static final EventRule DEFAULT_CALL_ID = EventRule.member("idempotencyKey");

    /** The protocol's limit, in UTF-16 units. */
    public static final int LONGEST_CALL_ID = 512;

    private CallRules() {}

    /**
     * The call that an event asks for.
     *
     * @param input what the tool gets, and what is fingerprinted unless a rule says otherwise
     */
    static EventCall call(LambdaEvent event, String tool, JsonNode input) {
        EventRule rule = event.settings().callId().orElse(DEFAULT_CALL_ID);
        JsonNode callId = rule.find(event.body()).orElse(null);
        if (callId == null && event.settings().requestIdAllowed()) {
            callId = TextNode.valueOf("request:" + event.context().getAwsRequestId());
        }
        Optional<String> problem = problem("The call id at \"" + rule + "\"", callId);
        return callId == null || problem.isPresent()
                ? new EventCall.Refused(problem.orElseThrow())
                : call(event.settings(), event.settings().namespace(), tool, callId.textValue(), input, event.body());
    }

    /**
     * The call with this call id.
     *
     * @param callId checked, see {@link #problem}
     * @param input what the tool gets, and what is fingerprinted unless a rule says otherwise
     * @param document what the input rule looks at
     */
    public static EventCall call(
            EventSettings settings, String namespace, String tool, String callId, JsonNode input, JsonNode document) {
        Optional<JsonNode> fingerprinted = settings.input().flatMap(rule -> rule.find(document));
        if (settings.input().isPresent() && fingerprinted.isEmpty()) {
            return new EventCall.Refused("The input rule \"" + settings.input().get()
                    + "\" finds nothing in the event, so nothing would identify the input.");
        }
        return new EventCall.Requested(tool, new ToolCall(namespace, callId, input, fingerprinted.orElse(null)));
    }

    /**
     * What is wrong with a call id; empty when nothing is.
     *
     * @param where how a message names the place, as in {@code The call id at "detail.key"}
     * @param found what is there; {@code null} for nothing
     */
    public static Optional<String> problem(String where, @Nullable JsonNode found) {
        if (found == null || found.isMissingNode() || found.isNull()) {
            return Optional.of(where + " is missing. It is the caller's key: a text of 1 to " + LONGEST_CALL_ID
                    + " UTF-16 units, the same for every repeat of the call.");
        }
        if (!found.isTextual()) {
            return Optional.of(where + " must be a text, found "
                    + found.getNodeType().name().toLowerCase(Locale.ROOT)
                    + ". In a JMESPath rule, to_string(…) makes a text of a number.");
        }
        String text = found.textValue();
        if (text.isBlank()) {
            return Optional.of(where + " is blank.");
        }
        return text.length() > LONGEST_CALL_ID
                ? Optional.of(
                        where + " has " + text.length() + " UTF-16 units; at most " + LONGEST_CALL_ID + " are allowed.")
                : Optional.empty();
    }
}

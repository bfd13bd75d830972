package dev.toolcheckpoint.lambda;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/**
 * Direct invocations of a {@link ToolFunction}: {@code {"tool":"refund-order","idempotencyKey":"…","input":{…}}}.
 *
 * <p>An event belongs to it when it is an object with a member {@code tool}. Further members are ignored, so that a caller may
 * add what only its own logs read. The call id is {@code idempotencyKey} unless another rule is configured; what is
 * fingerprinted is {@code input} unless another rule is configured. Both rules look at the whole event.
 *
 * <p>The answer is the stored result to the letter ({@code null} for a tool without one), or {@code {"error":{…}}}; an
 * asynchronous function throws a {@link CallException} instead.
 */
public final class DirectAdapter implements EventAdapter {

    /** For {@link java.util.ServiceLoader}. */
    public DirectAdapter() {}

    @Override
    public String source() {
        return "direct invocation {\"tool\":…,\"idempotencyKey\":…,\"input\":…}";
    }

    @Override
    public boolean recognises(JsonNode event) {
        return event.isObject() && event.has("tool");
    }

    @Override
    public List<EventCall> calls(LambdaEvent event) {
        return List.of(call(event));
    }

    private static EventCall call(LambdaEvent event) {
        JsonNode body = event.body();
        EventSettings settings = event.settings();
        JsonNode tool = body.path("tool");
        if (!tool.isTextual() || !settings.tools().contains(tool.textValue())) {
            return new EventCall.Refused("\"tool\" must name a tool of this function, one of "
                    + settings.tools().stream().sorted().toList() + ".");
        }
        if (!body.has("input")) {
            return new EventCall.Refused("\"input\" is missing: it is what the tool gets, null when it needs nothing.");
        }
        return CallRules.call(event, tool.textValue(), body.get("input"));
    }

    @Override
    public byte[] render(LambdaEvent event, List<CallResult> results) {
        return DirectAnswers.render(event, results.get(0), event.settings().invocation());
    }
}

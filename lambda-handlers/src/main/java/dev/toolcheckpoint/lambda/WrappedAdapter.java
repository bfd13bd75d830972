package dev.toolcheckpoint.lambda;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/** Direct invocations of a wrapped handler: the whole event is the input of its one tool. */
final class WrappedAdapter implements EventAdapter {

    private final String tool;
    private final EventRule callId;
    private final boolean requestIdAllowed;

    /**
     * An adapter.
     *
     * @param requestIdAllowed whether an event without a call id is a call, too
     */
    WrappedAdapter(String tool, EventRule callId, boolean requestIdAllowed) {
        this.requestIdAllowed = requestIdAllowed;
        this.tool = tool;
        this.callId = callId;
    }

    @Override
    public String source() {
        return "direct invocation with a call id at \"" + callId + "\"" + (requestIdAllowed ? ", or without" : "");
    }

    /** Without a call id nobody can tell which source it came from, so it is not answered at all, unless allowed. */
    @Override
    public boolean recognises(JsonNode event) {
        return ForeignEvents.source(event).isEmpty()
                && (requestIdAllowed || callId.find(event).isPresent());
    }

    @Override
    public List<EventCall> calls(LambdaEvent event) {
        return List.of(CallRules.call(event, tool, event.body()));
    }

    @Override
    public byte[] render(LambdaEvent event, List<CallResult> results) {
        return DirectAnswers.render(event, results.get(0), event.settings().invocation());
    }
}

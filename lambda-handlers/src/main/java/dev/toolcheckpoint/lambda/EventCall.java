package dev.toolcheckpoint.lambda;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolcheckpoint.tool.ToolCall;

/** What one part of an event asks for: a call, or something that is none. */
public sealed interface EventCall {

    /**
     * A call of a tool.
     *
     * @param tool the tool's name
     * @param call the rest
     */
    record Requested(String tool, ToolCall call) implements EventCall {}

    /**
     * A call that can have no effects: the tool runs, and no record is kept of it.
     *
     * @param tool the tool's name
     * @param input what it gets
     */
    record Unrecorded(String tool, JsonNode input) implements EventCall {

        /** Leaves the input out: it may be secret. */
        @Override
        public String toString() {
            return "Unrecorded[" + tool + "]";
        }
    }

    /**
     * Not a call that could be made; nothing is claimed.
     *
     * @param reason what was expected and what was found, without the content
     */
    record Refused(String reason) implements EventCall {}
}

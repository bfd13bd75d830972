package dev.toolcheckpoint.lambda;

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
     * Not a call that could be made; nothing is claimed.
     *
     * @param reason what was expected and what was found, without the content
     */
    record Refused(String reason) implements EventCall {}
}

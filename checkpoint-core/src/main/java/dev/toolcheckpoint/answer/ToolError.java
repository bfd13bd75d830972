package dev.toolcheckpoint.answer;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * What is answered in place of a result, whatever the source.
 *
 * @param kind what a source decides by
 * @param code what a caller branches on; the documented list only, never a tool's own code
 * @param message for people and models; no payload, no key
 * @param retryable whether the same call may come again
 * @param effectMayHaveHappened whether it must not be issued under another key
 * @param details further facts, such as {@code retryAfterMs} or {@code differing}
 */
public record ToolError(
        Kind kind, String code, String message, boolean retryable, boolean effectMayHaveHappened, ObjectNode details) {

    /** What a source decides by. */
    public enum Kind {
        /** The tool's own error, which is stored and replayed. */
        TOOL_ERROR,
        /** Another attempt is believed alive. */
        IN_PROGRESS,
        /** The key belongs to another call. */
        CONFLICT,
        /** Nobody knows whether the effect happened. */
        UNCERTAIN,
        /** The same call may come again. */
        RETRYABLE,
        /** The call can't be made; nothing was claimed. */
        REJECTED,
        /** The effect is done, but its result can't be shown. */
        EFFECT_DONE,
        /** The store, the key service or the record failed the call. */
        FAILED
    }

    /** An error without further facts. */
    public static ToolError of(
            Kind kind, String code, String message, boolean retryable, boolean effectMayHaveHappened) {
        return new ToolError(
                kind, code, message, retryable, effectMayHaveHappened, JsonNodeFactory.instance.objectNode());
    }

    /** A refusal: nothing was claimed. */
    public static ToolError refused(String reason) {
        return of(Kind.REJECTED, "INVALID_ARGUMENT", reason, false, false);
    }

    /** Whether the same call may come again after a while, without anything having been claimed or with an attempt given up. */
    public boolean comeAgain() {
        return kind == Kind.RETRYABLE || (kind == Kind.FAILED && retryable);
    }

    /** Leaves the details out: a tool's own error is among them. */
    @Override
    public String toString() {
        return "ToolError[" + code + "]";
    }
}

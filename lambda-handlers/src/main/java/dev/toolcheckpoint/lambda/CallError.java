package dev.toolcheckpoint.lambda;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolcheckpoint.answer.ToolError;
import java.nio.charset.StandardCharsets;

/**
 * What is answered in place of a result, whatever the source. {@code details} are further members of the error object.
 *
 * @param kind what a source decides by
 * @param code what a caller branches on; the documented list only, never a tool's own code
 * @param message for people and models; no payload, no key
 * @param retryable whether the same call may come again
 * @param effectMayHaveHappened whether it must not be issued under another key
 */
public record CallError(
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

    /** An error without further members. */
    public static CallError of(
            Kind kind, String code, String message, boolean retryable, boolean effectMayHaveHappened) {
        return new CallError(
                kind, code, message, retryable, effectMayHaveHappened, JsonNodeFactory.instance.objectNode());
    }

    /** The core's error as it is. */
    static CallError of(ToolError error) {
        return new CallError(
                Kind.valueOf(error.kind().name()),
                error.code(),
                error.message(),
                error.retryable(),
                error.effectMayHaveHappened(),
                error.details());
    }

    /** This error as the core knows it. */
    public ToolError toToolError() {
        return new ToolError(
                ToolError.Kind.valueOf(kind.name()), code, message, retryable, effectMayHaveHappened, details);
    }

    /** A refusal: nothing was claimed. */
    public static CallError refused(String reason) {
        return of(Kind.REJECTED, "INVALID_ARGUMENT", reason, false, false);
    }

    /** {@code {"error":{"code":…,"message":…,"retryable":…,"effectMayHaveHappened":…,…}}} */
    public byte[] json() {
        ObjectNode error = JsonNodeFactory.instance.objectNode();
        error.put("code", code)
                .put("message", message)
                .put("retryable", retryable)
                .put("effectMayHaveHappened", effectMayHaveHappened);
        error.setAll(details);
        return JsonNodeFactory.instance
                .objectNode()
                .<ObjectNode>set("error", error)
                .toString()
                .getBytes(StandardCharsets.UTF_8);
    }

    /** The exception of a source that learns of failures by exceptions only. */
    public CallException exception() {
        return switch (kind) {
            case IN_PROGRESS -> new CallInProgressException(this);
            case CONFLICT -> new CallConflictException(this);
            case UNCERTAIN -> new CallUncertainException(this);
            case RETRYABLE -> new CallRetryableException(this);
            case REJECTED -> new CallRejectedException(this);
            case EFFECT_DONE -> new EffectDoneException(this);
            case TOOL_ERROR, FAILED -> new CallFailedException(this);
        };
    }

    @Override
    public String toString() {
        return "CallError[" + code + "]";
    }
}

package dev.toolcheckpoint.lambda;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolcheckpoint.answer.ToolError;
import dev.toolcheckpoint.answer.ToolErrors;
import dev.toolcheckpoint.protocol.CheckpointException;
import dev.toolcheckpoint.protocol.CheckpointKey;
import dev.toolcheckpoint.protocol.Outcome;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;

/** Which {@link ToolError} an end is; the same for every source. Stateless. */
public final class CallErrors {

    private CallErrors() {}

    /** The error that the result is; empty for a success whose result is at hand. */
    public static Optional<ToolError> of(CallResult result, Instant now) {
        if (result instanceof CallResult.Refused refused) {
            return Optional.of(ToolError.refused(refused.reason()));
        }
        if (result instanceof CallResult.Failed failed) {
            return Optional.of(failure(failed.failure()));
        }
        if (result instanceof CallResult.NotStarted) {
            return Optional.of(ToolError.of(
                    ToolError.Kind.RETRYABLE,
                    "NOT_STARTED",
                    "An earlier call of the same order failed, so this one was not started. It may come again.",
                    true,
                    true));
        }
        CallResult.Ended ended = (CallResult.Ended) result;
        return ToolErrors.of(ended.key(), ended.outcome(), now);
    }

    /** The error that a failure is. */
    public static ToolError failure(CheckpointException failure) {
        return ToolErrors.of(failure);
    }

    /** The result is larger than its asker can take. The record stays as it is, and a repeat says the same. */
    public static ToolError overCap(CheckpointKey key, Outcome outcome, int cap) {
        return ToolErrors.overCap(key, outcome, cap);
    }

    /** The outcome that the store holds for the call, success or error; empty when it holds none. */
    public static Optional<Outcome> outcome(CallResult result) {
        return result instanceof CallResult.Ended ended ? ToolErrors.outcome(ended.outcome()) : Optional.empty();
    }

    /** {@code {"error":{"code":…,"message":…,"retryable":…,"effectMayHaveHappened":…,…}}}; the details are further members. */
    public static byte[] json(ToolError error) {
        ObjectNode members = JsonNodeFactory.instance.objectNode();
        members.put("code", error.code())
                .put("message", error.message())
                .put("retryable", error.retryable())
                .put("effectMayHaveHappened", error.effectMayHaveHappened());
        members.setAll(error.details());
        return JsonNodeFactory.instance
                .objectNode()
                .<ObjectNode>set("error", members)
                .toString()
                .getBytes(StandardCharsets.UTF_8);
    }

    /** The exception of a source that learns of failures by exceptions only. */
    public static CallException exception(ToolError error) {
        return switch (error.kind()) {
            case IN_PROGRESS -> new CallInProgressException(error);
            case CONFLICT -> new CallConflictException(error);
            case UNCERTAIN -> new CallUncertainException(error);
            case RETRYABLE -> new CallRetryableException(error);
            case REJECTED -> new CallRejectedException(error);
            case EFFECT_DONE -> new EffectDoneException(error);
            case TOOL_ERROR, FAILED -> new CallFailedException(error);
        };
    }
}

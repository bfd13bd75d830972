package dev.toolcheckpoint.lambda;

import dev.toolcheckpoint.answer.ToolErrors;
import dev.toolcheckpoint.protocol.CheckpointException;
import dev.toolcheckpoint.protocol.CheckpointKey;
import dev.toolcheckpoint.protocol.Outcome;
import java.time.Instant;
import java.util.Optional;

/** Which {@link CallError} an end is; the same for every source. Stateless. */
public final class CallErrors {

    private CallErrors() {}

    /** The error that the result is; empty for a success whose result is at hand. */
    public static Optional<CallError> of(CallResult result, Instant now) {
        if (result instanceof CallResult.Refused refused) {
            return Optional.of(CallError.refused(refused.reason()));
        }
        if (result instanceof CallResult.Failed failed) {
            return Optional.of(failure(failed.failure()));
        }
        if (result instanceof CallResult.NotStarted) {
            return Optional.of(CallError.of(
                    CallError.Kind.RETRYABLE,
                    "NOT_STARTED",
                    "An earlier call of the same order failed, so this one was not started. It may come again.",
                    true,
                    true));
        }
        CallResult.Ended ended = (CallResult.Ended) result;
        return ToolErrors.of(ended.key(), ended.outcome(), now).map(CallError::of);
    }

    /** The error that a failure is. */
    public static CallError failure(CheckpointException failure) {
        return CallError.of(ToolErrors.of(failure));
    }

    /** The result is larger than its asker can take. The record stays as it is, and a repeat says the same. */
    public static CallError overCap(CheckpointKey key, Outcome outcome, int cap) {
        return CallError.of(ToolErrors.overCap(key, outcome, cap));
    }

    /** The outcome that the store holds for the call, success or error; empty when it holds none. */
    public static Optional<Outcome> outcome(CallResult result) {
        return result instanceof CallResult.Ended ended ? ToolErrors.outcome(ended.outcome()) : Optional.empty();
    }
}

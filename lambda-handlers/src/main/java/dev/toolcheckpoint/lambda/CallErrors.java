package dev.toolcheckpoint.lambda;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolcheckpoint.json.JsonException;
import dev.toolcheckpoint.json.JsonLimits;
import dev.toolcheckpoint.json.StrictJson;
import dev.toolcheckpoint.protocol.CheckpointException;
import dev.toolcheckpoint.protocol.CheckpointKey;
import dev.toolcheckpoint.protocol.CompletionUnconfirmedException;
import dev.toolcheckpoint.protocol.ErrorCode;
import dev.toolcheckpoint.protocol.Evidence;
import dev.toolcheckpoint.protocol.Outcome;
import dev.toolcheckpoint.protocol.Payload;
import dev.toolcheckpoint.protocol.Uncertainty;
import dev.toolcheckpoint.tool.ToolOutcome;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Which {@link CallError} an end is; the same for every source. Stateless. */
public final class CallErrors {

    /** Deep and large enough for any error a tool may store. */
    private static final JsonLimits STORED = new JsonLimits(JsonLimits.MAX_BYTES, JsonLimits.MAX_DEPTH, 1_000_000);

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
        return ended.outcome()
                .<Optional<CallError>>fold(
                        executed -> stored(ended.key(), executed.outcome()),
                        replayed -> stored(ended.key(), replayed.outcome()),
                        retryable -> Optional.of(later(
                                CallError.Kind.RETRYABLE,
                                "RETRYABLE",
                                "The call was not made, or its attempt failed and was given up. The same call may come again.",
                                retryable.retryAt(),
                                now)),
                        inProgress -> Optional.of(later(
                                CallError.Kind.IN_PROGRESS,
                                "IN_PROGRESS",
                                "Another attempt of this call is still running. Ask again with the same call.",
                                inProgress.retryAt(),
                                now)),
                        conflict -> Optional.of(conflict(conflict.differingFields())),
                        uncertain -> Optional.of(uncertain(uncertain)),
                        rejected -> Optional.of(CallError.refused(rejected.reason())));
    }

    /** The result is larger than its asker can take. The record stays as it is, and a repeat says the same. */
    public static CallError overCap(CheckpointKey key, Outcome outcome, int cap) {
        CallError error = CallError.of(
                CallError.Kind.EFFECT_DONE,
                "RESPONSE_TOO_LARGE",
                "The call is done, but its result is larger than the " + cap
                        + " bytes of an answer. It is stored: fetch it by its id. Do not repeat the call.",
                false,
                true);
        describe(error.details(), key, outcome);
        return error;
    }

    /** The outcome that the store holds for the call, success or error; empty when it holds none. */
    public static Optional<Outcome> outcome(CallResult result) {
        if (!(result instanceof CallResult.Ended ended)) {
            return Optional.empty();
        }
        if (ended.outcome() instanceof ToolOutcome.Executed executed) {
            return Optional.of(executed.outcome());
        }
        return ended.outcome() instanceof ToolOutcome.Replayed replayed
                ? Optional.of(replayed.outcome())
                : Optional.empty();
    }

    private static Optional<CallError> stored(CheckpointKey key, Outcome outcome) {
        if (outcome.payload() instanceof Payload.Inline inline) {
            return outcome.kind() == Outcome.Kind.SUCCESS
                    ? Optional.empty()
                    : Optional.of(toolError(outcome, inline.bytes()));
        }
        CallError error = CallError.of(
                CallError.Kind.EFFECT_DONE,
                "RESULT_FORGOTTEN",
                "The call is done, but its result is kept no longer. Do not repeat the call.",
                false,
                true);
        describe(error.details(), key, outcome);
        return Optional.of(error);
    }

    private static CallError toolError(Outcome outcome, byte[] bytes) {
        boolean noEffect = outcome.retryableAsNewCall() || outcome.settlement() instanceof Evidence.Absent;
        JsonNode toolsOwn = own(bytes);
        String message = toolsOwn.path("message").asText("");
        CallError error = CallError.of(
                CallError.Kind.TOOL_ERROR,
                "TOOL_ERROR",
                message.isEmpty() ? "The tool ended with an error." : message,
                false,
                !noEffect);
        error.details().put("retryableAsNewCall", outcome.retryableAsNewCall());
        error.details().set("toolError", toolsOwn);
        return error;
    }

    /** The stored error; its bytes in base64 when a tool stored one that is no JSON. */
    private static JsonNode own(byte[] bytes) {
        try {
            return StrictJson.parse(bytes, STORED);
        } catch (JsonException noJson) {
            return JsonNodeFactory.instance.binaryNode(bytes);
        }
    }

    private static CallError later(CallError.Kind kind, String code, String message, Instant retryAt, Instant now) {
        CallError error = CallError.of(kind, code, message, true, true);
        long after = Math.max(0, Duration.between(now, retryAt).toMillis());
        error.details().put("retryAfterMs", after).put("retryAt", retryAt.toEpochMilli());
        return error;
    }

    private static CallError conflict(List<String> differing) {
        CallError error = CallError.of(
                CallError.Kind.CONFLICT,
                ErrorCode.BINDING_CONFLICT.name(),
                "This key belongs to another call; nothing was done. A new call needs a new key.",
                false,
                true);
        var names = error.details().putArray("differing");
        differing.forEach(names::add);
        return error;
    }

    private static CallError uncertain(ToolOutcome.Uncertain uncertain) {
        Uncertainty reason = uncertain.reason();
        CallError error = CallError.of(
                CallError.Kind.UNCERTAIN,
                "UNCERTAIN",
                "Nobody knows whether the effect happened. Do not repeat the call under another key; it waits for somebody who"
                        + " can look.",
                false,
                true);
        error.details()
                .put("reason", reason.code().name())
                .put("reasonText", reason.text())
                .put("since", uncertain.since().toEpochMilli());
        return error;
    }

    /** The error that a failure is. */
    public static CallError failure(CheckpointException failure) {
        if (failure instanceof CompletionUnconfirmedException) {
            return effectDone("COMPLETION_UNCONFIRMED", failure);
        }
        return switch (failure.code()) {
            case PAYLOAD_UNREADABLE -> effectDone(failure.code().name(), failure);
            case RECORD_MISSING ->
                failure.effectMayHaveHappened() ? effectDone(failure.code().name(), failure) : failed(failure);
            case INVALID_ARGUMENT -> CallError.refused(String.valueOf(failure.getMessage()));
            default -> failed(failure);
        };
    }

    private static CallError effectDone(String code, CheckpointException failure) {
        String message = String.valueOf(failure.getMessage());
        return CallError.of(CallError.Kind.EFFECT_DONE, code, message, failure.retryable(), true);
    }

    private static CallError failed(CheckpointException failure) {
        return CallError.of(
                CallError.Kind.FAILED,
                failure.code().name(),
                String.valueOf(failure.getMessage()),
                failure.retryable(),
                failure.effectMayHaveHappened());
    }

    private static void describe(ObjectNode details, CheckpointKey key, Outcome outcome) {
        details.put("outcome", outcome.kind() == Outcome.Kind.SUCCESS ? "success" : "error")
                .put("size", outcome.size())
                .put("digest", outcome.digest())
                .put("namespace", key.namespace())
                .put("id", key.id());
    }
}

package dev.toolcheckpoint.lambda;

import dev.toolcheckpoint.protocol.Outcome;
import dev.toolcheckpoint.protocol.Payload;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** The answers of direct invocations: the stored text to the letter, or an error object, or an exception. Stateless. */
public final class DirectAnswers {

    private DirectAnswers() {}

    /**
     * The answer.
     *
     * @param invocation asynchronous: what is neither a result nor a stored error is thrown
     * @throws CallException as {@code invocation} says
     */
    public static byte[] render(LambdaEvent event, CallResult result, Invocation invocation) {
        EventSettings settings = event.settings();
        boolean async = invocation == Invocation.ASYNC;
        Optional<CallError> error = CallErrors.of(result, settings.clock().instant());
        if (error.isPresent() && async && error.get().kind() != CallError.Kind.TOOL_ERROR) {
            throw error.get().exception();
        }
        Optional<Outcome> stored = CallErrors.outcome(result);
        byte[] answer = error.map(CallError::json).orElseGet(() -> text(stored.orElseThrow()));
        int cap = ResponseCaps.of(settings, async ? ResponseCaps.ASYNC : ResponseCaps.LAMBDA_SYNC);
        return answer.length > cap && stored.isPresent() && result instanceof CallResult.Ended ended
                ? CallErrors.overCap(ended.key(), stored.get(), cap).json()
                : answer;
    }

    private static byte[] text(Outcome outcome) {
        // A tool without a result still needs an answer that is JSON.
        return outcome.isVoid()
                ? "null".getBytes(StandardCharsets.UTF_8)
                : ((Payload.Inline) outcome.payload()).bytes();
    }
}

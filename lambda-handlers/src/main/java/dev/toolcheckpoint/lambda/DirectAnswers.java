package dev.toolcheckpoint.lambda;

import dev.toolcheckpoint.answer.ToolError;
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
        Optional<ToolError> error = CallErrors.of(result, settings.clock().instant());
        if (error.isPresent() && async && error.get().kind() != ToolError.Kind.TOOL_ERROR) {
            throw CallErrors.exception(error.get());
        }
        Optional<Outcome> stored = CallErrors.outcome(result);
        byte[] answer = error.map(CallErrors::json).orElseGet(() -> text(stored.orElseThrow()));
        int cap = ResponseCaps.of(settings, async ? ResponseCaps.ASYNC : ResponseCaps.LAMBDA_SYNC);
        return answer.length > cap && stored.isPresent() && result instanceof CallResult.Ended ended
                ? CallErrors.json(CallErrors.overCap(ended.key(), stored.get(), cap))
                : answer;
    }

    private static byte[] text(Outcome outcome) {
        // A tool without a result still needs an answer that is JSON.
        return outcome.isVoid()
                ? "null".getBytes(StandardCharsets.UTF_8)
                : ((Payload.Inline) outcome.payload()).bytes();
    }
}

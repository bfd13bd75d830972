package dev.toolcheckpoint.lambda;

import dev.toolcheckpoint.protocol.Outcome;
import dev.toolcheckpoint.protocol.Payload;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** The answers of direct invocations: the stored text to the letter, or an error object, or an exception. */
final class DirectAnswers {

    /** What Lambda takes as the answer of a synchronous invocation: 6 MB. */
    private static final int SYNC_CAP = 6 * 1024 * 1024;

    /** What Lambda hands on of an asynchronous one: 1 MiB. */
    private static final int ASYNC_CAP = 1024 * 1024;

    private DirectAnswers() {}

    static byte[] render(LambdaEvent event, CallResult result) {
        EventSettings settings = event.settings();
        boolean async = settings.invocation() == Invocation.ASYNC;
        Optional<CallError> error = CallErrors.of(result, settings.clock().instant());
        if (error.isPresent() && async && error.get().kind() != CallError.Kind.TOOL_ERROR) {
            throw error.get().exception();
        }
        Optional<Outcome> stored = result.stored();
        byte[] answer = error.map(CallError::json).orElseGet(() -> text(stored.orElseThrow()));
        int cap = Math.min(settings.maxResponse(), async ? ASYNC_CAP : SYNC_CAP);
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

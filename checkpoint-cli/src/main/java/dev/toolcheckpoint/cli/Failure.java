package dev.toolcheckpoint.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolcheckpoint.cli.io.Json;
import dev.toolcheckpoint.json.JsonException;
import dev.toolcheckpoint.protocol.CheckpointException;
import dev.toolcheckpoint.protocol.CompletionUnconfirmedException;
import dev.toolcheckpoint.protocol.ErrorCode;

/**
 * An error as a command reports it.
 *
 * @param code the stable code, or {@value #INTERNAL}
 * @param message what was expected, what was found, what to do
 * @param retryable whether the same command may succeed later
 * @param effectMayHaveHappened whether the tool's effect may have happened
 * @param exitCode what the command exits with
 */
public record Failure(String code, String message, boolean retryable, boolean effectMayHaveHappened, int exitCode) {

    /** The code of a fault of this program. */
    static final String INTERNAL = "INTERNAL_ERROR";

    /** The error of an exception. */
    public static Failure of(Throwable thrown) {
        if (thrown instanceof CompletionUnconfirmedException unconfirmed
                && unconfirmed.getCause() instanceof CheckpointException why) {
            // What to do depends on why: a table that is missing won't come back by itself. But it is no refused
            // argument: it began.
            int exitCode = ExitCode.of(why.code());
            return new Failure(
                    why.code().name(),
                    unconfirmed.getMessage() + " Why: " + why.getMessage(),
                    why.retryable(),
                    true,
                    exitCode == ExitCode.USAGE ? ExitCode.FAILURE : exitCode);
        }
        if (thrown instanceof CheckpointException known) {
            return new Failure(
                    known.code().name(),
                    String.valueOf(known.getMessage()),
                    known.retryable(),
                    known.effectMayHaveHappened(),
                    ExitCode.of(known.code()));
        }
        if (thrown instanceof JsonException refused) {
            return refusedArgument(String.valueOf(refused.getMessage()));
        }
        // Nobody can say how far it got.
        return new Failure(INTERNAL, "Unexpected: " + thrown, false, true, ExitCode.FAILURE);
    }

    /** The error of an argument that is not as it must be; nothing was written. */
    public static Failure refusedArgument(String message) {
        return new Failure(ErrorCode.INVALID_ARGUMENT.name(), message, false, false, ExitCode.USAGE);
    }

    /** Whether it is a fault of this program, of which a developer wants the stack. */
    boolean internal() {
        return code.equals(INTERNAL);
    }

    /** The document that stands on stdout instead of an answer. */
    public ObjectNode document() {
        ObjectNode document = Json.object();
        document.putObject("error")
                .put("code", code)
                .put("message", message)
                .put("retryable", retryable)
                .put("effectMayHaveHappened", effectMayHaveHappened);
        return document;
    }
}

package dev.toolcheckpoint.lambda.agent;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolcheckpoint.answer.ModelAnswer;
import dev.toolcheckpoint.answer.ToolError;
import dev.toolcheckpoint.lambda.CallErrors;
import dev.toolcheckpoint.lambda.CallResult;
import dev.toolcheckpoint.protocol.CheckpointKey;
import dev.toolcheckpoint.protocol.Outcome;
import dev.toolcheckpoint.protocol.Payload;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What a model, or another reader of texts and JSON, gets of an end. The same end gives the same text. Stateless. */
final class ModelText {

    private ModelText() {}

    /** See {@link ModelAnswer#text(Outcome)}. */
    static String of(Outcome stored) {
        return ModelAnswer.text(stored);
    }

    /** The stored result as JSON: what is none becomes a JSON text, no result {@code null}. */
    static byte[] json(Outcome stored) {
        if (stored.isVoid()) {
            return "null".getBytes(StandardCharsets.UTF_8);
        }
        String type = stored.mediaType().toLowerCase(Locale.ROOT);
        return type.startsWith("application/json") || type.contains("+json")
                ? ((Payload.Inline) stored.payload()).bytes()
                : TextNode.valueOf(of(stored)).toString().getBytes(StandardCharsets.UTF_8);
    }

    /**
     * A tool's own error as it is stored; any other: what happened and what to do, then the error as JSON, with the record it
     * belongs to where somebody must look it up.
     */
    static String of(ToolError error, CallResult result) {
        if (error.kind() == ToolError.Kind.TOOL_ERROR) {
            return of(CallErrors.outcome(result).orElseThrow());
        }
        return ModelAnswer.text(error, key(result));
    }

    private static @Nullable CheckpointKey key(CallResult result) {
        if (result instanceof CallResult.Ended ended) {
            return ended.key();
        }
        return result instanceof CallResult.Failed failed ? failed.key() : null;
    }
}

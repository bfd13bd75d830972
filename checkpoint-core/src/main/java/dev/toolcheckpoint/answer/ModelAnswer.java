package dev.toolcheckpoint.answer;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolcheckpoint.protocol.CheckpointException;
import dev.toolcheckpoint.protocol.CheckpointKey;
import dev.toolcheckpoint.protocol.Outcome;
import dev.toolcheckpoint.protocol.Payload;
import dev.toolcheckpoint.tool.ToolOutcome;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a model gets of an end: the stored result or error to the letter; anything else says what happened and what to do. The same
 * end gives the same answer.
 *
 * @param text never empty unless the tool's own result is
 * @param isError whether the text is no result of the tool's success
 */
public record ModelAnswer(String text, boolean isError) {

    /** A tool without a result still needs words: an empty text looks like a failure. */
    public static final String NO_RESULT = "Done. This tool has no result.";

    /**
     * The answer to an end.
     *
     * @param key the record's key
     * @param now what a time to ask again is counted from
     */
    public static ModelAnswer of(CheckpointKey key, ToolOutcome end, Instant now) {
        Optional<ToolError> error = ToolErrors.of(key, end, now);
        if (error.isPresent() && error.get().kind() != ToolError.Kind.TOOL_ERROR) {
            return of(error.get(), key);
        }
        return new ModelAnswer(text(ToolErrors.outcome(end).orElseThrow()), error.isPresent());
    }

    /** The answer to a run that ended with an exception of this library. */
    public static ModelAnswer of(CheckpointKey key, CheckpointException failure) {
        return of(ToolErrors.of(failure), key);
    }

    /** The answer to a call that was not made. */
    public static ModelAnswer refused(String reason) {
        return of(ToolError.refused(reason), null);
    }

    /** The answer that an error is; not for a tool's own, which is answered as it is stored. */
    public static ModelAnswer of(ToolError error, @Nullable CheckpointKey key) {
        return new ModelAnswer(text(error, key), true);
    }

    /** The stored result or error to the letter; in base64 when it is no text. Its payload must be at hand. */
    public static String text(Outcome stored) {
        if (stored.isVoid()) {
            return NO_RESULT;
        }
        byte[] bytes = ((Payload.Inline) stored.payload()).bytes();
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException binary) {
            return Base64.getEncoder().encodeToString(bytes);
        }
    }

    /**
     * What happened and what to do, then the error as JSON, with the record it belongs to where somebody must look it up.
     *
     * @param key the record's key; {@code null} when there is none
     */
    public static String text(ToolError error, @Nullable CheckpointKey key) {
        ObjectNode facts = JsonNodeFactory.instance.objectNode().put("code", error.code());
        facts.setAll(error.details());
        if (key != null && error.effectMayHaveHappened()) {
            facts.put("namespace", key.namespace()).put("id", key.id());
        }
        return error.message() + " " + facts;
    }

    /** Leaves the text out: a result may be secret. */
    @Override
    public String toString() {
        return "ModelAnswer[" + (isError ? "error" : "result") + ", " + text.length() + " UTF-16 units]";
    }
}

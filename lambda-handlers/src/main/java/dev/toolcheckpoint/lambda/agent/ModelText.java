package dev.toolcheckpoint.lambda.agent;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolcheckpoint.lambda.CallError;
import dev.toolcheckpoint.lambda.CallErrors;
import dev.toolcheckpoint.lambda.CallResult;
import dev.toolcheckpoint.protocol.CheckpointKey;
import dev.toolcheckpoint.protocol.Outcome;
import dev.toolcheckpoint.protocol.Payload;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What a model, or another reader of texts and JSON, gets of an end. The same end gives the same text. Stateless. */
final class ModelText {

    /** A tool without a result still needs words: an empty text looks like a failure. */
    static final String NO_RESULT = "Done. This tool has no result.";

    private ModelText() {}

    /** The stored result or error to the letter; in base64 when it is no text. */
    static String of(Outcome stored) {
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
    static String of(CallError error, CallResult result) {
        if (error.kind() == CallError.Kind.TOOL_ERROR) {
            return of(CallErrors.outcome(result).orElseThrow());
        }
        ObjectNode facts = JsonNodeFactory.instance.objectNode().put("code", error.code());
        facts.setAll(error.details());
        CheckpointKey key = key(result);
        if (key != null && error.effectMayHaveHappened()) {
            facts.put("namespace", key.namespace()).put("id", key.id());
        }
        return error.message() + " " + facts;
    }

    private static @Nullable CheckpointKey key(CallResult result) {
        if (result instanceof CallResult.Ended ended) {
            return ended.key();
        }
        return result instanceof CallResult.Failed failed ? failed.key() : null;
    }
}

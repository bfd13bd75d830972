package dev.toolcheckpoint.lambda.agent;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolcheckpoint.lambda.CallError;
import dev.toolcheckpoint.lambda.CallErrors;
import dev.toolcheckpoint.lambda.CallResult;
import dev.toolcheckpoint.protocol.Outcome;
import dev.toolcheckpoint.protocol.Payload;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** What a model reads. */
final class ModelText {

    private ModelText() {}

    /** A stored result: its text to the letter, {@code null} for none, base64 for what is no text. */
    static String of(Outcome outcome) {
        if (outcome.isVoid()) {
            return "null";
        }
        byte[] bytes = ((Payload.Inline) outcome.payload()).bytes();
        boolean text =
                outcome.mediaType().startsWith("text/") || outcome.mediaType().endsWith("json");
        return text
                ? new String(bytes, StandardCharsets.UTF_8)
                : Base64.getEncoder().encodeToString(bytes);
    }

    /** A tool's own error to the letter; for any other, its code, what it means, and the record's reference. */
    static String of(CallError error, CallResult result) {
        if (error.kind() == CallError.Kind.TOOL_ERROR) {
            return CallErrors.outcome(result).map(ModelText::of).orElse(error.message());
        }
        StringBuilder text = new StringBuilder(error.code()).append(": ").append(error.message());
        JsonNode size = error.details().path("size");
        if (size.isIntegralNumber()) {
            text.append(" Size: ").append(size.longValue()).append(" bytes. Digest: ");
            text.append(error.details().path("digest").asText()).append('.');
        }
        if (result instanceof CallResult.Ended ended) {
            text.append(" Reference: ").append(ended.key()).append('.');
        }
        return text.toString();
    }
}

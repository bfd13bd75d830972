package dev.toolcheckpoint.cli.io;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;
import dev.toolcheckpoint.json.JsonException;
import dev.toolcheckpoint.json.JsonLimits;
import dev.toolcheckpoint.json.StrictJson;
import dev.toolcheckpoint.protocol.Outcome;
import dev.toolcheckpoint.protocol.Payload;
import dev.toolcheckpoint.protocol.Receipt;
import dev.toolcheckpoint.protocol.StoreException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;

/** The document of a stored outcome. */
public final class Outcomes {

    /** Anything a store can hold. */
    private static final JsonLimits LIMITS =
            new JsonLimits(JsonLimits.MAX_BYTES, JsonLimits.MAX_DEPTH, JsonLimits.MAX_BYTES);

    private Outcomes() {}

    /** {@code {"kind":"success","payload":…}}, {@code {"kind":"error","code":…,…}} or {@code {"kind":…,"forgotten":true}}. */
    public static ObjectNode document(Outcome outcome) {
        ObjectNode document = Json.kind(outcome.kind().name().toLowerCase(Locale.ROOT));
        if (outcome.payload() instanceof Payload.Inline inline) {
            putPayload(document, outcome, inline.bytes());
            return document;
        }
        return document.put("forgotten", true);
    }

    private static void putPayload(ObjectNode document, Outcome outcome, byte[] bytes) {
        if (!outcome.mediaType().equals(Receipt.JSON)) {
            if (outcome.isVoid()) {
                document.put("void", true).putNull("payload");
            } else {
                document.put("payload", Base64.getEncoder().encodeToString(bytes))
                        .put("encoding", "base64")
                        .put("mediaType", outcome.mediaType());
            }
            return;
        }
        JsonNode tree = json(bytes);
        if (outcome.kind() == Outcome.Kind.SUCCESS) {
            // To the letter: a tree would write numbers and escapes in its own way.
            document.putRawValue("payload", new RawValue(new String(bytes, StandardCharsets.UTF_8)));
            return;
        }
        document.put("code", tree.path("code").asText());
        document.put("message", tree.path("message").asText());
        document.put("retryableAsNewCall", outcome.retryableAsNewCall());
        if (tree.has("details")) {
            document.set("details", tree.get("details"));
        }
    }

    /** The payload of a JSON outcome as a tree. */
    public static JsonNode json(byte[] bytes) {
        try {
            return StrictJson.parse(bytes, LIMITS);
        } catch (JsonException broken) {
            throw StoreException.payloadUnreadable(
                    "The stored outcome says that it is JSON, but it is not: " + broken.getMessage(), broken);
        }
    }
}

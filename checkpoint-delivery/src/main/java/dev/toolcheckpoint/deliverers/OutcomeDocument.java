package dev.toolcheckpoint.deliverers;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.toolcheckpoint.delivery.Deliverer;
import dev.toolcheckpoint.json.JsonException;
import dev.toolcheckpoint.json.JsonLimits;
import dev.toolcheckpoint.json.StrictJson;
import dev.toolcheckpoint.protocol.Outcome;
import dev.toolcheckpoint.protocol.Payload;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;

/**
 * The JSON document in which an outcome is delivered. The same outcome is the same bytes, whoever delivers it and at whichever
 * attempt. Stateless.
 *
 * <pre>{@code
 * {"type":"toolcheckpoint.outcome.v1","timestamp":"2026-01-01T00:00:00Z","data":{"namespace":"shop","id":"5d41…","kind":"SUCCESS",
 *  "retryableAsNewCall":false,"mediaType":"application/json","size":17,"digest":"sha256:…","json":{"refunded":true}}}
 * }</pre>
 *
 * <p>Exactly one of {@code json} (the stored text to the letter), {@code text} and {@code base64} holds the payload; a tool that
 * returned nothing has none of them, which differs from a JSON {@code null}.
 */
public final class OutcomeDocument {

    /** The document's type. */
    public static final String TYPE = "toolcheckpoint.outcome.v1";

    private static final JsonFactory FACTORY = new JsonFactory();
    private static final JsonLimits LIMITS =
            new JsonLimits(JsonLimits.MAX_BYTES, JsonLimits.MAX_DEPTH, JsonLimits.MAX_BYTES);

    private OutcomeDocument() {}

    /** The document, or empty when the payload was forgotten. */
    public static Optional<byte[]> of(Deliverer.Request request) {
        return request.outcome().payload() instanceof Payload.Inline inline
                ? Optional.of(write(request, inline.bytes()))
                : Optional.empty();
    }

    private static byte[] write(Deliverer.Request request, byte[] payload) {
        Outcome outcome = request.outcome();
        ByteArrayOutputStream out = new ByteArrayOutputStream(payload.length + 512);
        try (JsonGenerator json = FACTORY.createGenerator(out)) {
            json.writeStartObject();
            json.writeStringField("type", TYPE);
            json.writeStringField("timestamp", outcome.completedAt().toString());
            json.writeObjectFieldStart("data");
            json.writeStringField("namespace", request.key().namespace());
            json.writeStringField("id", request.key().id());
            json.writeStringField("kind", outcome.kind().name());
            json.writeBooleanField("retryableAsNewCall", outcome.retryableAsNewCall());
            json.writeStringField("mediaType", outcome.mediaType());
            json.writeNumberField("size", outcome.size());
            json.writeStringField("digest", outcome.digest());
            if (!outcome.isVoid()) {
                writePayload(json, outcome.mediaType().toLowerCase(Locale.ROOT), payload);
            }
            json.writeEndObject();
            json.writeEndObject();
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return out.toByteArray();
    }

    private static void writePayload(JsonGenerator json, String mediaType, byte[] payload) throws IOException {
        if (isJson(mediaType) && parses(payload)) {
            json.writeFieldName("json");
            json.writeRawValue(new String(payload, StandardCharsets.UTF_8));
            return;
        }
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(payload))
                    .toString();
            json.writeStringField("text", text);
        } catch (CharacterCodingException binary) {
            json.writeBinaryField("base64", payload);
        }
    }

    private static boolean isJson(String mediaType) {
        return mediaType.startsWith("application/json") || mediaType.contains("+json");
    }

    /** What claims to be JSON and isn't must not break the document around it. */
    private static boolean parses(byte[] payload) {
        try {
            return StrictJson.parse(payload, LIMITS) != null;
        } catch (JsonException notJson) {
            return false;
        }
    }
}

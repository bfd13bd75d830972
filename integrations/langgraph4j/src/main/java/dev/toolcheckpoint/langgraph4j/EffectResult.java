package dev.toolcheckpoint.langgraph4j;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolcheckpoint.json.JsonException;
import dev.toolcheckpoint.json.JsonLimits;
import dev.toolcheckpoint.json.StrictJson;
import dev.toolcheckpoint.protocol.Outcome;
import dev.toolcheckpoint.protocol.Payload;
import dev.toolcheckpoint.tool.ToolException;
import java.nio.charset.StandardCharsets;

/**
 * What a tool came back with, as it is stored. It doesn't tell whether this run of the node executed the tool: a graph that is
 * resumed must get the same state as one that never stopped. Immutable.
 */
public final class EffectResult {

    private static final JsonLimits AS_LARGE_AS_RESULTS =
            new JsonLimits(JsonLimits.MAX_BYTES, JsonLimits.MAX_DEPTH, JsonLimits.MAX_BYTES);

    private final Outcome outcome;
    private final byte[] bytes;

    EffectResult(Outcome outcome) {
        if (!(outcome.payload() instanceof Payload.Inline inline)) {
            throw new IllegalArgumentException("An outcome of a run has its payload at hand.");
        }
        this.outcome = outcome;
        this.bytes = inline.bytes();
    }

    /** Whether the tool returned, or refused with a {@link ToolException}; both are stored and replayed. */
    public Outcome.Kind kind() {
        return outcome.kind();
    }

    /** The media type of the bytes, {@code application/json} unless the tool says otherwise. */
    public String mediaType() {
        return outcome.mediaType();
    }

    /** For an error that surely had no effect: a call with a new call id may try again. */
    public boolean retryableAsNewCall() {
        return outcome.retryableAsNewCall();
    }

    /** A copy of the stored bytes; none when the tool returned nothing at all. */
    public byte[] bytes() {
        return bytes.clone();
    }

    /** The stored bytes read as UTF-8. An error's are {@code {"code": …, "message": …}}. */
    public String text() {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /**
     * The stored bytes read as JSON, with no number rounded.
     *
     * @throws JsonException they are none
     */
    public JsonNode json() {
        return StrictJson.parse(bytes, AS_LARGE_AS_RESULTS);
    }

    /** Names kind and size only: a result may be secret. */
    @Override
    public String toString() {
        return "EffectResult[" + kind() + ", " + mediaType() + ", " + bytes.length + " bytes]";
    }
}

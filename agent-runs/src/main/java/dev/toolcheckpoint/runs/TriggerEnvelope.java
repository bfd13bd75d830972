package dev.toolcheckpoint.runs;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolcheckpoint.protocol.ProtocolException;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What started a run. The model sees source, trigger and payload only; tools reach the rest through their context.
 *
 * @param id the source's own id of the event: the same id of the same source starts one run; 1 to 512 UTF-16 units
 * @param source where it came from; 1 to 512 UTF-16 units
 * @param trigger what happened; 1 to 512 UTF-16 units
 * @param payload what the model is given
 * @param keys business keys for tools
 * @param thread the conversation it belongs to; {@code null} for none
 * @param receivedAt when it arrived, in whole milliseconds
 */
public record TriggerEnvelope(
        String id,
        String source,
        String trigger,
        JsonNode payload,
        Map<String, String> keys,
        @Nullable String thread,
        Instant receivedAt) {

    private static final int LONGEST = 512;

    /** Checks and copies. */
    public TriggerEnvelope {
        text("id", id);
        text("source", source);
        text("trigger", trigger);
        if (thread != null) {
            text("thread", thread);
        }
        keys = Map.copyOf(new TreeMap<>(keys));
    }

    /** A trigger without keys and thread. */
    public static TriggerEnvelope of(String id, String source, String trigger, JsonNode payload, Instant receivedAt) {
        return new TriggerEnvelope(id, source, trigger, payload, Map.of(), null, receivedAt);
    }

    private static void text(String field, String value) {
        if (value.isBlank() || value.length() > LONGEST) {
            throw ProtocolException.invalidArgument("A trigger's " + field + " has 1 to " + LONGEST
                    + " UTF-16 units and isn't blank; found " + value.length() + " units.");
        }
    }

    /** Leaves the payload and the keys out. */
    @Override
    public String toString() {
        return "TriggerEnvelope[" + source + ", " + trigger + ", " + id + "]";
    }
}

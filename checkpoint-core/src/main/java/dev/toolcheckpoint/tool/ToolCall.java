package dev.toolcheckpoint.tool;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

/**
 * A call of a tool, as an adapter read it from its event.
 *
 * @param namespace the tenant or environment, from a trusted place
 * @param callId the caller's key, stable across redelivery
 * @param input what the tool gets
 * @param fingerprinted what identifies the input instead of all of it; {@code null} for the input itself
 */
public record ToolCall(
        String namespace,
        String callId,
        JsonNode input,
        @Nullable JsonNode fingerprinted) {

    /** A call identified by its whole input. */
    public static ToolCall of(String namespace, String callId, JsonNode input) {
        return new ToolCall(namespace, callId, input, null);
    }

    /** Leaves the input out: it may be secret. */
    @Override
    public String toString() {
        return "ToolCall[" + namespace + ", " + callId + "]";
    }
}

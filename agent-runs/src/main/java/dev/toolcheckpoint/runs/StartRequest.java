package dev.toolcheckpoint.runs;

import dev.toolcheckpoint.protocol.ProtocolException;
import org.jspecify.annotations.Nullable;

/**
 * Asks for a run.
 *
 * @param namespace the tenant or environment, from a trusted place
 * @param agent the agent's name
 * @param trigger what started it
 * @param concurrencyKey at most one active run has it, others wait in arrival order; {@code null} for none; 1 to 512 UTF-16 units
 */
public record StartRequest(
        String namespace,
        String agent,
        TriggerEnvelope trigger,
        @Nullable String concurrencyKey) {

    private static final int LONGEST = 512;

    /** Checks the key. */
    public StartRequest {
        if (concurrencyKey != null && (concurrencyKey.isBlank() || concurrencyKey.length() > LONGEST)) {
            throw ProtocolException.invalidArgument("A concurrency key has 1 to " + LONGEST
                    + " UTF-16 units and isn't blank; found " + concurrencyKey.length() + " units.");
        }
    }

    /** A run without a concurrency key. */
    public static StartRequest of(String namespace, String agent, TriggerEnvelope trigger) {
        return new StartRequest(namespace, agent, trigger, null);
    }
}

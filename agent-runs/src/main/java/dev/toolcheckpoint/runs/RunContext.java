package dev.toolcheckpoint.runs;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a tool knows about the run that it works for.
 *
 * @param run names the run
 * @param agent the agent's name
 * @param triggerId the trigger's id at its source
 * @param source where the trigger came from
 * @param keys the trigger's business keys
 * @param thread the conversation; {@code null} for none
 * @param receivedAt when the trigger arrived
 */
public record RunContext(
        RunKey run,
        String agent,
        String triggerId,
        String source,
        Map<String, String> keys,
        @Nullable String thread,
        Instant receivedAt) {}

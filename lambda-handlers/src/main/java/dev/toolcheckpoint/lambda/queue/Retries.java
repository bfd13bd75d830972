package dev.toolcheckpoint.lambda.queue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolcheckpoint.answer.ToolError;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Lets what is in progress come again at its retry time, instead of using up its receives before. */
final class Retries {

    private Retries() {}

    /** In which time a message should come again; empty to leave that to its own time-out. */
    static Optional<Duration> in(ToolError failure, Instant now) {
        JsonNode retryAt = failure.details().path("retryAt");
        // What was given up may come at once: its message's own time-out keeps it from using up its receives.
        if (failure.kind() != ToolError.Kind.IN_PROGRESS || !retryAt.isIntegralNumber()) {
            return Optional.empty();
        }
        // Up to whole seconds: a message that comes a moment early would be in progress again.
        long millis = Math.max(0, retryAt.longValue() - now.toEpochMilli());
        Duration in = Duration.ofSeconds((millis + 999) / 1000);
        return Optional.of(in.compareTo(MessageVisibility.LONGEST) > 0 ? MessageVisibility.LONGEST : in);
    }
}

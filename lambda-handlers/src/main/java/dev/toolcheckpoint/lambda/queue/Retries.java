package dev.toolcheckpoint.lambda.queue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolcheckpoint.answer.ToolError;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Lets what is in progress come again at its retry time, instead of using up its receives before. */
record Retries(MessageVisibility visibility) {

    private static final Logger LOG = LoggerFactory.getLogger(SqsAdapter.class);

    Batch batch(Instant now) {
        return new Batch(now);
    }

    /** The failed messages of one event, by queue. */
    final class Batch {
        private final Instant now;
        private final Map<String, List<MessageVisibility.Change>> changes = new LinkedHashMap<>();

        private Batch(Instant now) {
            this.now = now;
        }

        void add(SqsMessage message, ToolError failure) {
            JsonNode retryAt = failure.details().path("retryAt");
            // What was given up may come at once: its message's own time-out keeps it from using up its receives.
            if (failure.kind() != ToolError.Kind.IN_PROGRESS || !retryAt.isIntegralNumber()) {
                return;
            }
            // Up to whole seconds: a message that comes a moment early would be in progress again.
            long millis = Math.max(0, retryAt.longValue() - now.toEpochMilli());
            Duration in = Duration.ofSeconds((millis + 999) / 1000);
            if (in.compareTo(MessageVisibility.LONGEST) > 0) {
                in = MessageVisibility.LONGEST;
            }
            changes.computeIfAbsent(message.queueArn(), queue -> new ArrayList<>())
                    .add(new MessageVisibility.Change(message.id(), message.receiptHandle(), in));
        }

        void send() {
            changes.forEach((queue, its) -> {
                try {
                    visibility.change(queue, List.copyOf(its));
                } catch (RuntimeException | LinkageError failure) {
                    LOG.warn("The visibility of messages of {} was not changed; they fail plainly", queue, failure);
                }
            });
        }
    }
}

package dev.toolcheckpoint.lambda.queue;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The messages of one batch that failed, and when they should come again. Not thread-safe. */
public final class FailedMessages {

    private static final Logger LOG = LoggerFactory.getLogger(SqsAdapter.class);

    private final MessageVisibility visibility;
    private final List<String> ids = new ArrayList<>();
    private final Map<String, List<MessageVisibility.Change>> changes = new LinkedHashMap<>();

    /** None yet. */
    public FailedMessages(MessageVisibility visibility) {
        this.visibility = visibility;
    }

    /** This one failed; it comes again when its visibility time-out is over. */
    public void add(SqsMessage message) {
        ids.add(message.id());
    }

    /** This one failed, and should come again in this time. */
    public void add(SqsMessage message, Duration in) {
        add(message);
        changes.computeIfAbsent(message.queueArn(), queue -> new ArrayList<>())
                .add(new MessageVisibility.Change(message.id(), message.receiptHandle(), in));
    }

    /** Says when they should come again, in one request a queue. What can't be said is logged: those messages fail plainly. */
    public void comeAgain() {
        changes.forEach((queue, its) -> {
            try {
                visibility.change(queue, List.copyOf(its));
            } catch (RuntimeException | LinkageError failure) {
                LOG.warn("The visibility of messages of {} was not changed; they fail plainly", queue, failure);
            }
        });
    }

    /** The partial answer to the batch: {@code {"batchItemFailures":[…]}}, with an empty list when none failed. */
    public byte[] answer() {
        ObjectNode answer = JsonNodeFactory.instance.objectNode();
        ArrayNode failures = answer.putArray("batchItemFailures");
        ids.forEach(id -> failures.addObject().put("itemIdentifier", id));
        return answer.toString().getBytes(StandardCharsets.UTF_8);
    }
}

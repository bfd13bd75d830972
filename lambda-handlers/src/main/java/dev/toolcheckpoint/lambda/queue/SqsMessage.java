package dev.toolcheckpoint.lambda.queue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.toolcheckpoint.json.JsonLimits;
import dev.toolcheckpoint.json.StrictJson;
import dev.toolcheckpoint.lambda.ResponseCaps;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * One record of an SQS event.
 *
 * @param raw the record, as it came; not to be changed
 */
public record SqsMessage(JsonNode raw) {

    private static final String SOURCE = "aws:sqs";

    static final JsonLimits LIMITS = new JsonLimits(
            ResponseCaps.ASYNC, JsonLimits.DEFAULT.maxDepth() + 8, JsonLimits.DEFAULT.maxValues() + 10_000);

    /**
     * What the sender wrote.
     *
     * @param body the body
     * @param attributes the attributes, of the message or of the notification in it
     * @param notification whether it came through a topic that wraps what it passes on
     */
    public record Content(JsonNode body, JsonNode attributes, boolean notification) {

        /** The text of an attribute; a missing node when there is none. */
        public JsonNode attribute(String name) {
            return attributes.has(name)
                    ? attributes.path(name).path(notification ? "Value" : "stringValue")
                    : MissingNode.getInstance();
        }

        @Override
        public String toString() {
            return "Content";
        }
    }

    /**
     * The messages of an event; none when it isn't a batch of SQS. Every record must be of SQS and have an id of its own: one that can't be
     * named can't be reported as failed.
     */
    public static List<SqsMessage> batch(JsonNode event) {
        List<SqsMessage> messages = new ArrayList<>();
        Set<String> ids = new HashSet<>();
        JsonNode records = event.path("Records");
        for (JsonNode each : records) {
            if (!each.path("eventSource").asText().equals(SOURCE)
                    || !each.path("messageId").isTextual()
                    || !ids.add(each.path("messageId").textValue())) {
                return List.of();
            }
            messages.add(new SqsMessage(each));
        }
        return records.isArray() ? List.copyOf(messages) : List.of();
    }

    /** Names it in the answer. */
    public String id() {
        return raw.path("messageId").asText();
    }

    /** Names this receive of it. */
    public String receiptHandle() {
        return raw.path("receiptHandle").asText();
    }

    /** The queue's ARN. */
    public String queueArn() {
        return raw.path("eventSourceARN").asText();
    }

    boolean fifo() {
        return queueArn().endsWith(".fifo");
    }

    String group() {
        return raw.path("attributes").path("MessageGroupId").asText();
    }

    /**
     * The body, read strictly. What SNS wraps (unless raw delivery is on) is unwrapped: its message id and times would make
     * another call of every repeat.
     *
     * @throws dev.toolcheckpoint.json.JsonException when it is no JSON
     */
    public Content content() {
        JsonNode body = StrictJson.parse(raw.path("body").asText(""), LIMITS);
        boolean notification = body.path("Type").asText("").equals("Notification")
                && body.path("TopicArn").isTextual()
                && body.path("Message").isTextual();
        return notification
                ? new Content(
                        StrictJson.parse(body.path("Message").textValue(), LIMITS),
                        body.path("MessageAttributes"),
                        true)
                : new Content(body, raw.path("messageAttributes"), false);
    }

    @Override
    public String toString() {
        return "SqsMessage[" + id() + "]";
    }
}

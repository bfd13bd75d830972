package dev.toolcheckpoint.lambda.queue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.toolcheckpoint.json.JsonLimits;
import dev.toolcheckpoint.json.StrictJson;
import dev.toolcheckpoint.lambda.ResponseCaps;

/** One record of an SQS event. */
record SqsMessage(JsonNode raw) {

    static final JsonLimits LIMITS = new JsonLimits(
            ResponseCaps.ASYNC, JsonLimits.DEFAULT.maxDepth() + 8, JsonLimits.DEFAULT.maxValues() + 10_000);

    /**
     * What the sender wrote.
     *
     * @param body the body
     * @param attributes the attributes, of the message or of the notification in it
     * @param notification whether it came through a topic that wraps what it passes on
     */
    record Content(JsonNode body, JsonNode attributes, boolean notification) {

        /** The text of an attribute; a missing node when there is none. */
        JsonNode attribute(String name) {
            return attributes.has(name)
                    ? attributes.path(name).path(notification ? "Value" : "stringValue")
                    : MissingNode.getInstance();
        }

        @Override
        public String toString() {
            return "Content";
        }
    }

    String id() {
        return raw.path("messageId").asText();
    }

    String receiptHandle() {
        return raw.path("receiptHandle").asText();
    }

    String queueArn() {
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
    Content content() {
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

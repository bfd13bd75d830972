package dev.toolcheckpoint.lambda.queue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolcheckpoint.lambda.EventFixture;
import dev.toolcheckpoint.lambda.Samples;
import java.util.List;

/** Batches of a standard queue, and their answers as raw JSON. */
final class SqsBatches {

    static final String NONE = "{\"batchItemFailures\":[]}";

    private SqsBatches() {}

    static JsonNode input(String order) {
        return JsonNodeFactory.instance.objectNode().put("order", order);
    }

    static ObjectNode message(int number, String callId) {
        ObjectNode body = JsonNodeFactory.instance
                .objectNode()
                .put("tool", EventFixture.TOOL)
                .put("idempotencyKey", callId);
        body.set("input", input(callId));
        ObjectNode message =
                (ObjectNode) Samples.event("sqs-refund").path("Records").path(0);
        return message.put("messageId", "m-" + number)
                .put("receiptHandle", "handle-" + number)
                .put("body", body.toString());
    }

    static ObjectNode batch(ObjectNode... messages) {
        ObjectNode event = JsonNodeFactory.instance.objectNode();
        ArrayNode records = event.putArray("Records");
        List.of(messages).forEach(records::add);
        return event;
    }

    static String failed(int... numbers) {
        ObjectNode answer = JsonNodeFactory.instance.objectNode();
        ArrayNode failures = answer.putArray("batchItemFailures");
        for (int number : numbers) {
            failures.addObject().put("itemIdentifier", "m-" + number);
        }
        return answer.toString();
    }
}

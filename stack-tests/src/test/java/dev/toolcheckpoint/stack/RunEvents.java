package dev.toolcheckpoint.stack;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.List;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.Message;

/** Events of the functions that run agents, and what comes out of their queues. */
final class RunEvents {

    private RunEvents() {}

    /** A request that starts the run of an order. */
    static String start(String order) {
        ObjectNode body = SamTools.JSON.createObjectNode();
        body.putObject("payload").put("order", order).put("amount", 25).put("currency", "EUR");
        ObjectNode event = request("/runs", body);
        ((ObjectNode) event.path("headers")).put("idempotency-key", order);
        return event.toString();
    }

    static String approve(String token) {
        return request(
                        "/approvals",
                        SamTools.JSON
                                .createObjectNode()
                                .put("decision", "approve")
                                .put("token", token))
                .toString();
    }

    private static ObjectNode request(String path, JsonNode body) {
        ObjectNode event =
                SamTools.JSON.createObjectNode().put("version", "2.0").put("rawPath", path);
        event.putObject("headers").put("content-type", "application/json");
        ObjectNode context = event.putObject("requestContext");
        context.putObject("http").put("method", "POST").put("path", path);
        context.putObject("authorizer").putObject("iam").put("userArn", "arn:aws:iam::123456789012:user/ann");
        return event.put("body", body.toString()).put("isBase64Encoded", false);
    }

    /** A batch of one message. */
    static String batch(String body) {
        ObjectNode event = SamTools.JSON.createObjectNode();
        event.putArray("Records")
                .addObject()
                .put("messageId", "m1")
                .put("receiptHandle", "none")
                .put("body", body)
                .put("eventSource", "aws:sqs")
                .put("eventSourceARN", "arn:aws:sqs:us-east-1:123456789012:runs");
        return event.toString();
    }

    static JsonNode body(JsonNode answer) throws IOException {
        return SamTools.JSON.readTree(answer.path("body").asText());
    }

    /** The next request for approval. */
    static JsonNode approval(SqsClient sqs, String queue) throws IOException {
        return SamTools.JSON.readTree(take(sqs, queue));
    }

    /** The next message, which is then done. Whoever calls it has a time-out. */
    static String take(SqsClient sqs, String queue) {
        while (true) {
            List<Message> messages = sqs.receiveMessage(
                            request -> request.queueUrl(queue).waitTimeSeconds(5))
                    .messages();
            if (!messages.isEmpty()) {
                sqs.deleteMessage(request ->
                        request.queueUrl(queue).receiptHandle(messages.get(0).receiptHandle()));
                return messages.get(0).body();
            }
        }
    }
}

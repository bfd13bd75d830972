package dev.toolcheckpoint.lambda;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;

/**
 * Tells the events of sources that read an answer in a form of their own. A wrapped handler takes any object as its event, and
 * an error object given to one of those would count as success: SQS deletes the messages, an HTTP API answers 200.
 */
final class ForeignEvents {

    private ForeignEvents() {}

    /** The source whose event this looks like; empty for a plain event. */
    static Optional<String> source(JsonNode event) {
        if (event.path("Records").isArray() || event.path("records").isContainerNode()) {
            return Optional.of("a queue, stream, topic or bucket (SQS, SNS, Kinesis, DynamoDB, S3, Kafka)");
        }
        if (event.path("requestContext").isObject()) {
            return Optional.of("an HTTP front end (API Gateway, function URL, load balancer)");
        }
        if (event.has("messageVersion") && event.has("actionGroup")) {
            return Optional.of("Bedrock Agents");
        }
        if (event.has("detail-type") && event.has("source")) {
            return Optional.of("EventBridge");
        }
        if (event.path("stepFunctions").isObject()) {
            return Optional.of("Step Functions");
        }
        return event.has("jsonrpc") && event.has("method") ? Optional.of("an MCP client") : Optional.empty();
    }
}

package dev.toolcheckpoint.lambda.agent;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * An answer in the form of HTTP front ends.
 *
 * @param status the status code
 * @param body the JSON body; {@code null} for none
 */
record HttpAnswer(int status, @Nullable String body) {

    /** Mirrors the form of the request's headers: a balancer with multi-value headers reads no others. */
    byte[] json(HttpRequest request) {
        ObjectNode answer = JsonNodeFactory.instance.objectNode().put("statusCode", status);
        if (request.event().path("multiValueHeaders").isObject()) {
            answer.putObject("multiValueHeaders").putArray("Content-Type").add("application/json");
        } else {
            answer.putObject("headers").put("Content-Type", "application/json");
        }
        answer.put("body", body == null ? "" : body).put("isBase64Encoded", false);
        return answer.toString().getBytes(StandardCharsets.UTF_8);
    }

    /** Leaves the body out: it may be secret. */
    @Override
    public String toString() {
        return "HttpAnswer[" + status + "]";
    }
}

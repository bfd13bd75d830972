package dev.toolcheckpoint.lambda.agent;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolcheckpoint.answer.ToolError;
import dev.toolcheckpoint.lambda.CallErrors;
import dev.toolcheckpoint.lambda.CallResult;
import dev.toolcheckpoint.lambda.LambdaEvent;
import dev.toolcheckpoint.lambda.http.HttpAnswer;
import dev.toolcheckpoint.protocol.Outcome;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** JSON-RPC answers of MCP. Codes of our own lie outside -32768 to -32000, as its revision 2026-07-28 asks. */
final class McpAnswers {

    static final int IN_PROGRESS = 409;
    static final int RETRYABLE = 503;
    static final int INVALID_PARAMS = -32_602;

    /** What a store that is down is given before it is asked again. */
    private static final long DEFAULT_RETRY_MS = 1_000;

    private McpAnswers() {}

    static HttpAnswer result(JsonNode id, boolean modern, ObjectNode members) {
        ObjectNode result = JsonNodeFactory.instance.objectNode();
        if (modern) {
            result.put("resultType", "complete");
        }
        result.setAll(members);
        return json(200, envelope(id).set("result", result));
    }

    /** An error; {@code id} is {@code null} when it could not be read. */
    static HttpAnswer error(int status, @Nullable JsonNode id, int code, String message, @Nullable JsonNode data) {
        ObjectNode error = JsonNodeFactory.instance.objectNode();
        error.put("code", code).put("message", message);
        if (data != null) {
            error.set("data", data);
        }
        return json(status, envelope(id).set("error", error));
    }

    private static HttpAnswer json(int status, JsonNode message) {
        return new HttpAnswer(status, "application/json", message.toString().getBytes(StandardCharsets.UTF_8));
    }

    static HttpAnswer call(LambdaEvent event, JsonNode id, boolean modern, CallResult result) {
        Optional<ToolError> failed =
                CallErrors.of(result, event.settings().clock().instant());
        if (failed.isPresent()) {
            return failed(id, modern, failed.get(), result);
        }
        Outcome outcome = CallErrors.outcome(result).orElseThrow();
        return result(id, modern, McpResults.of(outcome));
    }

    static HttpAnswer failed(JsonNode id, boolean modern, ToolError error, CallResult result) {
        boolean comeAgain = error.kind() == ToolError.Kind.RETRYABLE
                || (error.kind() == ToolError.Kind.FAILED && error.retryable());
        if (error.kind() == ToolError.Kind.CONFLICT) {
            return error(200, id, INVALID_PARAMS, error.message(), data(error));
        }
        if (error.kind() == ToolError.Kind.IN_PROGRESS || comeAgain) {
            ObjectNode data = data(error);
            if (!data.has("retryAfterMs")) {
                data.put("retryAfterMs", DEFAULT_RETRY_MS);
            }
            return error(200, id, comeAgain ? RETRYABLE : IN_PROGRESS, error.message(), data);
        }
        return result(id, modern, McpResults.text(ModelText.of(error, result), true));
    }

    private static ObjectNode data(ToolError error) {
        ObjectNode data = JsonNodeFactory.instance.objectNode();
        data.put("code", error.code())
                .put("retryable", error.retryable())
                .put("effectMayHaveHappened", error.effectMayHaveHappened());
        data.setAll(error.details());
        return data;
    }

    private static ObjectNode envelope(@Nullable JsonNode id) {
        ObjectNode envelope = JsonNodeFactory.instance.objectNode().put("jsonrpc", "2.0");
        if (id != null) {
            envelope.set("id", id);
        }
        return envelope;
    }
}

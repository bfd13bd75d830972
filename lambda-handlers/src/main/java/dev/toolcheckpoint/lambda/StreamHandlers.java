package dev.toolcheckpoint.lambda;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.toolcheckpoint.json.JsonException;
import dev.toolcheckpoint.json.JsonLimits;
import dev.toolcheckpoint.json.StrictJson;
import dev.toolcheckpoint.protocol.Receipt;
import dev.toolcheckpoint.tool.ToolResult;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;

/** Wraps stream handlers: what they write is stored and returned byte for byte, whatever it is. */
final class StreamHandlers {

    private static final JsonLimits ANY =
            new JsonLimits(JsonLimits.MAX_BYTES, JsonLimits.MAX_DEPTH, JsonLimits.MAX_BYTES);

    private StreamHandlers() {}

    static WrappedHandler of(RequestStreamHandler handler) {
        return (rawEvent, context) -> attempt -> {
            ByteArrayOutputStream written = new ByteArrayOutputStream();
            handler.handleRequest(new ByteArrayInputStream(rawEvent), written, new AttemptContext(context, attempt));
            byte[] bytes = written.toByteArray();
            JsonNode json = json(bytes);
            String mediaType = json.isMissingNode() ? "application/octet-stream" : Receipt.JSON;
            return new HandlerAnswer(ToolResult.of(mediaType, bytes), () -> json);
        };
    }

    private static JsonNode json(byte[] bytes) {
        try {
            return StrictJson.parse(bytes, ANY);
        } catch (JsonException other) {
            return MissingNode.getInstance();
        }
    }
}

package dev.toolcheckpoint.lambda;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
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
        return (rawEvent, context) -> (input, attempt) -> {
            ByteArrayOutputStream written = new ByteArrayOutputStream();
            handler.handleRequest(new ByteArrayInputStream(rawEvent), written, new AttemptContext(context, attempt));
            byte[] bytes = written.toByteArray();
            return ToolResult.of(isJson(bytes) ? Receipt.JSON : "application/octet-stream", bytes);
        };
    }

    private static boolean isJson(byte[] bytes) {
        try {
            StrictJson.parse(bytes, ANY);
            return true;
        } catch (JsonException other) {
            return false;
        }
    }
}

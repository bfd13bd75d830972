package dev.toolcheckpoint.lambda.http;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolcheckpoint.protocol.ProtocolException;
import dev.toolcheckpoint.tool.ToolResult;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A tool's result with an HTTP status of its own. The status is stored in the media type's parameter {@code http-status}, so a
 * repeat gets it again; other sources see the body only. Without it a result is answered with 200, no result with 204.
 */
public final class HttpResult {

    private static final Pattern STATUS = Pattern.compile("; ?http-status=([2-3][0-9]{2})$");

    private HttpResult() {}

    /**
     * JSON with a status.
     *
     * @param status 200 to 399; what failed is a {@link dev.toolcheckpoint.tool.ToolException}
     */
    public static ToolResult json(int status, JsonNode body) {
        return of(status, "application/json", body.toString().getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Any body with a status.
     *
     * @param status 200 to 399
     */
    public static ToolResult of(int status, String mediaType, byte[] body) {
        if (status < 200 || status > 399) {
            throw ProtocolException.invalidArgument("A result's HTTP status must be 200 to 399, found " + status + ".");
        }
        return ToolResult.of(mediaType + "; http-status=" + status, body);
    }

    static int status(String mediaType) {
        Matcher found = STATUS.matcher(mediaType);
        return found.find() ? Integer.parseInt(found.group(1)) : 200;
    }

    static String plain(String mediaType) {
        return STATUS.matcher(mediaType).replaceFirst("");
    }
}

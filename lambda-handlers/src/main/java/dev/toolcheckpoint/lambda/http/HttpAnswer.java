package dev.toolcheckpoint.lambda.http;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An HTTP response, written in the form that the request's front end reads. Not thread-safe; nothing of it is in its text. */
public final class HttpAnswer {

    private final int status;
    private final byte[] body;
    private final Map<String, String> headers = new LinkedHashMap<>();

    /**
     * An answer.
     *
     * @param mediaType the {@code Content-Type}; empty for none
     * @param body what is no text is sent in base64
     */
    public HttpAnswer(int status, String mediaType, byte[] body) {
        this.status = status;
        this.body = body;
        if (!mediaType.isEmpty()) {
            headers.put("Content-Type", mediaType);
        }
    }

    /** An answer without a body. */
    public static HttpAnswer empty(int status) {
        return new HttpAnswer(status, "", new byte[0]);
    }

    /** Sets a header. */
    public HttpAnswer header(String name, String value) {
        headers.put(name, value);
        return this;
    }

    /** The whole JSON. */
    public byte[] render(HttpEvent request) {
        ObjectNode answer = JsonNodeFactory.instance.objectNode();
        answer.put("statusCode", status);
        if (request.form() == HttpEvent.Form.LOAD_BALANCER) {
            // A load balancer answers 502 without it.
            answer.put("statusDescription", status + " " + reason());
        }
        if (request.multiValue()) {
            ObjectNode lists = answer.putObject("multiValueHeaders");
            headers.forEach((name, value) -> lists.putArray(name).add(value));
        } else {
            ObjectNode single = answer.putObject("headers");
            headers.forEach(single::put);
        }
        String text = isText() ? text() : null;
        answer.put("body", text == null ? Base64.getEncoder().encodeToString(body) : text);
        answer.put("isBase64Encoded", text == null);
        return answer.toString().getBytes(StandardCharsets.UTF_8);
    }

    private String reason() {
        return switch (status) {
            case 200 -> "OK";
            case 201 -> "Created";
            case 202 -> "Accepted";
            case 204 -> "No Content";
            case 400 -> "Bad Request";
            case 403 -> "Forbidden";
            case 401 -> "Unauthorized";
            case 404 -> "Not Found";
            case 405 -> "Method Not Allowed";
            case 409 -> "Conflict";
            case 410 -> "Gone";
            case 422 -> "Unprocessable Content";
            case 503 -> "Service Unavailable";
            default -> status < 400 ? "Done" : "Failed";
        };
    }

    private boolean isText() {
        String type = headers.getOrDefault("Content-Type", "").toLowerCase(Locale.ROOT);
        return body.length == 0
                || type.startsWith("text/")
                || type.startsWith("application/json")
                || type.contains("+json")
                || type.contains("xml");
    }

    @Override
    public String toString() {
        return "HttpAnswer[" + status + "]";
    }

    private @Nullable String text() {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(body))
                    .toString();
        } catch (CharacterCodingException binary) {
            return null;
        }
    }
}

package dev.toolcheckpoint.lambda.agent;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * An HTTP request as API Gateway (both payload formats), a function URL or a load balancer hands it over.
 *
 * @param event the whole event
 */
record HttpRequest(JsonNode event) {

    /** The request; empty when the event is none. */
    static Optional<HttpRequest> of(JsonNode event) {
        JsonNode context = event.path("requestContext");
        boolean http = context.path("http").isObject()
                || (context.isObject() && event.path("httpMethod").isTextual());
        return http ? Optional.of(new HttpRequest(event)) : Optional.empty();
    }

    String method() {
        JsonNode newer = event.path("requestContext").path("http").path("method");
        return newer.isTextual() ? newer.textValue() : event.path("httpMethod").asText("");
    }

    /** Without the stage, which the newer payload format puts in front. */
    String path() {
        String path = event.path("rawPath").asText(event.path("path").asText(""));
        String stage = "/" + event.path("requestContext").path("stage").asText("");
        return event.has("rawPath") && path.startsWith(stage + "/") ? path.substring(stage.length()) : path;
    }

    /** Every value of a header, in any case of its name. */
    List<String> header(String name) {
        boolean multiple = event.path("multiValueHeaders").isObject();
        List<String> values = new ArrayList<>();
        event.path(multiple ? "multiValueHeaders" : "headers").properties().forEach(header -> {
            if (header.getKey().toLowerCase(Locale.ROOT).equals(name)) {
                if (header.getValue().isArray()) {
                    header.getValue().forEach(value -> values.add(value.asText()));
                } else {
                    values.add(header.getValue().asText());
                }
            }
        });
        return List.copyOf(values);
    }

    /** The decoded body; empty when it says to be base64 and is not. */
    Optional<byte[]> body() {
        String text = event.path("body").asText("");
        if (!event.path("isBase64Encoded").asBoolean(false)) {
            return Optional.of(text.getBytes(StandardCharsets.UTF_8));
        }
        try {
            return Optional.of(Base64.getDecoder().decode(text));
        } catch (IllegalArgumentException notBase64) {
            return Optional.empty();
        }
    }

    /** Leaves the event out: it may be secret. */
    @Override
    public String toString() {
        return "HttpRequest[" + method() + "]";
    }
}

package dev.toolcheckpoint.lambda.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** An HTTP request as a front end of AWS hands it to a function. Immutable; nothing of it is in its text. */
public final class HttpEvent {

    /** The form of the event, which its answer must mirror. */
    public enum Form {
        /** API Gateway REST API, and HTTP API with payload 1.0. */
        PAYLOAD_1,
        /** API Gateway HTTP API with payload 2.0, and function URLs: lower-case names, repeated headers joined by commas. */
        PAYLOAD_2,
        /** Application load balancer. */
        LOAD_BALANCER
    }

    private final JsonNode event;
    private final Form form;

    private HttpEvent(JsonNode event, Form form) {
        this.event = event;
        this.form = form;
    }

    /** The request; empty when the event is none. */
    public static Optional<HttpEvent> of(JsonNode event) {
        JsonNode context = event.path("requestContext");
        boolean headers = event.path("headers").isObject()
                || event.path("multiValueHeaders").isObject();
        if (!context.isObject() || !headers) {
            return Optional.empty();
        }
        if (context.path("elb").isObject()) {
            return Optional.of(new HttpEvent(event, Form.LOAD_BALANCER));
        }
        if (context.path("http").path("method").isTextual()
                && event.path("version").asText().equals("2.0")) {
            return Optional.of(new HttpEvent(event, Form.PAYLOAD_2));
        }
        // Bedrock Agents send httpMethod, too.
        return event.path("httpMethod").isTextual() && event.path("path").isTextual()
                ? Optional.of(new HttpEvent(event, Form.PAYLOAD_1))
                : Optional.empty();
    }

    /** The form. */
    public Form form() {
        return form;
    }

    /** Whether headers come, and must go, as lists of values. */
    public boolean multiValue() {
        return event.path("multiValueHeaders").isObject();
    }

    /**
     * Every value of the header, whatever the case of its name. A value that stands in both forms of the headers counts once; a
     * header that was sent twice has two (payload 2.0: one, with a comma).
     */
    public List<String> header(String name) {
        List<String> values = new ArrayList<>();
        event.path("multiValueHeaders").properties().forEach(field -> {
            if (field.getKey().equalsIgnoreCase(name)) {
                field.getValue().forEach(value -> values.add(value.asText()));
            }
        });
        List<String> single = new ArrayList<>();
        event.path("headers").properties().forEach(field -> {
            if (field.getKey().equalsIgnoreCase(name)) {
                single.add(field.getValue().asText());
            }
        });
        // The single form repeats one of the others.
        if (values.isEmpty() || single.size() > 1) {
            values.addAll(single);
        } else {
            single.stream().filter(value -> !values.contains(value)).forEach(values::add);
        }
        return List.copyOf(values);
    }

    /** The method, in upper case. */
    public String method() {
        JsonNode method = form == Form.PAYLOAD_2
                ? event.path("requestContext").path("http").path("method")
                : event.path("httpMethod");
        return method.asText().toUpperCase(Locale.ROOT);
    }

    /** The path as it was requested, without the stage, which payload 2.0 puts in front of it. */
    public String path() {
        if (form != Form.PAYLOAD_2) {
            return event.path("path").asText();
        }
        String path = event.path("rawPath").asText();
        String stage = "/" + event.path("requestContext").path("stage").asText("");
        return path.startsWith(stage + "/") ? path.substring(stage.length()) : path;
    }

    /** The query's parameters, with all values where the event has them; null when there are none. */
    public JsonNode query() {
        JsonNode all = event.path("multiValueQueryStringParameters");
        JsonNode single = event.path("queryStringParameters");
        JsonNode found = all.isObject() ? all : single;
        return found.isObject() && !found.isEmpty() ? found : NullNode.getInstance();
    }

    /** The route that the front end chose, as in {@code POST /orders/{id}}; empty where it has none. */
    public Optional<String> route() {
        if (form == Form.PAYLOAD_1 && event.path("resource").isTextual()) {
            return Optional.of(method() + " " + event.path("resource").textValue());
        }
        String key = event.path("routeKey").asText();
        // Payload 2.0 calls the route of everything else $default.
        return key.isEmpty() || key.startsWith("$") ? Optional.empty() : Optional.of(key);
    }

    /**
     * The body, decoded when it is in base64; no bytes when there is none.
     *
     * @throws IllegalArgumentException when it is not the base64 that it is said to be
     */
    public byte[] body() {
        String body = event.path("body").asText("");
        if (event.path("body").isNull()) {
            return new byte[0];
        }
        return event.path("isBase64Encoded").asBoolean()
                ? Base64.getDecoder().decode(body)
                : body.getBytes(StandardCharsets.UTF_8);
    }

    JsonNode event() {
        return event;
    }

    @Override
    public String toString() {
        return "HttpEvent[" + form + "]";
    }
}

package dev.toolcheckpoint.lambda.runs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolcheckpoint.json.JsonException;
import dev.toolcheckpoint.json.JsonLimits;
import dev.toolcheckpoint.json.StrictJson;
import dev.toolcheckpoint.lambda.http.HttpEvent;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * What somebody decided, out of a request: the token in the body or as the path's last part, the decision in the body (JSON, or a form of a
 * browser).
 *
 * @param reason {@code null} for none
 */
record DecisionRequest(
        String token, boolean approves, @Nullable String reason) {

    private static final String EXPECTED =
            "{\"decision\":\"approve\" or \"reject\",\"reason\":…,\"token\":…}, the token here or as the path's last part";

    static DecisionRequest of(HttpEvent request) throws RefusedTriggerException {
        JsonNode body = body(request);
        String decision = body.path("decision").asText();
        String token = body.has("token") ? body.path("token").asText() : lastPart(request.path());
        JsonNode reason = body.path("reason");
        if (!decision.equals("approve") && !decision.equals("reject")) {
            throw new RefusedTriggerException("The decision must be approve or reject. Expected " + EXPECTED + ".");
        }
        if (token.isBlank()) {
            throw new RefusedTriggerException("The token is missing. Expected " + EXPECTED + ".");
        }
        return new DecisionRequest(
                token,
                decision.equals("approve"),
                reason.isTextual() && !reason.textValue().isBlank() ? reason.textValue() : null);
    }

    private static JsonNode body(HttpEvent request) throws RefusedTriggerException {
        try {
            byte[] body = request.body();
            boolean form = request.header("Content-Type").stream()
                    .anyMatch(type -> type.startsWith("application/x-www-form-urlencoded"));
            return form ? form(new String(body, StandardCharsets.UTF_8)) : StrictJson.parse(body, JsonLimits.COMPACT);
        } catch (JsonException | IllegalArgumentException unreadable) {
            throw new RefusedTriggerException("The body can't be read. Expected " + EXPECTED + ".");
        }
    }

    private static ObjectNode form(String body) {
        ObjectNode fields = JsonNodeFactory.instance.objectNode();
        for (String field : body.split("&", -1)) {
            int equals = field.indexOf('=');
            if (equals > 0) {
                fields.put(
                        URLDecoder.decode(field.substring(0, equals), StandardCharsets.UTF_8),
                        URLDecoder.decode(field.substring(equals + 1), StandardCharsets.UTF_8));
            }
        }
        return fields;
    }

    private static String lastPart(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    /** Leaves everything out. */
    @Override
    public String toString() {
        return "DecisionRequest";
    }
}

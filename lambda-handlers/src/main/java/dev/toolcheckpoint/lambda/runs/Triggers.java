package dev.toolcheckpoint.lambda.runs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import dev.toolcheckpoint.json.JsonException;
import dev.toolcheckpoint.json.JsonLimits;
import dev.toolcheckpoint.json.StrictJson;
import dev.toolcheckpoint.lambda.CallRules;
import dev.toolcheckpoint.lambda.EventRule;
import dev.toolcheckpoint.lambda.http.HttpEvent;
import dev.toolcheckpoint.lambda.http.IdempotencyKey;
import dev.toolcheckpoint.runs.StartRequest;
import dev.toolcheckpoint.runs.TriggerEnvelope;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Reads triggers out of events. Immutable. */
final class Triggers {

    /** The source of every HTTP request. Those of events have a prefix, so that no event can take a request's id. */
    static final String HTTP = "http";

    private static final String EVENT_PREFIX = "event:";
    private static final Set<String> MEMBERS =
            new TreeSet<>(Set.of("agent", "payload", "trigger", "keys", "thread", "concurrencyKey"));

    private final RunHost host;

    Triggers(RunHost host) {
        this.host = host;
    }

    /** What a request asks for: its key is the trigger's id, its body says the rest. */
    StartRequest of(HttpEvent request) throws RefusedTriggerException {
        IdempotencyKey key = IdempotencyKey.of(request.header(IdempotencyKey.HEADER));
        Optional<String> problem = key.problem();
        if (problem.isPresent()) {
            throw new RefusedTriggerException(problem.get());
        }
        JsonNode body = body(request);
        Set<String> unknown = new TreeSet<>();
        body.fieldNames().forEachRemaining(unknown::add);
        unknown.removeAll(MEMBERS);
        if (!body.isObject() || !unknown.isEmpty()) {
            throw new RefusedTriggerException("The body must be a JSON object with members of " + MEMBERS + "; found "
                    + (body.isObject() ? "also " + unknown.size() + " other(s)" : "none") + ".");
        }
        TriggerEnvelope trigger = new TriggerEnvelope(
                key.key(),
                HTTP,
                body.has("trigger") ? text(body, "trigger") : "request",
                payload(body.path("payload")),
                keys(body.path("keys")),
                optionalText(body, "thread"),
                host.clock().instant());
        return new StartRequest(
                host.namespace(), agent(body.path("agent")), trigger, optionalText(body, "concurrencyKey"));
    }

    /**
     * What an event asks for: its detail is the payload, and may name the agent. The id is the detail's business key when it has one, for a
     * sender that repeats sends another event.
     */
    StartRequest of(JsonNode event) throws RefusedTriggerException {
        JsonNode detail = event.path("detail");
        EventRule rule = host.triggerId().orElse(CallRules.DEFAULT_CALL_ID);
        JsonNode key = rule.find(detail).orElse(null);
        String id = "key:";
        if (key == null && host.triggerId().isEmpty()) {
            key = event.path("id");
            id = "event:";
        }
        Optional<String> problem = CallRules.problem("The trigger's id at \"" + rule + "\" of the detail", key);
        if (key == null || problem.isPresent()) {
            throw new RefusedTriggerException(problem.orElseThrow());
        }
        TriggerEnvelope trigger = TriggerEnvelope.of(
                id + key.textValue(),
                EVENT_PREFIX + event.path("source").textValue(),
                event.path("detail-type").textValue(),
                detail,
                host.clock().instant());
        return StartRequest.of(host.namespace(), agent(detail.path("agent")), trigger);
    }

    private static JsonNode body(HttpEvent request) throws RefusedTriggerException {
        try {
            byte[] body = request.body();
            return body.length == 0
                    ? JsonNodeFactory.instance.objectNode()
                    : StrictJson.parse(body, JsonLimits.DEFAULT);
        } catch (JsonException refused) {
            throw new RefusedTriggerException("The body must be JSON: " + refused.getMessage() + ".");
        } catch (IllegalArgumentException noBase64) {
            throw new RefusedTriggerException("The body is said to be in base64, but is not.");
        }
    }

    private static JsonNode payload(JsonNode found) {
        return found.isMissingNode() ? NullNode.getInstance() : found;
    }

    private String agent(JsonNode named) throws RefusedTriggerException {
        if (named.isTextual()) {
            return named.textValue();
        }
        if (!named.isMissingNode() || host.agents().size() > 1) {
            throw new RefusedTriggerException(
                    "The member \"agent\" must be one of the texts " + host.agents() + "; found none.");
        }
        return host.agents().get(0);
    }

    private static Map<String, String> keys(JsonNode found) throws RefusedTriggerException {
        Map<String, String> keys = new TreeMap<>();
        for (Map.Entry<String, JsonNode> entry : found.properties()) {
            if (!entry.getValue().isTextual()) {
                throw new RefusedTriggerException("The member \"keys\" must hold texts only.");
            }
            keys.put(entry.getKey(), entry.getValue().textValue());
        }
        if (!found.isMissingNode() && !found.isObject()) {
            throw new RefusedTriggerException("The member \"keys\" must be an object.");
        }
        return keys;
    }

    private static @Nullable String optionalText(JsonNode body, String name) throws RefusedTriggerException {
        return body.has(name) ? text(body, name) : null;
    }

    private static String text(JsonNode body, String name) throws RefusedTriggerException {
        JsonNode found = body.path(name);
        if (!found.isTextual()) {
            throw new RefusedTriggerException("The member \"" + name + "\" must be a text.");
        }
        return found.textValue();
    }
}

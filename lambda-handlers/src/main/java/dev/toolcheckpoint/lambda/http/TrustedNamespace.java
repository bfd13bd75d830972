package dev.toolcheckpoint.lambda.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolcheckpoint.lambda.EventRule;
import dev.toolcheckpoint.lambda.LambdaEvent;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where an HTTP request's namespace comes from. Immutable.
 *
 * @param rule looks at what the front end itself says; {@code null} for the configured namespace
 */
record TrustedNamespace(@Nullable EventRule rule) {

    private static final List<String> TRUSTED = List.of("authorizer", "stage", "apiId", "accountId");

    /** The namespace; empty when the front end doesn't vouch for one. */
    Optional<String> of(LambdaEvent event) {
        return rule == null
                ? Optional.of(event.settings().namespace())
                : rule.find(trusted(event.body()))
                        .filter(found -> found.isTextual() && !found.textValue().isBlank())
                        .map(JsonNode::textValue);
    }

    String missing() {
        return "The namespace at \"" + rule + "\" is missing in what the front end vouches for.";
    }

    /** What the front end itself says; nothing that the client chose. */
    private static JsonNode trusted(JsonNode event) {
        ObjectNode trusted = JsonNodeFactory.instance.objectNode();
        ObjectNode context = trusted.putObject("requestContext");
        event.path("requestContext").properties().forEach(field -> {
            if (TRUSTED.contains(field.getKey())) {
                context.set(field.getKey(), field.getValue());
            }
        });
        trusted.set("stageVariables", event.get("stageVariables"));
        return trusted;
    }
}

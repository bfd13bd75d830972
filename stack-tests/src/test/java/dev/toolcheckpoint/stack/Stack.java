package dev.toolcheckpoint.stack;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A template, as written or as the SAM translator makes it. */
record Stack(JsonNode template) {

    /** Both forms of one template. */
    record Pair(Stack parsed, Stack translated) {}

    JsonNode resource(String name) {
        return template.path("Resources").path(name);
    }

    /** A property, by a JSON pointer into the resource's properties. */
    JsonNode property(String resource, String pointer) {
        return resource(resource).path("Properties").at(pointer);
    }

    List<Map.Entry<String, JsonNode>> ofType(String type) {
        List<Map.Entry<String, JsonNode>> found = new ArrayList<>();
        template.path("Resources").properties().forEach(entry -> {
            if (entry.getValue().path("Type").asText().equals(type)) {
                found.add(entry);
            }
        });
        return found;
    }

    /** The statements of a role's own policies, and of those of the template that it refers to. */
    List<JsonNode> statements(String role) {
        List<JsonNode> found = new ArrayList<>();
        property(role, "/ManagedPolicyArns")
                .forEach(policy -> property(policy.path("Ref").asText(), "/PolicyDocument/Statement")
                        .forEach(found::add));
        property(role, "/Policies")
                .forEach(policy ->
                        policy.path("PolicyDocument").path("Statement").forEach(found::add));
        return found;
    }

    /** The statement with this id; missing when there is none. */
    JsonNode statement(String role, String sid) {
        return statements(role).stream()
                .filter(statement -> statement.path("Sid").asText().equals(sid))
                .findFirst()
                .orElseGet(() -> template.path("no such statement"));
    }

    /** What a role may do. */
    List<String> actions(String role) {
        return statements(role).stream()
                .flatMap(statement -> texts(statement.path("Action")).stream())
                .toList();
    }

    /** A text or a list of texts. */
    static List<String> texts(JsonNode node) {
        if (node.isTextual()) {
            return List.of(node.textValue());
        }
        List<String> found = new ArrayList<>();
        node.forEach(each -> found.add(each.asText()));
        return found;
    }
}

package dev.toolcheckpoint.cli.invoke;

import com.amazonaws.services.lambda.runtime.Client;
import com.amazonaws.services.lambda.runtime.ClientContext;
import com.fasterxml.jackson.databind.JsonNode;
import dev.toolcheckpoint.json.JsonException;
import dev.toolcheckpoint.json.JsonLimits;
import dev.toolcheckpoint.json.StrictJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The client context of an invocation: the JSON document that {@code aws lambda invoke --client-context} takes. */
record LocalClientContext(Map<String, String> custom, Map<String, String> environment) implements ClientContext {

    /** Lambda itself limits it to 3 583 bytes of base64. */
    private static final JsonLimits LIMITS = new JsonLimits(3_583, 16, 1_000);

    /**
     * Reads the document.
     *
     * @throws IllegalArgumentException saying what was expected
     */
    static LocalClientContext read(Path file) {
        try {
            JsonNode document = StrictJson.parse(Files.readAllBytes(file), LIMITS);
            if (!document.isObject()) {
                throw new IllegalArgumentException("expected {\"custom\":{…},\"env\":{…}} in " + file);
            }
            return new LocalClientContext(texts(document, "custom"), texts(document, "env"));
        } catch (IOException | JsonException unreadable) {
            throw new IllegalArgumentException(
                    "expected a JSON file of at most 3583 bytes, found " + file + " (" + unreadable + ")", unreadable);
        }
    }

    private static Map<String, String> texts(JsonNode document, String name) {
        Map<String, String> texts = new LinkedHashMap<>();
        document.path(name).properties().forEach(member -> {
            if (!member.getValue().isTextual()) {
                throw new IllegalArgumentException("expected texts in \"" + name + "\" of the client context");
            }
            texts.put(member.getKey(), member.getValue().textValue());
        });
        return texts;
    }

    @Override
    public @Nullable Client getClient() {
        return null;
    }

    @Override
    public Map<String, String> getCustom() {
        return custom;
    }

    @Override
    public Map<String, String> getEnvironment() {
        return environment;
    }
}

package dev.toolcheckpoint.lambda;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolcheckpoint.json.JsonLimits;
import dev.toolcheckpoint.json.StrictJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The sample events of the folder {@code events/}. */
public final class Samples {

    private static final Path FOLDER = Path.of("..", "events");

    private Samples() {}

    public static String text(String name) {
        try {
            return Files.readString(FOLDER.resolve(name + ".json"));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    public static ObjectNode event(String name) {
        return (ObjectNode) StrictJson.parse(text(name), JsonLimits.DEFAULT);
    }
}

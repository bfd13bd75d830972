package com.example.session;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolcheckpoint.tool.Tool;
import dev.toolcheckpoint.tool.ToolException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;

/** The example's outside world: a file with one line for each note that was sent. A line can't be taken back. */
public final class Outbox {

    /** The name of the tool. */
    public static final String TOOL = "send-note";

    private final Path file;

    /** An outbox in this file. */
    public Outbox(Path file) {
        this.file = file;
    }

    /** Sends one note; a second call is a second note. */
    public Tool<JsonNode, Map<String, Object>> sendNote() {
        return Tool.named(TOOL, JsonNode.class)
                .handler((input, context) -> send(input.path("to").asText()));
    }

    private Map<String, Object> send(String to) throws ToolException, IOException {
        if (to.isBlank()) {
            throw new ToolException("NO_RECEIVER", "A note needs a receiver in \"to\".");
        }
        Files.writeString(
                file,
                "note to " + to + "\n",
                StandardCharsets.UTF_8,
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
        return Map.of("sentTo", to);
    }

    /** The notes that were sent. */
    public List<String> sent() throws IOException {
        return Files.exists(file) ? Files.readAllLines(file) : List.of();
    }
}

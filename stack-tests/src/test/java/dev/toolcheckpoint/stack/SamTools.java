package dev.toolcheckpoint.stack;

import static org.junit.jupiter.api.Assumptions.abort;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.toolcheckpoint.testing.aws.LocalPython;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** {@code sam}, {@code cfn-lint} and the translator. Without Python tests are skipped; with {@code CI=true} they fail. */
final class SamTools {

    static final ObjectMapper JSON = new ObjectMapper();

    private final Path python;

    private SamTools(Path python) {
        this.python = python;
    }

    static SamTools find() {
        return new SamTools(LocalPython.samTools().orElseGet(() -> abort("There is no Python for the SAM tools.")));
    }

    /** The template of this project. */
    Stack.Pair template() throws IOException, InterruptedException {
        ArrayNode one = JSON.createArrayNode().add(Files.readString(Project.TEMPLATE));
        return pair(translate(one).get(0));
    }

    static Stack.Pair pair(JsonNode both) {
        return new Stack.Pair(new Stack(both.path("parsed")), new Stack(both.path("translated")));
    }

    /** Each as {@code {"parsed":…,"translated":…}}. */
    JsonNode translate(ArrayNode templates) throws IOException, InterruptedException {
        Path input = Files.createTempFile("templates", ".json");
        Files.writeString(input, templates.toString());
        String script = Path.of("src/test/resources/translate.py").toString();
        String output = Project.run(new ProcessBuilder(python.toString(), script).redirectInput(input.toFile()), 2);
        Files.delete(input);
        return JSON.readTree(output.substring(output.indexOf('[')));
    }

    /** One of the programs beside the interpreter. */
    ProcessBuilder program(String name, String... arguments) {
        ProcessBuilder command = new ProcessBuilder(python.resolveSibling(name).toString());
        command.command().addAll(List.of(arguments));
        command.environment().put("SAM_CLI_TELEMETRY", "0");
        command.environment().put("AWS_DEFAULT_REGION", "us-east-1");
        return command;
    }
}

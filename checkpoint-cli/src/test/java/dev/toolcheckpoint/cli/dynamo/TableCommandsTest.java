package dev.toolcheckpoint.cli.dynamo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolcheckpoint.cli.Cli;
import dev.toolcheckpoint.cli.Cli.Result;
import dev.toolcheckpoint.testing.aws.AwsEndpoint;
import dev.toolcheckpoint.testing.aws.LocalAws;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code table create} and {@code table check}. What a stand-in keeps of the settings is its own affair; requests are tested in the store's module. */
@LocalAws
class TableCommandsTest {

    @TempDir
    private Path folder;

    private final CloudTable table;
    private Cli cli;

    TableCommandsTest(AwsEndpoint aws) {
        table = new CloudTable(aws);
        cli = new Cli(Path.of("."));
    }

    @BeforeEach
    void start() {
        cli = new Cli(folder);
    }

    @AfterEach
    void close() {
        table.close();
    }

    private Result run(String command, String... further) {
        List<String> args = new ArrayList<>(List.of(
                "table",
                command,
                "--store",
                table.store(),
                "--endpoint",
                table.aws.uri().toString()));
        args.addAll(List.of(further));
        return cli.raw(args.toArray(String[]::new));
    }

    private static Map<String, String> findings(JsonNode document) {
        Map<String, String> found = new TreeMap<>();
        document.path("findings")
                .forEach(each -> found.put(
                        each.path("subject").asText(), each.path("severity").asText()));
        return found;
    }

    @Test
    void create_thenCheck_isUsableAndSaysItsId() {
        Result created = run("create", "--json");
        System.err.println(created);
        assertThat(created.json().path("made").booleanValue()).isTrue();
        assertThat(created.json().path("usable").booleanValue()).isTrue();
        System.err.println(run("check"));
    }
}

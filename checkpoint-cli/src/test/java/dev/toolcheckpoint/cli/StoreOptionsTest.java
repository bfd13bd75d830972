package dev.toolcheckpoint.cli;

import static dev.toolcheckpoint.cli.Cli.key;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where the store is, and that only writing makes it. */
class StoreOptionsTest {

    private static final Path HOME = Path.of("/home/ada");

    @TempDir
    private Path folder;

    private Cli cli;

    @BeforeEach
    void start() {
        cli = new Cli(folder);
    }

    private static Path defaultFile(String system, Map<String, String> environment) {
        Surroundings surroundings = new Surroundings(
                environment,
                InputStream.nullInputStream(),
                OutputStream.nullOutputStream(),
                OutputStream.nullOutputStream(),
                false);
        return StoreOptions.defaultFile(surroundings, system, HOME);
    }

    @Test
    void defaultFile_bySystem_isInTheStateFolder() {
        Path standard = HOME.resolve(".local/state/tool-checkpoint/checkpoint.db");

        assertThat(defaultFile("Linux", Map.of())).isEqualTo(standard);
        assertThat(defaultFile("Linux", Map.of("XDG_STATE_HOME", "relative"))).isEqualTo(standard);
        assertThat(defaultFile("Linux", Map.of("XDG_STATE_HOME", "/var/state")))
                .isEqualTo(Path.of("/var/state/tool-checkpoint/checkpoint.db"));
        assertThat(defaultFile("Linux", Map.of("LOCALAPPDATA", "/x"))).isEqualTo(standard);
        assertThat(defaultFile("Windows 11", Map.of("LOCALAPPDATA", "/x")))
                .isEqualTo(Path.of("/x/tool-checkpoint/checkpoint.db"));
    }

    @Test
    void defaultStore_readAndThenWritten_isMadeByTheFirstWriteOnly() {
        Path state = folder.resolve("state");
        cli.with("TOOL_CHECKPOINT_STORE", null).with("XDG_STATE_HOME", state.toString());

        cli.run("inspect", key("c")).is(0, "{\"kind\":\"absent\"}");
        cli.run("list").is(0, "No records.");
        assertThat(cli.run("forget", key("c")).code()).isEqualTo("RECORD_MISSING");
        assertThat(state).doesNotExist();

        assertThat(cli.begin("c").kind()).isEqualTo("acquired");
        assertThat(state.resolve("tool-checkpoint").resolve("checkpoint.db")).isNotEmptyFile();
        assertThat(cli.run("inspect", key("c")).json().path("status").asText()).isEqualTo("EXECUTING");
    }

    @Test
    void missingFile_reading_findsNothingAndMakesNothing() {
        cli.run("inspect", key("c")).is(0, "{\"kind\":\"absent\"}");
        cli.run("list", "--json").is(0, "{\"records\":[],\"invalid\":[],\"more\":false}");

        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void storeOption_overTheVariable_wins() {
        Path other = folder.resolve("other.db");

        cli.begin("c", "--store", "sqlite:" + other);

        assertThat(other).isNotEmptyFile();
        assertThat(cli.store()).doesNotExist();
    }
}

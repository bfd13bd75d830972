package dev.toolcheckpoint.cli;

import static dev.toolcheckpoint.cli.Cli.key;
import static org.assertj.core.api.Assertions.assertThat;

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

    @Test
    void stateFolder_bySystem_followsItsCustom() {
        Path standard = HOME.resolve(".local/state/tool-checkpoint");

        assertThat(StateFolder.of(Map.of(), "Linux", HOME)).isEqualTo(standard);
        assertThat(StateFolder.of(Map.of("XDG_STATE_HOME", "relative"), "Linux", HOME))
                .isEqualTo(standard);
        assertThat(StateFolder.of(Map.of("XDG_STATE_HOME", "/var/state"), "Linux", HOME))
                .isEqualTo(Path.of("/var/state/tool-checkpoint"));
        assertThat(StateFolder.of(Map.of("LOCALAPPDATA", "/x"), "Linux", HOME)).isEqualTo(standard);
        assertThat(StateFolder.of(Map.of("LOCALAPPDATA", "/x"), "Windows 11", HOME))
                .isEqualTo(Path.of("/x/tool-checkpoint"));
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

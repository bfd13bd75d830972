package dev.toolcheckpoint.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolcheckpoint.cli.Cli.Result;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

class HelpTest {

    @TempDir
    private Path folder;

    static Stream<String> commands() {
        return Main.commandLine(Surroundings.ofProcess()).getSubcommands().keySet().stream();
    }

    @ParameterizedTest
    @MethodSource("commands")
    void help_ofEachCommand_hasAnExampleThatCallsIt(String command) {
        Result help = new Cli(folder).raw(command, "--help");

        assertThat(help.exitCode()).isZero();
        assertThat(help.out()).containsPattern("Example:\\R  checkpoint " + command + " ");
        assertThat(help.err()).isEmpty();
    }

    static Stream<String> commandsOfRuns() {
        return Objects.requireNonNull(
                Main.commandLine(Surroundings.ofProcess()).getSubcommands().get("runs"))
                .getSubcommands()
                .keySet()
                .stream();
    }

    @ParameterizedTest
    @MethodSource("commandsOfRuns")
    void help_ofEachCommandOfRuns_hasAnExampleThatCallsIt(String command) {
        Result help = new Cli(folder).raw("runs", command, "--help");

        assertThat(help.exitCode()).isZero();
        assertThat(help.out()).containsPattern("Example:\\R(?s:.*)  checkpoint runs " + command);
        assertThat(help.err()).isEmpty();
    }

    @Test
    void help_ofAll_namesEachCommand() {
        Result help = new Cli(folder).raw("--help");

        assertThat(help.exitCode()).isZero();
        assertThat(commands())
                .allSatisfy(command -> assertThat(help.out()).containsPattern("(?m)^  " + command + " +[A-Z]"));
    }

    @ParameterizedTest
    @MethodSource("commands")
    void summary_ofEachCommand_isOneSentenceOnItsOwn(String command) {
        CommandLine line =
                Main.commandLine(Surroundings.ofProcess()).getSubcommands().get(command);
        String[] description =
                Objects.requireNonNull(line).getCommandSpec().usageMessage().description();

        // The list of commands shows the first element only.
        assertThat(description[0]).matches("[A-Z].*\\.").hasSizeLessThan(120);
    }

    @Test
    void commands_all_areThoseThatSomethingStandsBehind() {
        assertThat(commands().toList())
                .containsAll(Set.of("run", "inspect", "list", "begin", "complete", "settle", "forget", "table", "runs"))
                .doesNotContain("console", "capacity");
    }

    @Test
    void nothing_given_saysWhatIsMissing() {
        Result nothing = new Cli(folder).raw();

        assertThat(nothing.exitCode()).isEqualTo(2);
        assertThat(nothing.out()).isEmpty();
        assertThat(nothing.err()).contains("A command is missing", "checkpoint --help");
    }

    @Test
    void version_asked_isPrinted() {
        assertThat(new Cli(folder).raw("--version").out()).startsWith("checkpoint ");
    }
}

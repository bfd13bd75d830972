package dev.toolcheckpoint.cli.run;

import static dev.toolcheckpoint.cli.Cli.T0;
import static org.assertj.core.api.Assertions.assertThat;

import dev.toolcheckpoint.cli.Cli;
import dev.toolcheckpoint.cli.Cli.Result;
import dev.toolcheckpoint.protocol.CheckpointKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Real commands, in this process. */
@DisabledOnOs(OS.WINDOWS)
class RunCommandTest {

    @TempDir
    private Path folder;

    private Cli cli;
    private Path ledger;

    @BeforeEach
    void start() {
        cli = new Cli(folder);
        ledger = folder.resolve("ledger");
    }

    private Result run(String key, String script, String... options) {
        List<String> args = new ArrayList<>(List.of("--namespace", "ops", "--key", key));
        args.addAll(List.of(options));
        args.addAll(List.of("--", "sh", "-c", script, "sh", ledger.toString()));
        return cli.run("run", args.toArray(String[]::new));
    }

    private long effects() throws IOException {
        return Files.exists(ledger) ? Files.readAllLines(ledger).size() : 0;
    }

    @Test
    void run_again_replaysOutputAndExitCodeWithoutRunning() throws IOException {
        String script = "echo effect >> $1; printf 'Zo\\303\\253\\n'; exit 7";

        Result first = run("k", script);
        Result second = run("k", script);

        assertThat(first.out()).isEqualTo("Zoë\n");
        assertThat(first.exitCode()).isEqualTo(7);
        assertThat(second.out()).isEqualTo("Zoë\n");
        assertThat(second.exitCode()).isEqualTo(7);
        assertThat(second.err()).contains("replayed", "was not run again");
        assertThat(effects()).isEqualTo(1);
    }

    @Test
    void run_json_isOneDocument() {
        Result first = run("k", "echo hi", "--json");
        Result second = run("k", "echo hi", "--json");

        String outcome =
                "\"outcome\":{\"kind\":\"success\",\"payload\":{\"exitCode\":0,\"stdout\":\"hi\\n\",\"bytes\":3,\"truncated\":false}}}";
        first.is(0, "{\"kind\":\"executed\"," + outcome);
        second.is(0, "{\"kind\":\"replay\"," + outcome);
    }

    @Test
    void run_failingCommandJson_isAnErrorOutcomeWithItsOutput() {
        run("k", "echo hi; exit 3", "--json")
                .is(
                        3,
                        "{\"kind\":\"executed\",\"outcome\":{\"kind\":\"error\",\"code\":\"EXIT_3\",\"message\":\"The command"
                                + " exited with 3.\",\"retryableAsNewCall\":false,\"details\":{\"exitCode\":3,\"stdout\":"
                                + "\"hi\\n\",\"bytes\":3,\"truncated\":false}}}");
    }

    @Test
    void run_otherCommandUnderTheKey_isConflict124() throws IOException {
        run("k", "echo effect >> $1");

        Result other = run("k", "echo effect >> $1; true");
        Result json = run("k", "false", "--json");

        assertThat(other.exitCode()).isEqualTo(124);
        assertThat(other.out()).isEmpty();
        assertThat(other.err()).contains("inputFingerprint");
        json.is(124, "{\"kind\":\"conflict\",\"differing\":[\"inputFingerprint\"]}");
        assertThat(effects()).isEqualTo(1);
    }

    @Test
    void run_liveElsewhere_isBusy123() throws IOException {
        // The command itself runs the same again, while it lives.
        cli.now();
        String[] args = {"run", "--json", "--namespace", "ops", "--key", "k", "--", "sh", "-c", "sleep 2; echo $$"};
        Thread first = new Thread(() -> cli.raw(args));
        first.start();
        Result second = cli.run("inspect", Cli.options("ops", "k"));
        while (!second.out().contains("EXECUTING")) {
            second = cli.run("inspect", Cli.options("ops", "k"));
        }

        Result busy = cli.raw(args);

        assertThat(busy.kind()).isEqualTo("busy");
        assertThat(busy.exitCode()).isEqualTo(123);
        join(first);
        assertThat(cli.raw(args).kind()).isEqualTo("replay");
    }

    @Test
    void run_ownerKilledManual_isUncertain125() {
        leaveBehind();

        Result later = run("k", "true");

        assertThat(later.exitCode()).isEqualTo(125);
        assertThat(later.err()).contains("settle");
        assertThat(run("k", "true", "--json").kind()).isEqualTo("uncertain");
    }

    @Test
    void run_settledByHand_replaysTheSettlement() {
        leaveBehind();
        run("k", "true");
        cli.run("settle", Cli.options("ops", "k", "--result", "{\"done\":true}", "--evidence", "log", "--by", "alice"));

        Result settled = run("k", "true");

        assertThat(settled.exitCode()).isZero();
        assertThat(settled.out()).isEqualTo("{\"done\":true}\n");
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "7, 7", "255, 255", "256, 122", "-1, 122", "512, 122"})
    void run_settledByHandWithAnExitCode_exitsWithItOrWith122(int recorded, int exitCode) {
        leaveBehind();
        run("k", "true");
        String result = "{\"exitCode\":" + recorded + ",\"stdout\":\"hi\"}";
        cli.run("settle", Cli.options("ops", "k", "--result", result, "--evidence", "log", "--by", "alice"));

        Result settled = run("k", "true");

        assertThat(settled.exitCode()).isEqualTo(exitCode);
        assertThat(settled.out()).isEqualTo("hi");
        assertThat(settled.err().contains("the recorded exit code " + recorded + " is none"))
                .isEqualTo(exitCode != recorded);
    }

    /** What a killed owner of {@code run("k", "true")} leaves: a claim that nobody completes, its lease over. */
    private void leaveBehind() {
        String input = "[\"sh\",\"-c\",\"true\",\"sh\",\"" + ledger + "\"]";
        cli.run("begin", Cli.options("ops", "k", "--tool", "run", "--input", input));
        cli.at(T0 + 30_000);
    }

    @Test
    void run_commandThatIsNotThere_claimsNothing() {
        Result missing = cli.run("run", "--namespace", "ops", "--key", "k", "--json", "--", "no-such-command");

        assertThat(missing.exitCode()).isEqualTo(122);
        assertThat(missing.message()).contains("no-such-command", "nothing was claimed");
        assertThat(missing.json().path("error").path("effectMayHaveHappened").asBoolean())
                .isFalse();
        assertThat(cli.run("inspect", Cli.options("ops", "k")).kind()).isEqualTo("absent");
    }

    @Test
    void run_programWithoutInterpreter_endsWithoutEffect() throws IOException {
        Path program = Files.writeString(folder.resolve("program"), "#!/no/such/interpreter\n");
        assertThat(program.toFile().setExecutable(true)).isTrue();
        String[] args = {"--namespace", "ops", "--key", "k", "--", program.toString()};

        Result first = cli.run("run", args);
        Result second = cli.run("run", args);

        assertThat(first.exitCode()).isEqualTo(122);
        assertThat(first.err()).contains("could not be started");
        assertThat(second.exitCode()).isEqualTo(122);
        assertThat(cli.run("inspect", Cli.options("ops", "k"))
                        .json()
                        .path("outcome")
                        .path("kind")
                        .asText())
                .isEqualTo("error");
    }

    @Test
    void run_commandSees_itsIdempotencyKeyAndArguments() {
        Result shown = cli.run(
                "run",
                "--namespace",
                "ops",
                "--key",
                "k",
                "sh",
                "-c",
                "echo $CHECKPOINT_NAMESPACE $CHECKPOINT_KEY $CHECKPOINT_ATTEMPT $CHECKPOINT_IDEMPOTENCY_KEY $1 $2",
                "sh",
                "--json",
                "--");

        String id = CheckpointKey.of("ops", "k").id();
        assertThat(shown.out()).isEqualTo("ops k 1 " + id + " --json --\n");
    }

    @Test
    void run_muchOutput_isStreamedInFullAndKeptInPart() {
        String script = "head -c 300000 /dev/zero | tr '\\000' x";

        Result first = run("k", script);
        Result second = run("k", script);

        assertThat(first.out()).hasSize(300_000);
        assertThat(second.out()).hasSize(256 * 1024);
        assertThat(second.err()).contains("of its 300000 bytes of output the first 262144 were kept");
    }

    @Test
    void run_storeThatFails_is122() throws IOException {
        Files.writeString(cli.store(), "no database");

        Result failed = run("k", "echo effect >> $1", "--json");

        assertThat(failed.exitCode()).isEqualTo(122);
        assertThat(failed.code()).isEqualTo("TABLE_MISMATCH");
        assertThat(effects()).isZero();
    }

    @Test
    void run_longerThanItsLease_keepsIt() {
        cli.now();

        Result kept = run("k", "sleep 1.2; echo done", "--lease", "400ms", "--json");

        assertThat(kept.kind()).isEqualTo("executed");
        assertThat(cli.run("inspect", Cli.options("ops", "k"))
                        .json()
                        .path("revision")
                        .asLong())
                .isGreaterThan(3);
    }

    @Test
    void run_manualMarkedUncertainMeanwhile_stillRecordsItsEnd() {
        cli.now();

        operatorMarks("k");

        Result ended = run("k", "sleep 1; echo late", "--lease", "600ms");

        assertThat(ended.err()).contains("The lease is lost");
        assertThat(ended.out()).isEqualTo("late\n");
        assertThat(ended.exitCode()).isZero();
        assertThat(run("k", "sleep 1; echo late").out()).isEqualTo("late\n");
    }

    @Test
    void run_idempotentMarkedUncertainMeanwhile_endsTheCommand() throws IOException {
        cli.now();

        operatorMarks("k");

        Result ended = run(
                "k",
                "sleep 20; echo effect >> $1",
                "--lease",
                "600ms",
                "--recovery",
                "idempotent",
                "--retry-for-ms",
                "60000");

        assertThat(ended.err()).contains("the command is ended");
        assertThat(ended.exitCode()).isEqualTo(125);
        assertThat(effects()).isZero();
    }

    /** An operator takes the owner for dead, as soon as there is one. */
    private void operatorMarks(String key) {
        Thread operator = new Thread(() -> {
            Cli other = new Cli(folder).now();
            String[] options = Cli.options("ops", key, "--reason", "looks dead", "--by", "alice");
            while (!other.run("mark-uncertain", options).out().contains("marked")) {
                Thread.onSpinWait();
            }
        });
        operator.setDaemon(true);
        operator.start();
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }
}

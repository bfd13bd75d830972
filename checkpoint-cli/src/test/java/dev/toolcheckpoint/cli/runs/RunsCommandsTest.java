package dev.toolcheckpoint.cli.runs;

import static dev.toolcheckpoint.cli.runs.RunsCli.BICYCLE;
import static dev.toolcheckpoint.cli.runs.RunsCli.KETTLE;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolcheckpoint.cli.Cli.Result;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the commands of {@code runs} print and exit with. */
class RunsCommandsTest {

    private static final String ABSENT = "00000000000000000000000000000000";

    @TempDir
    private Path folder;

    private RunsCli runs;

    @BeforeEach
    void open() {
        runs = new RunsCli(folder);
    }

    private Result start(String payload, String... further) {
        List<String> words =
                new ArrayList<>(List.of("start", "--agent", "order-desk", "--trigger-id", "t-1", "--payload", payload));
        words.addAll(List.of(further));
        return runs.run(words.toArray(String[]::new));
    }

    @Test
    void start_sameTriggerTwice_isOneRun_andAnotherPayloadIsAConflict() {
        Result first = start("{\"order\":\"order-1001\"}", "--json");
        String run = first.json().path("run").asText();
        first.is(0, "{\"kind\":\"started\",\"namespace\":\"local\",\"run\":\"" + run + "\",\"status\":\"QUEUED\"}");

        start("{ \"order\": \"order-1001\" }", "--json")
                .is(
                        0,
                        "{\"kind\":\"already_started\",\"namespace\":\"local\",\"run\":\"" + run
                                + "\",\"status\":\"QUEUED\"}");
        start("{\"order\":\"order-1002\"}", "--json")
                .is(4, "{\"kind\":\"conflict\",\"namespace\":\"local\",\"run\":\"" + run + "\",\"status\":\"QUEUED\"}");
        assertThat(start("{\"order\":\"order-1002\"}").out()).contains("Nothing was started", run, "id of its own");
        assertThat(runs.run("list", "--json").json().path("runs")).hasSize(1);
    }

    @Test
    void start_forPeople_printsCommandsThatWork() {
        Result started = start("{\"order\":\"order-1001\"}");

        assertThat(started.exitCode()).isZero();
        assertThat(runs.printed(started.out(), "runs show").out()).contains("QUEUED");
        assertThat(runs.printed(started.out(), "runs worker --once").out()).contains("COMPLETED after 4 steps");
    }

    @Test
    void start_payloadOfAFileOrOfStandardInput_isThePayload() {
        String file = runs.cli.file("payload.json", "{\"order\":\"order-1001\"}");

        assertThat(start("@" + file, "--json").kind()).isEqualTo("started");
        runs.cli.stdin("{\"order\":\"order-1001\"}");
        assertThat(start("@-", "--json").kind()).isEqualTo("already_started");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --payload {made-up-secret | --payload is not acceptable JSON
            --payload @missing.json | there is no file
            --agent nobody | order-desk
            --namespace a#b | namespace
            --key  | concurrency key
            """)
    void start_refusedArgument_isSaidAndNothingIsWritten(String words, String message) {
        String[] option = words.strip().split(" ", 2);
        Result refused = runs.run(
                "start",
                "--json",
                option[0].equals("--agent") ? "--trigger" : "--agent",
                "order-desk",
                "--trigger-id",
                "t-1",
                option[0],
                option.length == 1 ? "" : option[1]);

        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.code()).isEqualTo("INVALID_ARGUMENT");
        assertThat(refused.message()).contains(message).doesNotContain("made-up-secret");
        assertThat(runs.store()).doesNotExist();
    }

    @Test
    void worker_once_executesWhatIsDue() throws IOException {
        String one = runs.started("t-1", KETTLE);
        String two = runs.started("t-2", KETTLE);

        JsonNode done = runs.worker("--once", "--json").json();

        assertThat(done.path("executed").findValuesAsText("run")).containsExactlyInAnyOrder(one, two);
        assertThat(done.path("executed").findValuesAsText("status")).containsOnly("COMPLETED");
        assertThat(done.path("drained").asBoolean()).isFalse();
        assertThat(runs.effects()).hasSize(4);
        assertThat(runs.worker("--once").out()).contains("Nothing was due.");
    }

    @Test
    void worker_forPeople_saysWhatHappensOnStderr() {
        String run = runs.started("t-1", BICYCLE);

        Result worked = runs.worker("--once");

        assertThat(worked.out().strip()).isEqualTo("Run " + run + ": WAITING after 1 step.");
        assertThat(worked.err()).contains("begins", "look_up_order: done", "waits for a person");
        assertThat(runs.printed(worked.err(), "runs approve").exitCode()).isZero();
        assertThat(runs.worker("--run", run).exitCode()).isZero();
    }

    @Test
    void worker_oneRun_exitsByHowItStands() {
        String done = runs.started("t-1", KETTLE, "--key", "k");
        String behind = runs.started("t-2", KETTLE, "--key", "k");

        Result busy = runs.worker("--run", behind, "--json");

        assertThat(busy.exitCode()).isEqualTo(3);
        assertThat(busy.json().path("executed").path(0).path("kind").asText()).isEqualTo("not_claimed");
        assertThat(runs.worker("--run", done).exitCode()).isZero();
        assertThat(runs.worker("--run", done).exitCode()).isZero();
        assertThat(runs.worker("--run", behind).exitCode()).isZero();
        assertThat(runs.worker("--run", runs.started("t-3", BICYCLE)).exitCode())
                .isEqualTo(5);
        assertThat(runs.worker("--run", ABSENT).exitCode()).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --model m | --model-url
            --model-url http://127.0.0.1:1/v1 | --model
            --model-url made-up-secret --model m | http or https
            --model-url http://127.0.0.1:1/v1 --model m --model-key-env NOT_SET_HERE | NOT_SET_HERE is not set
            --lease 1ms | --lease must be 1s to 24h
            --poll soon | --poll must be a whole number
            --drain-on SIGKILL | --drain-on must be of
            --once --run x | can't stand beside
            """)
    void worker_refusedArgument_isSaid(String words, String message) {
        List<String> all = new ArrayList<>(List.of("--json"));
        all.addAll(List.of(words.strip().split(" ")));

        Result refused = runs.worker(all.toArray(String[]::new));

        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.message()).contains(message).doesNotContain("made-up-secret");
        assertThat(runs.store()).doesNotExist();
    }

    @Test
    void show_completedRun_tellsItsStoryWithoutPayloads() {
        String run =
                runs.started("complaint-1", KETTLE, "--source", "mail", "--trigger", "complaint", "--thread", "c-7");
        runs.worker("--once");

        Result shown = runs.run("show", run);

        assertThat(shown.exitCode()).isZero();
        assertThat(shown.out())
                .contains(
                        "Run " + run + " of agent order-desk: COMPLETED",
                        "mail, complaint, id complaint-1",
                        "c-7",
                        "4 steps",
                        "wants refund_order",
                        "tool mail_customer: done",
                        "gives its final answer",
                        "Nothing: it is done.")
                .doesNotContain(KETTLE, "kettle", "ada@example.com");
        assertThat(runs.run("show", run, "--show-payload").out())
                .contains("{\"order\":\"order-1001\"}", "kettle", "was refunded, 25.00 euros");
    }

    @Test
    void show_json_hasEveryMember_andPayloadsOnlyWhenAsked() {
        String run = runs.waiting("t-1");

        JsonNode shown = runs.run("show", run, "--json").json();

        assertThat(shown.fieldNames())
                .toIterable()
                .containsExactly(
                        "namespace",
                        "run",
                        "agent",
                        "status",
                        "source",
                        "triggerId",
                        "concurrencyKey",
                        "thread",
                        "error",
                        "usage",
                        "claim",
                        "cancelRequested",
                        "stepsUsed",
                        "attempts",
                        "revision",
                        "createdAt",
                        "updatedAt",
                        "startedAt",
                        "finishedAt",
                        "waiting",
                        "trigger",
                        "steps");
        assertThat(shown.path("steps").findValuesAsText("kind")).containsExactly("LLM", "TOOL", "LLM", "WAIT", "TOOL");
        assertThat(shown.path("waiting").path(0).path("kind").asText()).isEqualTo("approval");
        assertThat(shown.path("waiting").path(0).path("callId").asText()).startsWith("run/" + run + "/2/1/call_");
        assertThat(shown.toString()).doesNotContain(BICYCLE, "bicycle");
        JsonNode all = runs.run("show", run, "--json", "--show-payload").json();
        assertThat(all.path("trigger").path("payload").path("order").asText()).isEqualTo(BICYCLE);
        assertThat(all.path("waiting").path(0).path("input").path("order").asText())
                .isEqualTo(BICYCLE);
        assertThat(all.path("steps").path(1).path("output").asText()).contains("bicycle");
    }

    @Test
    void show_textOfASource_can_tMoveTheCursor() {
        String run = runs.started("t\u001b[2J1", KETTLE);

        assertThat(runs.run("show", run).out()).contains("t\\u001b[2J1").doesNotContain("\u001b");
    }

    @Test
    void show_runThatIsNotThere_isAbsent() {
        runs.run("show", ABSENT, "--json").is(0, "{\"kind\":\"absent\"}");
        assertThat(runs.run("show", ABSENT).out()).contains("There is no run", "checkpoint runs list");
        assertThat(runs.run("show", "no id").exitCode()).isEqualTo(2);
        assertThat(runs.store()).doesNotExist();
    }

    @Test
    void show_recordThatCan_tBeRead_isExit7_andOthersCanStillBeShown() throws SQLException {
        String broken = runs.started("t-1", KETTLE);
        String good = runs.started("t-2", KETTLE);
        try (Connection file = DriverManager.getConnection("jdbc:sqlite:" + runs.store());
                Statement change = file.createStatement()) {
            int changed = change.executeUpdate("UPDATE runs_cells SET body = x'7b' WHERE sort = 'RUN' AND cell = 'run'"
                    + " AND partition LIKE '%" + broken + "%'");
            assertThat(changed).isEqualTo(1);
        }

        Result shown = runs.run("show", broken, "--json");

        assertThat(shown.exitCode()).isEqualTo(7);
        assertThat(shown.code()).isEqualTo("INVALID_CHECKPOINT");
        assertThat(runs.status(good)).isEqualTo("QUEUED");
    }

    @Test
    void worker_runThatCan_tBeRead_doesn_tKeepTheOthersWaiting() throws SQLException {
        String broken = runs.waiting("t-1");
        runs.run("approve", broken, runs.approval(broken), "--by", "ann");
        String good = runs.started("t-2", KETTLE);
        try (Connection file = DriverManager.getConnection("jdbc:sqlite:" + runs.store());
                Statement change = file.createStatement()) {
            int changed = change.executeUpdate(
                    "UPDATE runs_cells SET body = x'7b' WHERE sort <> 'RUN' AND partition LIKE '%" + broken + "%'");
            assertThat(changed).isPositive();
        }

        Result worked = runs.worker("--once", "--json");

        assertThat(worked.exitCode()).isEqualTo(7);
        assertThat(worked.json().path("executed").findValuesAsText("kind"))
                .containsExactlyInAnyOrder("failed", "settled");
        assertThat(worked.json().path("executed").findValuesAsText("code")).containsExactly("INVALID_CHECKPOINT");
        assertThat(runs.status(good)).isEqualTo("COMPLETED");
    }

    @Test
    void list_byStatus_hasTheRunsThatAreInIt() {
        String waiting = runs.waiting("t-1");
        String queued = runs.started("t-2", KETTLE);

        JsonNode listed = runs.run("list", "--status", "waiting", "--json").json();

        assertThat(listed.path("runs").findValuesAsText("run")).containsExactly(waiting);
        assertThat(listed.path("more").asBoolean()).isFalse();
        assertThat(runs.run("list").out()).contains("STATUS", waiting, "WAITING", queued, "QUEUED", "cli t-2");
        assertThat(runs.run("list", "--limit", "1", "--json")
                        .json()
                        .path("more")
                        .asBoolean())
                .isTrue();
        assertThat(runs.run("list", "--namespace", "other").out()).contains("No runs in namespace other.");
        assertThat(runs.run("list", "--status", "DEAD").err()).contains("INTERRUPTED", "DEAD");
        assertThat(runs.run("list", "--limit", "0").exitCode()).isEqualTo(2);
    }

    @Test
    void tick_namesTheRunsThatAWorkerHasToExecute() {
        String run = runs.started("t-1", KETTLE);

        Result tick = runs.run("tick", "--json");

        tick.is(
                0,
                "{\"handedOver\":[{\"namespace\":\"local\",\"run\":\"" + run
                        + "\"}],\"expired\":0,\"sentAgain\":0,\"settled\":0,\"broken\":0}");
        assertThat(runs.run("tick").out()).contains("0 to execute");
        assertThat(runs.worker("--run", run).exitCode()).isZero();
    }

    @Test
    void cancel_isDirect_andHarmlessTwice() {
        String run = runs.waiting("t-1");
        String done = runs.started("t-2", KETTLE);
        runs.worker("--run", done);

        runs.run("cancel", run, "--by", "ann", "--json")
                .is(0, "{\"kind\":\"cancelled\",\"run\":\"" + run + "\",\"status\":\"CANCELLED\"}");
        runs.run("cancel", run, "--by", "ann", "--json")
                .is(0, "{\"kind\":\"already_ended\",\"run\":\"" + run + "\",\"status\":\"CANCELLED\"}");
        runs.run("cancel", done, "--by", "ann", "--json")
                .is(5, "{\"kind\":\"already_ended\",\"run\":\"" + done + "\",\"status\":\"COMPLETED\"}");
        runs.run("cancel", ABSENT, "--by", "ann", "--json").is(2, "{\"kind\":\"unknown\",\"run\":\"" + ABSENT + "\"}");
        assertThat(runs.run("cancel", run).exitCode()).isEqualTo(2);
    }

    @Test
    void resume_runThatWaitsForAnApproval_staysAsItIs() {
        String run = runs.waiting("t-1");

        runs.run("resume", run, "--by", "ann", "--json").is(5, "{\"kind\":\"not_waiting\",\"run\":\"" + run + "\"}");
        assertThat(runs.status(run)).isEqualTo("WAITING");
    }
}

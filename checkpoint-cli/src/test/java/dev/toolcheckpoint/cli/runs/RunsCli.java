package dev.toolcheckpoint.cli.runs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolcheckpoint.cli.Cli;
import dev.toolcheckpoint.cli.Cli.Result;
import dev.toolcheckpoint.runs.RunKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The commands of {@code runs} on a file of their own, with a ledger beside it. */
final class RunsCli {

    static final String KETTLE = "order-1001";
    static final String BICYCLE = "order-1002";

    private final Path folder;
    final Cli cli;

    RunsCli(Path folder) {
        this.folder = folder;
        this.cli = new Cli(folder)
                .now()
                .with("XDG_STATE_HOME", folder.resolve("state").toString());
    }

    Path store() {
        return cli.store();
    }

    Path ledger() {
        return folder.resolve("ledger.jsonl");
    }

    Result run(String... words) {
        List<String> all = new ArrayList<>(List.of("runs"));
        all.addAll(List.of(words));
        return cli.raw(all.toArray(String[]::new));
    }

    /** Starts a run for the order and returns its id. */
    String started(String triggerId, String order, String... further) {
        List<String> words = new ArrayList<>(List.of(
                "start",
                "--agent",
                "order-desk",
                "--trigger-id",
                triggerId,
                "--json",
                "--payload",
                "{\"order\":\"" + order + "\"}"));
        words.addAll(List.of(further));
        Result started = run(words.toArray(String[]::new));
        assertThat(started.kind()).as(started.err()).isEqualTo("started");
        return started.json().path("run").asText();
    }

    Result worker(String... further) {
        List<String> words = new ArrayList<>(List.of("worker", "--ledger", ledger().toString()));
        words.addAll(List.of(further));
        return run(words.toArray(String[]::new));
    }

    /** A run that waits for its approval. */
    String waiting(String triggerId) {
        String run = started(triggerId, BICYCLE);
        assertThat(worker("--run", run).exitCode()).isEqualTo(5);
        return run;
    }

    String status(String run) {
        return run("show", run, "--json").json().path("status").asText();
    }

    /** The name of the run's open approval. */
    String approval(String run) {
        return run("show", run, "--json")
                .json()
                .path("waiting")
                .path(0)
                .path("approvalId")
                .asText();
    }

    /** Runs a command that was printed as it stands. */
    Result printed(String output, String start) {
        Matcher line = Pattern.compile("(?m)^ *checkpoint (" + Pattern.quote(start) + ".*)$")
                .matcher(output);
        assertThat(line.find()).as(output).isTrue();
        return cli.raw(line.group(1).split(" "));
    }

    /** The ledger's effects, without their keys. */
    List<String> effects() throws IOException {
        return Files.exists(ledger())
                ? Files.readAllLines(ledger()).stream()
                        .filter(line -> line.contains("\"effect\""))
                        .map(line -> line.replaceAll("\"key\":\"[0-9a-f]+\",", ""))
                        .toList()
                : List.of();
    }

    RunKey key(String run) {
        return new RunKey("local", run);
    }
}

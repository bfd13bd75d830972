package dev.toolcheckpoint.runs.kills;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolcheckpoint.journal.Journal;
import dev.toolcheckpoint.protocol.Checkpoint;
import dev.toolcheckpoint.protocol.Evidence;
import dev.toolcheckpoint.protocol.Receipt;
import dev.toolcheckpoint.protocol.Status;
import dev.toolcheckpoint.runs.Execute;
import dev.toolcheckpoint.runs.RunDetails;
import dev.toolcheckpoint.runs.RunKey;
import dev.toolcheckpoint.runs.RunStatus;
import dev.toolcheckpoint.runs.Runs;
import dev.toolcheckpoint.runs.Step;
import dev.toolcheckpoint.runs.WaitPoint;
import dev.toolcheckpoint.runs.store.RunStore;
import dev.toolcheckpoint.runs.store.RunStores;
import dev.toolcheckpoint.store.CheckpointStore;
import dev.toolcheckpoint.store.CheckpointStores;
import dev.toolcheckpoint.store.ListQuery;
import dev.toolcheckpoint.testing.VirtualClock;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;

/** Kills a worker at a point, then brings the run to its end, and looks what the world saw. */
final class KilledWorkers {

    /** Twelve points of the run, each in a worker of its own. */
    static final List<String> POINTS = List.of(
            "Claimed",
            "asked 1",
            "answered 1",
            "turn 1",
            "before refund",
            "after refund",
            "result 1",
            "step 1",
            "after mail",
            "settled WAITING",
            "after book",
            "answered 4");

    private final String store;
    private final String key;
    private final Map<String, String> environment;

    KilledWorkers(String store, String key, Map<String, String> environment) {
        this.store = store;
        this.key = key;
        this.environment = environment;
    }

    void killAt(String point, Path folder) throws IOException, InterruptedException {
        Path ledger = folder.resolve("ledger");
        VirtualClock clock = new VirtualClock(Instant.now().truncatedTo(ChronoUnit.MILLIS));
        Map<String, String> options = WorkerChild.options(store, key);
        try (CheckpointStore checkpoints = CheckpointStores.open(store, options);
                RunStore runStore = RunStores.open(store, options)) {
            Journal journal = Journal.builder(checkpoints)
                    .clock(clock)
                    .pause(clock::advance)
                    .build();
            Runs runs = Runs.builder(runStore, journal)
                    .agents(ThreeTools.agent(ledger, here -> {}))
                    .pause(clock::advance)
                    .build();
            RunKey run = runs.start(ThreeTools.request()).run().key();
            killedAt(point, ledger, run);
            // Whatever the worker had is over by now.
            clock.set(Instant.now().truncatedTo(ChronoUnit.MILLIS).plus(ThreeTools.HOUR));
            finish(runs, journal, clock, ledger, run);
            check(runs, ledger, run);
        }
    }

    private void killedAt(String point, Path ledger, RunKey run) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-XX:-UsePerfData",
                        "-Dendpoint=" + System.getProperty("endpoint"),
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        WorkerChild.class.getName(),
                        store,
                        key,
                        ledger.toString(),
                        run.id(),
                        point)
                .redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().putAll(environment);
        Process child = builder.start();
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(child.getInputStream(), StandardCharsets.UTF_8))) {
            assertThat(lines.readLine()).isEqualTo("at " + point);
        } finally {
            child.toHandle().destroyForcibly();
            assertThat(child.waitFor(60, TimeUnit.SECONDS)).isTrue();
        }
    }

    /** What a worker, an approver, an operator and the schedule do. */
    private static void finish(Runs runs, Journal journal, VirtualClock clock, Path ledger, RunKey run) {
        for (int round = 0; round < 10; round++) {
            if (runs.execute(run) instanceof Execute.Settled settled
                    && settled.run().status().ended()) {
                return;
            }
            for (WaitPoint wait : runs.load(run).orElseThrow().run().waiting()) {
                if (wait.kind() == WaitPoint.Kind.APPROVAL && wait.decision() == null) {
                    runs.approve(run, wait.approvalId(), "boss");
                }
            }
            settle(journal, ledger);
            clock.advance(ThreeTools.HOUR);
            runs.tick(clock.instant().plus(ThreeTools.HOUR));
        }
    }

    private static void settle(Journal journal, Path ledger) {
        for (Checkpoint record : journal.list(ListQuery.all()).records()) {
            if (record.status() == Status.UNCERTAIN) {
                boolean happened = ThreeTools.effects(ledger).stream()
                        .anyMatch(line -> line.endsWith(record.key().id()));
                Evidence evidence = happened
                        ? Evidence.happened("in the ledger", "operator")
                        : Evidence.absent("not in the ledger", "operator");
                journal.settle(
                        record.key(),
                        evidence,
                        happened
                                ? Receipt.successJson("\"done\"")
                                : Receipt.errorJson("NOT_DONE", "It did not happen.", true),
                        Duration.ZERO);
            }
        }
    }

    private static void check(Runs runs, Path ledger, RunKey run) {
        RunDetails details = runs.load(run).orElseThrow();
        assertThat(details.run().status()).isEqualTo(RunStatus.COMPLETED);
        List<String> effects = ThreeTools.effects(ledger);
        Set<String> tools = new TreeSet<>();
        effects.forEach(line -> tools.add(line.substring(0, line.indexOf(' '))));
        assertThat(effects).as("each effect once").hasSameSizeAs(tools);
        // A refund that surely never happened is told so; everything that was told as done happened.
        List<String> done = details.steps().stream()
                .filter(step -> step.kind() == Step.Kind.TOOL && step.error() == null)
                .map(Step::name)
                .toList();
        assertThat(tools).containsExactlyInAnyOrderElementsOf(done);
        assertThat(done).contains("mail", "book");
    }
}

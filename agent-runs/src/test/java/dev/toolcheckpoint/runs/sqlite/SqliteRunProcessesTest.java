package dev.toolcheckpoint.runs.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolcheckpoint.runs.store.Cell;
import dev.toolcheckpoint.runs.store.Change;
import dev.toolcheckpoint.runs.store.Commit;
import dev.toolcheckpoint.runs.store.Expected;
import dev.toolcheckpoint.runs.store.RunItem;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Real processes on one file, and real kills. */
class SqliteRunProcessesTest {

    private static final int PROCESSES = 4;
    private static final int COMMITS = 500;

    @TempDir
    private Path folder;

    private Path file;
    private final List<RunChildProcess> children = new ArrayList<>();

    @BeforeEach
    void name() {
        file = folder.resolve("calls.db");
    }

    @AfterEach
    void killAll() {
        children.forEach(RunChildProcess::kill);
    }

    /** The file doesn't exist at the start, so this is the race for the first initialisation, too. */
    @Test
    void commits_byManyProcessesOnANewFile_winOneNumberEach() throws Exception {
        int each = 25;
        for (int self = 0; self < PROCESSES; self++) {
            children.add(RunChildProcess.start("race", file, "child-" + self + "-", each));
        }
        for (RunChildProcess child : children) {
            child.awaitReady();
        }
        for (RunChildProcess child : children) {
            child.go();
        }
        List<String> won = new ArrayList<>();
        for (RunChildProcess child : children) {
            List<String> lines = child.rest();
            assertThat(lines).hasSize(each + 1).endsWith("end");
            assertThat(child.exitCode()).isZero();
            won.addAll(lines.subList(0, each));
        }
        assertThat(won)
                .containsExactlyInAnyOrderElementsOf(IntStream.rangeClosed(1, PROCESSES * each)
                        .mapToObj(number -> "won " + number)
                        .toList());
        try (SqliteRunStore store = SqliteRunStore.open(file)) {
            assertThat(wholeSteps(store)).isEqualTo(PROCESSES * each);
        }
        assertIntact();
    }

    /** The kill comes after so many acknowledged commits: at the first ones, and around checkpoints of the log. */
    @ParameterizedTest
    @ValueSource(ints = {1, 33, 140, 250, 361, 480})
    void kill_amongManyCommits_losesNoneThatWasAcknowledgedAndAppliesNoneByHalf(int acknowledged) throws Exception {
        RunChildProcess child = RunChildProcess.start("steps", file, "killed-", COMMITS);
        children.add(child);
        child.awaitReady();
        child.go();
        List<String> said = new ArrayList<>();
        while (said.size() < acknowledged) {
            said.add(child.line());
        }
        child.kill();
        // What it said before it died counts as well.
        said.addAll(child.rest());
        assertThat(child.exitCode()).isNotZero();
        assertThat(said).doesNotContain("end");
        assertThat(said.get(said.size() - 1)).isEqualTo("wrote " + said.size());

        try (SqliteRunStore store = SqliteRunStore.open(file)) {
            // The last one may have been applied without being heard of.
            int steps = wholeSteps(store);
            assertThat(steps).isBetween(said.size(), said.size() + 1);
            assertThat(store.commit(new Commit(
                            "after the kill",
                            List.of(Change.of(RunChild.partKey(steps + 1, 0))
                                    .expect("output", new Expected.Absent())
                                    .put("output", Cell.secret("v", RunChild.output(steps + 1)))
                                    .build()))))
                    .isTrue();
        }
        assertIntact();
    }

    /** A commit has 42 changes: statements 0 to 41 ask, 42 to 83 write, and after the last comes the commit itself. */
    @ParameterizedTest
    @ValueSource(ints = {0, 41, 42, 43, 60, 83, 84})
    void kill_beforeThisStatementOfACommit_appliesNoneOfIt(int statement) throws Exception {
        RunChildProcess child = RunChildProcess.start("pause", file, "paused-", statement);
        children.add(child);
        child.awaitReady();
        child.go();
        for (int step = 1; step <= RunChild.STEPS_BEFORE_PAUSE; step++) {
            assertThat(child.line()).isEqualTo("wrote " + step);
        }
        assertThat(child.line()).isEqualTo("paused");
        child.kill();
        assertThat(child.exitCode()).isNotZero();

        try (SqliteRunStore store = SqliteRunStore.open(file)) {
            assertThat(wholeSteps(store)).isEqualTo(RunChild.STEPS_BEFORE_PAUSE);
        }
        assertIntact();
    }

    /** How many steps there are, each of which is in all of its items. */
    private static int wholeSteps(SqliteRunStore store) {
        List<RunItem> run = store.load("tenant", "R#1");
        int steps = (run.size() - 1) / RunChild.PARTS;
        assertThat(run).hasSize(1 + steps * RunChild.PARTS);
        assertThat(run.get(0).key()).isEqualTo(RunChild.RUN);
        assertThat(RunChild.text(run.get(0), RunChild.COUNT)).isEqualTo("" + steps);
        assertThat(RunChild.text(store.find(RunChild.TICKETS).orElseThrow(), RunChild.COUNT))
                .isEqualTo("" + steps);
        for (int item = 1; item < run.size(); item++) {
            int number = 1 + (item - 1) / RunChild.PARTS;
            assertThat(run.get(item).key()).isEqualTo(RunChild.partKey(number, (item - 1) % RunChild.PARTS));
            Cell output = run.get(item).cell("output");
            assertThat(output == null ? null : output.body()).isEqualTo(RunChild.output(number));
        }
        return steps;
    }

    private void assertIntact() throws Exception {
        assertThat(RunDatabase.text(file, "PRAGMA integrity_check")).isEqualTo("ok");
    }
}

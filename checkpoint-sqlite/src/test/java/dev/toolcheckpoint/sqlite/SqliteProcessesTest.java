package dev.toolcheckpoint.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolcheckpoint.protocol.Checkpoint;
import dev.toolcheckpoint.protocol.CheckpointKey;
import dev.toolcheckpoint.protocol.Status;
import dev.toolcheckpoint.store.ListQuery;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Real processes on one file, and real kills. */
class SqliteProcessesTest {

    private static final int PROCESSES = 8;
    private static final int PAIRS = 2_000;

    @TempDir
    private Path folder;

    private Path file;
    private final List<ChildProcess> children = new ArrayList<>();

    @BeforeEach
    void name() {
        file = folder.resolve("calls.db");
    }

    @AfterEach
    void killAll() {
        children.forEach(ChildProcess::kill);
    }

    /** The file doesn't exist at the start, so this is the race for the first initialisation, too. */
    @RepeatedTest(2)
    void createIfAbsent_byManyProcessesOnANewFile_isStoredOnceEach() throws Exception {
        int calls = 20;
        startAll("race", calls);
        List<String> answers = new ArrayList<>();
        for (ChildProcess child : children) {
            List<String> lines = child.rest();
            assertThat(lines).hasSize(calls + 1).endsWith("end");
            assertThat(child.exitCode()).isZero();
            answers.addAll(lines);
        }
        assertThat(answers.stream().filter(answer -> answer.startsWith("won ")))
                .containsExactlyInAnyOrderElementsOf(IntStream.range(0, calls)
                        .mapToObj(call -> "won " + call)
                        .toList());
        assertIntact();
    }

    @Test
    void writes_byManyProcesses_areAllStored() throws Exception {
        int calls = 25;
        startAll("pairs", calls);
        for (ChildProcess child : children) {
            assertThat(child.rest()).hasSize(2 * calls + 1).endsWith("end");
        }
        try (SqliteCheckpointStore store = SqliteCheckpointStore.open(file)) {
            assertThat(store.list(new ListQuery(null, Set.of(Status.COMPLETED), null, 1_000, null))
                            .records())
                    .hasSize(PROCESSES * calls);
        }
        assertIntact();
    }

    /** The kill comes after so many acknowledged writes: in the first ones, and around checkpoints of the log. */
    @ParameterizedTest
    @ValueSource(ints = {1, 40, 777, 1_500})
    void kill_amongManyWrites_losesNoneThatWasAcknowledged(int acknowledged) throws Exception {
        ChildProcess child = start("pairs", "killed", PAIRS);
        child.awaitReady();
        child.go();
        List<String> acknowledgements = new ArrayList<>();
        while (acknowledgements.size() < acknowledged) {
            acknowledgements.add(child.line());
        }
        child.kill();
        // What it said before it died counts as well.
        acknowledgements.addAll(child.rest());
        assertThat(child.exitCode()).isNotZero();
        assertThat(acknowledgements).doesNotContain("end");

        try (SqliteCheckpointStore store = SqliteCheckpointStore.open(file)) {
            for (String acknowledgement : acknowledgements) {
                assertStored(store, acknowledgement);
            }
            Calls.completed(store, "after the kill", Calls.bytes("x"));
        }
        assertIntact();
    }

    @Test
    void kill_ofSeveralWriters_leavesTheOthersWorking() throws Exception {
        startAll("pairs", 40);
        List<List<String>> said = new ArrayList<>();
        for (int self = 0; self < PROCESSES; self++) {
            List<String> lines = new ArrayList<>();
            if (self % 2 == 0) {
                lines.add(children.get(self).line());
                children.get(self).kill();
            }
            said.add(lines);
        }
        for (int self = 0; self < PROCESSES; self++) {
            said.get(self).addAll(children.get(self).rest());
            if (self % 2 == 1) {
                assertThat(said.get(self)).hasSize(81).endsWith("end");
            }
        }
        try (SqliteCheckpointStore store = SqliteCheckpointStore.open(file)) {
            said.stream()
                    .flatMap(List::stream)
                    .filter(line -> !line.equals("end"))
                    .forEach(line -> assertStored(store, line));
        }
        assertIntact();
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void write_thatTheSystemRefusesAtCommit_isAmbiguousAndLosesNothing() throws Exception {
        ChildProcess child = ChildProcess.startWithSmallFiles("fill", file, "filling", PAIRS);
        children.add(child);
        child.awaitReady();
        child.go();
        List<String> said = child.rest();
        assertThat(child.exitCode()).isZero();
        assertThat(said.subList(said.size() - 2, said.size()))
                .containsExactly("STORE_UNAVAILABLE ambiguous true", "end");
        try (SqliteCheckpointStore store = SqliteCheckpointStore.open(file)) {
            said.subList(0, said.size() - 2).forEach(line -> assertStored(store, line));
        }
        assertIntact();
    }

    private static void assertStored(SqliteCheckpointStore store, String acknowledgement) {
        String[] words = acknowledgement.split(" ", 2);
        Checkpoint found = store.find(CheckpointKey.of("tenant", words[1])).orElseThrow();
        if (words[0].equals("completed")) {
            assertThat(found.status()).isEqualTo(Status.COMPLETED);
            assertThat(store.loadPayload(found)).isEqualTo(StoreChild.result(words[1]));
        } else {
            assertThat(words[0]).isEqualTo("claimed");
        }
    }

    private void startAll(String task, int times) throws Exception {
        for (int self = 0; self < PROCESSES; self++) {
            start(task, "process-" + self, times);
        }
        for (ChildProcess child : children) {
            child.awaitReady();
        }
        for (ChildProcess child : children) {
            child.go();
        }
    }

    private ChildProcess start(String task, String self, int times) throws Exception {
        ChildProcess child = ChildProcess.start(task, file, self, times);
        children.add(child);
        return child;
    }

    private void assertIntact() throws Exception {
        assertThat(Database.text(file, "PRAGMA integrity_check")).isEqualTo("ok");
        try (SqliteCheckpointStore store = SqliteCheckpointStore.open(file)) {
            ListQuery query = new ListQuery(null, Set.of(), null, 1_000, null);
            var page = store.list(query);
            assertThat(page.invalid()).isEmpty();
            while (page.nextCursor() != null) {
                page = store.list(query.after(page));
                assertThat(page.invalid()).isEmpty();
            }
        }
    }
}

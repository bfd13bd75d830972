package dev.toolcheckpoint.runs.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.toolcheckpoint.protocol.CheckpointException;
import dev.toolcheckpoint.protocol.ErrorCode;
import dev.toolcheckpoint.protocol.StoreException;
import dev.toolcheckpoint.runs.store.Cell;
import dev.toolcheckpoint.runs.store.Change;
import dev.toolcheckpoint.runs.store.Commit;
import dev.toolcheckpoint.runs.store.Expected;
import dev.toolcheckpoint.runs.store.ItemKey;
import dev.toolcheckpoint.sqlite.SqliteCheckpointStore;
import dev.toolcheckpoint.store.ListQuery;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The file: missing, shared with the journal, somebody else's, changed, locked. */
class SqliteRunFileTest {

    private static final ItemKey KEY = new ItemKey("tenant", "R#1", "RUN");
    private static final Expected ABSENT = new Expected.Absent();

    /** Where the header says what may write the file, and a value that says nobody may. */
    private static final int WRITE_VERSION_AT = 18;

    private static final int READ_ONLY = 3;

    @TempDir
    private Path folder;

    private Path file;

    @BeforeEach
    void name() {
        file = folder.resolve("calls.db");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void readsAndRefusals_ofNoFile_areEmptyAndMakeNone(boolean zeroBytes) throws Exception {
        if (zeroBytes) {
            Files.createFile(file);
        }
        try (SqliteRunStore store = SqliteRunStore.open(file)) {
            assertNothing(store);
            Expected seen = new Expected.Version("v");
            assertThat(store.commit(commit(
                            Change.of(KEY).expect("a", seen).put("a", cell()).build())))
                    .isFalse();
            assertThat(store.commit(commit(Change.of(KEY).expect("a", seen).delete())))
                    .isFalse();
            assertThat(folder.toFile().list()).hasSize(zeroBytes ? 1 : 0);
            create(store);
            assertThat(store.find(KEY)).isPresent();
        }
        try (SqliteRunStore store = SqliteRunStore.open(file)) {
            assertThat(store.find(KEY)).isPresent();
        }
    }

    private static void assertNothing(SqliteRunStore store) {
        assertThat(store.find(KEY)).isEmpty();
        assertThat(store.load("tenant", "R#1")).isEmpty();
        assertThat(store.list("tenant", "RUN", 10, null).entries()).isEmpty();
        assertThat(store.due(Instant.MAX, 10, null).entries()).isEmpty();
    }

    @Test
    void journalWithoutRuns_isAnEmptyStore_andGetsThemWithTheFirstCommit() throws Exception {
        stored();
        RunDatabase.run(file, "DROP TABLE runs_cells");
        RunDatabase.run(file, "DROP TABLE runs_due");
        RunDatabase.run(file, "DROP TABLE runs_schema");
        byte[] before = Files.readAllBytes(file);
        try (SqliteRunStore store = SqliteRunStore.open(file)) {
            assertNothing(store);
            assertThat(file).hasBinaryContent(before);
            create(store);
            assertThat(store.find(KEY)).isPresent();
        }
    }

    @Test
    void fileOfRuns_isAJournalToo() throws Exception {
        stored();
        try (SqliteCheckpointStore journal = SqliteCheckpointStore.open(file);
                SqliteRunStore runs = SqliteRunStore.open(file)) {
            assertThat(journal.list(ListQuery.all()).records()).isEmpty();
            assertThat(runs.find(KEY)).isPresent();
        }
        assertThat(RunDatabase.text(file, "PRAGMA journal_mode")).isEqualTo("wal");
        assertThat(RunDatabase.text(file, "SELECT version FROM runs_schema")).isEqualTo("1");
        assertThat(RunDatabase.text(file, "SELECT count(*) FROM checkpoints")).isEqualTo("0");
    }

    @Test
    void foreignFiles_areRefusedAndLeftAsTheyAre() throws Exception {
        Files.writeString(file, "line of text\n".repeat(1_000));
        assertRefusedUnchanged(ErrorCode.TABLE_MISMATCH, "is not a SQLite database");
        Files.delete(file);
        RunDatabase.run(file, "CREATE TABLE runs_cells (id TEXT)");
        assertRefusedUnchanged(ErrorCode.TABLE_MISMATCH, "another program's SQLite database");
    }

    @Test
    void folder_isRefused() {
        assertThatThrownBy(() -> SqliteRunStore.open(folder)).hasMessageContaining("is a folder");
        assertThatThrownBy(() -> SqliteRunStore.open(file, Duration.ofMillis(-1)))
                .hasMessageContaining("busy timeout");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            DROP TABLE runs_cells                                             | TABLE_MISSING  | lost its table `runs_cells`
            DROP TABLE runs_due                                               | TABLE_MISSING  | lost its table `runs_due`
            DROP TABLE runs_schema                                            | TABLE_MISSING  | lost its table `runs_schema`
            DROP INDEX runs_due_at                                            | TABLE_MISMATCH | `runs_due_at` differs
            UPDATE runs_schema SET version = 2                                | TABLE_MISMATCH | schema version 2
            DELETE FROM runs_schema                                           | TABLE_MISMATCH | schema version 0
            ALTER TABLE runs_cells ADD COLUMN note TEXT                       | TABLE_MISMATCH | `runs_cells` differs
            CREATE INDEX mine ON runs_cells (version)                         | TABLE_MISMATCH | `mine` differs
            CREATE TRIGGER t AFTER UPDATE ON runs_cells BEGIN SELECT 1; END   | TABLE_MISMATCH | `t` differs
            CREATE TABLE runs_more (id TEXT)                                  | TABLE_MISMATCH | `runs_more` differs
            PRAGMA user_version = 2                                           | TABLE_MISMATCH | schema version 2
            DROP TABLE checkpoints                                            | TABLE_MISSING  | no table `checkpoints`
            """)
    void changedSchema_isRefusedAndLeftAsItIs(String change, ErrorCode code, String rule) throws Exception {
        stored();
        RunDatabase.run(file, change);
        assertRefusedUnchanged(code, rule);
    }

    @Test
    void otherTables_areNobodysBusiness() throws Exception {
        stored();
        RunDatabase.run(file, "CREATE TABLE runsheets (id TEXT)");
        try (SqliteRunStore store = SqliteRunStore.open(file)) {
            assertThat(store.find(KEY)).isPresent();
        }
    }

    @Test
    void tableDroppedWhileOpen_isMissing() throws Exception {
        try (SqliteRunStore store = SqliteRunStore.open(file)) {
            create(store);
            RunDatabase.run(file, "DROP TABLE runs_due");
            assertCode(() -> store.find(KEY), ErrorCode.TABLE_MISSING, "`runs_due`");
        }
    }

    @Test
    void fileDeletedWhileOpen_isMissingAndNoOtherIsMade() throws Exception {
        try (SqliteRunStore store = SqliteRunStore.open(file)) {
            create(store);
            Files.delete(file);
            Change next = Change.of(KEY).expect("b", ABSENT).put("b", cell()).build();
            assertCode(() -> store.commit(commit(next)), ErrorCode.TABLE_MISSING, "deleted or replaced");
            assertThat(file).doesNotExist();
        }
    }

    @Test
    void readOnlyFile_isReadAndNotWritten() throws Exception {
        stored();
        try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
            bytes.seek(WRITE_VERSION_AT);
            bytes.write(READ_ONLY);
        }
        byte[] before = Files.readAllBytes(file);
        try (SqliteRunStore store = SqliteRunStore.open(file)) {
            assertThat(store.find(KEY)).isPresent();
            Change next = Change.of(KEY).expect("b", ABSENT).put("b", cell()).build();
            StoreException refused = failure(() -> store.commit(commit(next)));
            assertThat(refused.code()).isEqualTo(ErrorCode.STORE_UNAVAILABLE);
            assertThat(refused.retryable()).isFalse();
            assertThat(refused.ambiguous()).isFalse();
            assertThat(refused).hasMessageContaining("can't be written").hasMessageContaining("Nothing was written");
        }
        assertThat(file).hasBinaryContent(before);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 50})
    void commit_whileAnotherProgramWrites_isUnavailableAfterTheBusyTimeout(int timeout) throws Exception {
        stored();
        try (SqliteRunStore store = SqliteRunStore.open(file, Duration.ofMillis(timeout));
                RunDatabase other = RunDatabase.open(file)) {
            Commit next =
                    commit(Change.of(KEY).expect("b", ABSENT).put("b", cell()).build());
            other.run("BEGIN IMMEDIATE");
            StoreException busy = failure(() -> store.commit(next));
            assertThat(busy.retryable()).isTrue();
            assertThat(busy.ambiguous()).isFalse();
            // Reads don't wait.
            assertThat(store.find(KEY)).isPresent();
            other.run("ROLLBACK");
            assertThat(store.commit(next)).isTrue();
        }
    }

    @Test
    void rowsChangedByHand_areTypedErrors() throws Exception {
        stored();
        RunDatabase.run(file, "UPDATE runs_cells SET version = '#\\uzzzz'");
        try (SqliteRunStore store = SqliteRunStore.open(file)) {
            assertCode(() -> store.find(KEY), ErrorCode.INVALID_CHECKPOINT, "escape");
            Change next = Change.of(KEY)
                    .expect("a", new Expected.Version("v1"))
                    .put("a", cell())
                    .build();
            assertCode(() -> store.commit(commit(next)), ErrorCode.INVALID_CHECKPOINT, "escape");
        }
        RunDatabase.run(file, "UPDATE runs_cells SET version = 'v1', sort = 'with space'");
        try (SqliteRunStore store = SqliteRunStore.open(file)) {
            assertCode(() -> store.load("tenant", "R#1"), ErrorCode.INVALID_CHECKPOINT, "left as it is");
        }
    }

    @Test
    void closedStore_refusesEverything() {
        SqliteRunStore store = SqliteRunStore.open(file);
        create(store);
        store.close();
        store.close();
        assertCode(() -> store.find(KEY), ErrorCode.STORE_UNAVAILABLE, "is closed");
        Change next = Change.of(KEY).expect("b", ABSENT).put("b", cell()).build();
        assertCode(() -> store.commit(commit(next)), ErrorCode.STORE_UNAVAILABLE, "is closed");
    }

    private void stored() {
        try (SqliteRunStore store = SqliteRunStore.open(file)) {
            create(store);
        }
    }

    private static void create(SqliteRunStore store) {
        assertThat(store.commit(commit(
                        Change.of(KEY).expect("a", ABSENT).put("a", cell()).build())))
                .isTrue();
    }

    private static Cell cell() {
        return Cell.open("v1", "f1", new byte[] {1, 2, 3});
    }

    private static Commit commit(Change change) {
        return new Commit("write", List.of(change));
    }

    private void assertRefusedUnchanged(ErrorCode code, String rule) throws Exception {
        byte[] before = Files.readAllBytes(file);
        assertCode(() -> SqliteRunStore.open(file), code, rule);
        assertThat(file).hasBinaryContent(before);
    }

    private static StoreException failure(Runnable use) {
        StoreException[] failure = new StoreException[1];
        assertThatThrownBy(use::run).isInstanceOfSatisfying(StoreException.class, thrown -> failure[0] = thrown);
        return failure[0];
    }

    private static void assertCode(Runnable use, ErrorCode code, String rule) {
        assertThatThrownBy(use::run)
                .isInstanceOfSatisfying(
                        CheckpointException.class, e -> assertThat(e.code()).isEqualTo(code))
                .hasMessageContaining(rule);
    }
}

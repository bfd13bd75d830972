package dev.toolcheckpoint.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.toolcheckpoint.protocol.Checkpoint;
import dev.toolcheckpoint.protocol.CheckpointException;
import dev.toolcheckpoint.protocol.CheckpointKey;
import dev.toolcheckpoint.protocol.ErrorCode;
import dev.toolcheckpoint.store.AttentionQuery;
import dev.toolcheckpoint.store.CheckpointStore;
import dev.toolcheckpoint.store.CheckpointStores;
import dev.toolcheckpoint.store.ListQuery;
import dev.toolcheckpoint.store.WriteResult;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SqliteFileTest {

    @TempDir
    private Path folder;

    private Path file;

    @BeforeEach
    void name() {
        file = folder.resolve("calls.db");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void reads_ofNoJournal_areEmptyAndMakeNone(boolean zeroBytes) throws Exception {
        if (zeroBytes) {
            Files.createFile(file);
        }
        Checkpoint never = Calls.claim("call", "a").next();
        try (SqliteCheckpointStore store = SqliteCheckpointStore.open(file)) {
            assertThat(store.find(never.key())).isEmpty();
            assertThat(store.list(ListQuery.all()).records()).isEmpty();
            assertThat(store.attention(AttentionQuery.dueBefore(Calls.NOW)).records())
                    .isEmpty();
            assertThat(Calls.completion(store, never, Calls.bytes("x")).send(store))
                    .isEqualTo(new WriteResult.Refused(null));
            assertThat(Files.exists(file)).isEqualTo(zeroBytes);
            assertThat(folder.toFile().list()).hasSize(zeroBytes ? 1 : 0);
            Calls.claimed(store, "call");
            assertThat(store.find(never.key())).isPresent();
        }
    }

    @Test
    void open_ofJournal_findsWhatWasStored() throws Exception {
        Checkpoint completed;
        try (SqliteCheckpointStore store = SqliteCheckpointStore.open(file)) {
            completed = Calls.completed(store, "call", Calls.bytes("done"));
        }
        try (SqliteCheckpointStore store = SqliteCheckpointStore.open(file)) {
            assertThat(store.find(completed.key())).contains(completed);
        }
        try (Database database = Database.open(file)) {
            assertThat(database.text("PRAGMA journal_mode")).isEqualTo("wal");
            assertThat(database.text("PRAGMA application_id")).isEqualTo(String.valueOf(0x54436b70));
            assertThat(database.text("PRAGMA user_version")).isEqualTo("1");
            assertThat(database.text("PRAGMA integrity_check")).isEqualTo("ok");
        }
    }

    @Test
    void open_ofJournalThatNeverReachedItsLog_worksAndGetsIt() throws Exception {
        stored();
        Database.run(file, "PRAGMA journal_mode = DELETE");
        try (SqliteCheckpointStore store = SqliteCheckpointStore.open(file)) {
            assertThat(store.find(CheckpointKey.of("tenant", "call"))).isPresent();
            Calls.claimed(store, "another");
        }
        assertThat(Database.text(file, "PRAGMA journal_mode")).isEqualTo("wal");
    }

    @Test
    void open_ofFolder_isRefused() {
        assertRefused(folder, ErrorCode.INVALID_CONFIGURATION, "is a folder");
    }

    @Test
    void open_inMissingFolder_isRefused() {
        assertRefused(folder.resolve("none/calls.db"), ErrorCode.INVALID_CONFIGURATION, "does not exist");
        assertThat(folder.resolve("none")).doesNotExist();
    }

    @Test
    void open_belowAFile_isRefused() throws Exception {
        Files.writeString(file, "text");
        assertRefused(file.resolve("calls.db"), ErrorCode.INVALID_CONFIGURATION, "does not exist");
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "# Notes\n", "long"})
    void open_ofTextFile_isRefusedAndLeavesIt(String text) throws Exception {
        String content = text.equals("long") ? "line of text\n".repeat(1_000) : text;
        Files.writeString(file, content);
        assertRefused(file, ErrorCode.TABLE_MISMATCH, "It is left as it is; name another file");
        assertThat(file).hasContent(content);
        assertThat(folder.toFile().list()).containsExactly("calls.db");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"CREATE TABLE notes (text TEXT)", "PRAGMA user_version = 1", "CREATE TABLE checkpoints (id TEXT)"
            })
    void open_ofAnotherProgramsDatabase_isRefusedAndLeavesIt(String statement) throws Exception {
        Database.run(file, statement);
        byte[] before = Files.readAllBytes(file);
        assertRefused(file, ErrorCode.TABLE_MISMATCH, "another program's SQLite database");
        assertThat(file).hasBinaryContent(before);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            DROP TABLE checkpoints                                       | TABLE_MISSING  | has no table
            PRAGMA user_version = 2                                      | TABLE_MISMATCH | schema version 2
            PRAGMA application_id = 7                                    | TABLE_MISMATCH | application id is 7
            ALTER TABLE checkpoints ADD COLUMN note TEXT                 | TABLE_MISMATCH | was changed
            ALTER TABLE checkpoints DROP COLUMN updated_at               | TABLE_MISMATCH | was changed
            DROP INDEX checkpoints_attention                             | TABLE_MISMATCH | was changed
            CREATE TRIGGER t AFTER UPDATE ON checkpoints BEGIN SELECT 1; END | TABLE_MISMATCH | was changed
            """)
    void open_ofChangedSchema_isRefusedAndLeavesIt(String change, ErrorCode code, String rule) throws Exception {
        stored();
        Database.run(file, change);
        byte[] before = Files.readAllBytes(file);
        assertRefused(file, code, rule);
        assertThat(file).hasBinaryContent(before);
    }

    @Test
    void use_ofTableDroppedWhileOpen_isMissing() throws Exception {
        try (SqliteCheckpointStore store = SqliteCheckpointStore.open(file)) {
            Calls.claimed(store, "call");
            Database.run(file, "DROP TABLE checkpoints");
            assertCode(() -> store.find(CheckpointKey.of("tenant", "call")), ErrorCode.TABLE_MISSING, "lost its table");
            assertCode(() -> Calls.claimed(store, "another"), ErrorCode.TABLE_MISSING, "has no table");
        }
    }

    @Test
    void use_ofFileDeletedWhileOpen_isMissingAndMakesNoOther() throws Exception {
        try (SqliteCheckpointStore store = SqliteCheckpointStore.open(file)) {
            Calls.claimed(store, "call");
            Files.delete(file);
            assertCode(() -> Calls.claimed(store, "another"), ErrorCode.TABLE_MISSING, "deleted or replaced");
            assertThat(file).doesNotExist();
            Files.createFile(file);
            assertCode(() -> Calls.claimed(store, "another"), ErrorCode.TABLE_MISSING, "deleted or replaced");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void open_ofFileGoneFromBesideItsLog_isRefusedAndLeavesTheLog(boolean cut) throws Exception {
        byte[] log = new byte[] {1, 2, 3};
        Files.write(folder.resolve("calls.db-wal"), log);
        if (cut) {
            Files.createFile(file);
        }
        assertRefused(file, ErrorCode.TABLE_MISMATCH, "write-ahead log is there");
        assertThat(folder.resolve("calls.db-wal")).hasBinaryContent(log);
    }

    @Test
    void open_ofCutJournal_isNeverEmpty() throws Exception {
        try (SqliteCheckpointStore store = SqliteCheckpointStore.open(file)) {
            for (int call = 0; call < 50; call++) {
                Calls.completed(store, "call-" + call, Calls.bytes(500));
            }
        }
        cut(file, 10_000);
        assertThatThrownBy(() -> {
                    try (SqliteCheckpointStore store = SqliteCheckpointStore.open(file)) {
                        for (int call = 0; call < 50; call++) {
                            Calls.claimed(store, "call-" + call);
                        }
                    }
                })
                .isInstanceOfSatisfying(CheckpointException.class, e -> {
                    assertThat(e.code()).isEqualTo(ErrorCode.STORE_UNAVAILABLE);
                    assertThat(e.retryable()).isFalse();
                    assertThat(e).hasMessageContaining("damaged").hasMessageContaining(file.toString());
                });
    }

    @Test
    void open_throughLink_usesTheRealFile() throws Exception {
        Path link = Files.createDirectory(folder.resolve("links")).resolve("link.db");
        stored();
        Files.createSymbolicLink(link, file);
        try (SqliteCheckpointStore store = SqliteCheckpointStore.open(link)) {
            assertThat(store.find(CheckpointKey.of("tenant", "call"))).isPresent();
            assertThat(store).hasToString("sqlite:" + file.toRealPath());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"what?mode=memory.db", "a%20b#c.db", "\u00fcber \ud83d\ude00.db", "file:x.db", ":memory:"})
    void open_ofOddNames_isThatFile(String name) throws Exception {
        Path odd = folder.resolve(name);
        try (SqliteCheckpointStore store = SqliteCheckpointStore.open(odd)) {
            Calls.claimed(store, "call");
            assertThat(odd).exists();
        }
        assertThat(folder.toFile().list()).containsExactly(name);
    }

    @Test
    void provider_ofSqliteName_opensTheFile() {
        try (CheckpointStore store = CheckpointStores.open("sqlite:" + file, Map.of("busyTimeoutMs", "100"))) {
            Calls.claimed(store, "call");
        }
        assertThat(file).exists();
    }

    @ParameterizedTest
    @CsvSource({"endpoint, x", "busyTimeoutMs, soon", "busyTimeoutMs, -1", "busyTimeoutMs, 3600001"})
    void provider_ofWrongOption_namesIt(String option, String value) {
        assertCode(
                () -> CheckpointStores.open("sqlite:" + file, Map.of(option, value)),
                ErrorCode.INVALID_CONFIGURATION,
                option.equals("endpoint") ? "[endpoint]" : value.equals("soon") ? "busyTimeoutMs" : "busy timeout");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "a\u0000b"})
    void provider_ofNoPath_saysSo(String location) {
        assertCode(
                () -> CheckpointStores.open("sqlite:" + location, Map.of()),
                ErrorCode.INVALID_CONFIGURATION,
                "sqlite:FILE");
    }

    private void stored() {
        try (SqliteCheckpointStore store = SqliteCheckpointStore.open(file)) {
            Calls.claimed(store, "call");
        }
    }

    private static void cut(Path file, long size) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(size);
        }
    }

    private static void assertRefused(Path path, ErrorCode code, String rule) {
        assertCode(() -> SqliteCheckpointStore.open(path), code, rule);
    }

    private static void assertCode(Runnable use, ErrorCode code, String rule) {
        assertThatThrownBy(use::run)
                .isInstanceOfSatisfying(
                        CheckpointException.class, e -> assertThat(e.code()).isEqualTo(code))
                .hasMessageContaining(rule);
    }
}

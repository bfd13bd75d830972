package dev.toolcheckpoint.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.toolcheckpoint.journal.Begin;
import dev.toolcheckpoint.journal.Deliverable;
import dev.toolcheckpoint.journal.Intent;
import dev.toolcheckpoint.journal.Journal;
import dev.toolcheckpoint.protocol.Checkpoint;
import dev.toolcheckpoint.protocol.ErrorCode;
import dev.toolcheckpoint.protocol.Status;
import dev.toolcheckpoint.protocol.StoreException;
import dev.toolcheckpoint.store.AttentionQuery;
import dev.toolcheckpoint.store.ListQuery;
import dev.toolcheckpoint.store.WriteResult;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Other writers, full disks and files that can't be written. */
class SqliteLocksTest {

    @TempDir
    private Path folder;

    private Path file;

    @BeforeEach
    void name() {
        file = folder.resolve("calls.db");
    }

    @ParameterizedTest
    @ValueSource(strings = {"BEGIN IMMEDIATE", "BEGIN EXCLUSIVE"})
    void reads_whileAnotherWrites_doNotWait(String lock) throws Exception {
        // A wait would last an hour: the test would not end.
        try (SqliteCheckpointStore store = SqliteCheckpointStore.builder(file)
                        .busyTimeout(Duration.ofHours(1))
                        .open();
                Database other = otherWriter(store, lock)) {
            Checkpoint done = store.list(ListQuery.all()).records().get(0);
            Intent again = Intent.of(done.binding(), done.recovery());
            assertThat(Journal.over(store).begin(again, Calls.LEASE))
                    .isEqualTo(new Begin.Replay(done.requireOutcome(), done.status(), Deliverable.of(done.key())));
            assertThat(store.find(done.key())).contains(done);
            assertThat(store.loadPayload(done)).isEqualTo(Calls.bytes("result"));
            assertThat(store.attention(AttentionQuery.dueBefore(Calls.NOW)).records())
                    .isEmpty();
            Checkpoint never = Calls.claim("done", "another").next();
            assertThat(Calls.completion(store, never, Calls.bytes("late")).send(store))
                    .isEqualTo(new WriteResult.Refused(done));
            other.run("ROLLBACK");
        }
    }

    @Test
    void open_whileAnotherWrites_readsWithoutWaiting() throws Exception {
        try (SqliteCheckpointStore first = SqliteCheckpointStore.open(file);
                Database other = otherWriter(first, "BEGIN EXCLUSIVE");
                SqliteCheckpointStore second = SqliteCheckpointStore.builder(file)
                        .busyTimeout(Duration.ofHours(1))
                        .open()) {
            assertThat(second.list(ListQuery.all()).records()).hasSize(1);
            other.run("ROLLBACK");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 50})
    void writes_afterTheBusyTimeout_areUnavailableAndLeaveNothing(int timeout) throws Exception {
        try (SqliteCheckpointStore store = SqliteCheckpointStore.builder(file)
                        .busyTimeout(Duration.ofMillis(timeout))
                        .open();
                Database other = otherWriter(store, "BEGIN IMMEDIATE")) {
            StoreException busy = failure(() -> store.createIfAbsent(Calls.claim("new", "a")));
            assertThat(busy.code()).isEqualTo(ErrorCode.STORE_UNAVAILABLE);
            assertThat(busy.retryable()).isTrue();
            assertThat(busy.ambiguous()).isFalse();
            assertThat(busy).hasMessageContaining(file.toString()).hasMessageContaining("Nothing was written");
            other.run("ROLLBACK");
            Calls.claimed(store, "new");
        }
    }

    @Test
    void firstWrite_whileAnotherHoldsTheNewFile_isUnavailable() throws Exception {
        try (SqliteCheckpointStore store = SqliteCheckpointStore.builder(file)
                        .busyTimeout(Duration.ZERO)
                        .open();
                Database other = Database.open(file)) {
            other.run("BEGIN EXCLUSIVE");
            StoreException busy = failure(() -> store.createIfAbsent(Calls.claim("new", "a")));
            assertThat(busy.retryable()).isTrue();
            assertThat(busy.ambiguous()).isFalse();
            other.run("ROLLBACK");
            Calls.claimed(store, "new");
        }
    }

    @Test
    void writes_onAFullDisk_areBrokenAndLeaveNothing() {
        SqliteCheckpointStore.open(file).close();
        try (SqliteCheckpointStore store = SqliteCheckpointStore.builder(file)
                .onOpen(session -> {
                    session.execute("PRAGMA max_page_count = 40");
                    return true;
                })
                .open()) {
            Checkpoint claimed = Calls.claimed(store, "call");
            Calls.Completion large = Calls.completion(store, claimed, Calls.bytes(200_000));
            StoreException full = failure(() -> large.send(store));
            assertThat(full.code()).isEqualTo(ErrorCode.STORE_UNAVAILABLE);
            assertThat(full.retryable()).isFalse();
            assertThat(full.ambiguous()).isFalse();
            assertThat(store.find(claimed.key())).contains(claimed);
            Calls.requireStored(
                    Calls.completion(store, claimed, Calls.bytes("small")).send(store));
        }
    }

    @Test
    void writes_toAReadOnlyFile_areBrokenAndLeaveNothing() {
        try (SqliteCheckpointStore store = SqliteCheckpointStore.builder(file)
                .onOpen(session -> {
                    session.execute("PRAGMA query_only = ON");
                    return true;
                })
                .open()) {
            StoreException readOnly = failure(() -> store.createIfAbsent(Calls.claim("call", "a")));
            assertThat(readOnly.retryable()).isFalse();
            assertThat(readOnly.ambiguous()).isFalse();
            assertThat(store.list(ListQuery.all()).records()).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "5,  STORE_UNAVAILABLE, true,  false, STORE_UNAVAILABLE, true",
        "6,  STORE_UNAVAILABLE, true,  false, STORE_UNAVAILABLE, true",
        "7,  STORE_UNAVAILABLE, true,  true,  STORE_UNAVAILABLE, true",
        "8,  STORE_UNAVAILABLE, false, false, STORE_UNAVAILABLE, false",
        "10, STORE_UNAVAILABLE, true,  true,  STORE_UNAVAILABLE, true",
        "11, STORE_UNAVAILABLE, false, false, STORE_UNAVAILABLE, false",
        "13, STORE_UNAVAILABLE, false, false, STORE_UNAVAILABLE, false",
        "14, STORE_UNAVAILABLE, false, false, STORE_UNAVAILABLE, false",
        "19, STORE_UNAVAILABLE, false, false, STORE_UNAVAILABLE, false",
        "26, TABLE_MISMATCH,    false, false, TABLE_MISMATCH,    false",
        "99, STORE_UNAVAILABLE, true,  true,  STORE_UNAVAILABLE, true"
    })
    void resultCodes_ofWritesAndReads_saySoMuchAndNoMore(
            int code,
            ErrorCode write,
            boolean writeRetryable,
            boolean ambiguous,
            ErrorCode read,
            boolean readRetryable) {
        Failures failures = new Failures(file);
        SQLException failure = new SQLException("reason", null, code);
        assertThat(failures.writing(failure).code()).isEqualTo(write);
        assertThat(failures.writing(failure).retryable()).isEqualTo(writeRetryable);
        assertThat(failures.writing(failure).ambiguous()).isEqualTo(ambiguous);
        assertThat(failures.reading(failure).code()).isEqualTo(read);
        assertThat(failures.reading(failure).retryable()).isEqualTo(readRetryable);
        assertThat(failures.reading(failure).ambiguous()).isFalse();
        assertThat(failures.reading(failure)).hasMessageContaining(file.toString());
    }

    /** Another program in the middle of a write, beside a record that is done. */
    private Database otherWriter(SqliteCheckpointStore store, String lock) throws SQLException {
        assertThat(Calls.completed(store, "done", Calls.bytes("result")).status())
                .isEqualTo(Status.COMPLETED);
        Database other = Database.open(file);
        other.run(lock);
        other.run("UPDATE checkpoints SET revision = revision + 1");
        return other;
    }

    private static StoreException failure(Runnable use) {
        return Objects.requireNonNull(catchThrowableOfType(StoreException.class, use::run));
    }
}

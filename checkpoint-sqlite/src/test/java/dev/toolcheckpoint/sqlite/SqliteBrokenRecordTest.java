package dev.toolcheckpoint.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.toolcheckpoint.protocol.Checkpoint;
import dev.toolcheckpoint.protocol.CheckpointException;
import dev.toolcheckpoint.protocol.ErrorCode;
import dev.toolcheckpoint.protocol.Transition;
import dev.toolcheckpoint.store.AttentionQuery;
import dev.toolcheckpoint.store.ListQuery;
import dev.toolcheckpoint.store.RecordPage;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rows that were changed by hand: never absent, never overwritten, and in nobody's way. */
class SqliteBrokenRecordTest {

    private static final String BROKEN = "call-broken";

    @TempDir
    private Path folder;

    private Path file;
    private SqliteCheckpointStore store;

    @BeforeEach
    void open() {
        file = folder.resolve("calls.db");
        store = SqliteCheckpointStore.open(file);
        Calls.completed(store, "call-1", Calls.bytes("one"));
        Calls.claimed(store, "call-2");
    }

    @AfterEach
    void close() {
        store.close();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            document = '{broken'                                                      | INVALID_CHECKPOINT | well-formed JSON
            document = ''                                                             | INVALID_CHECKPOINT | JSON object
            document = CAST(x'7b22ff' AS TEXT)                                        | INVALID_CHECKPOINT | well-formed JSON
            document = json_set(document, '$.revision', 7)                            | INVALID_CHECKPOINT | column revision
            document = json_set(document, '$.status', 'DONE')                         | INVALID_CHECKPOINT | status is one of
            document = json_set(document, '$.binding.callId', 'other')                | INVALID_CHECKPOINT | column id
            document = json_set(document, '$.binding.namespace', 'other')             | INVALID_CHECKPOINT | column id
            document = json_set(document, '$.outcome.size', 'x')                      | INVALID_CHECKPOINT | outcome.size
            document = json_set(document, '$.outcome.payload.reference', 'elsewhere') | INVALID_CHECKPOINT | payload of its row
            document = json_set(document, '$.outcome.payload.kind', 'FORGOTTEN', '$.outcome.payload.reference', null) | INVALID_CHECKPOINT | without a payload
            document = json_set(document, '$.outcome.payload.kind', 'INLINE', '$.outcome.payload.reference', null) | INVALID_CHECKPOINT | inline payload
            document = json_set(document, '$.note', 'x')                              | INVALID_CHECKPOINT | only known fields
            document = json_remove(document, '$.expiresAt')                           | INVALID_CHECKPOINT | expiresAt is there
            document = json_set(document, '$.schemaVersion', 2)                       | UNSUPPORTED_SCHEMA | schema version 2
            revision = 9                                                              | INVALID_CHECKPOINT | column revision
            write_id = 'w'                                                            | INVALID_CHECKPOINT | column write_id
            write_id = printf('%s ', write_id) | INVALID_CHECKPOINT | column write_id
            status = 'DELIVERED'                                                      | INVALID_CHECKPOINT | column status
            updated_at = updated_at + 1                                               | INVALID_CHECKPOINT | column updated_at
            attention_kind = 'UNCERTAIN', attention_at = 1                            | INVALID_CHECKPOINT | column attention_kind
            attention_at = 5                                                          | INVALID_CHECKPOINT | column attention_at
            id = 'x' | INVALID_CHECKPOINT | column id
            """)
    void row_changedByHand_isQuarantined(String change, ErrorCode code, String rule) throws Exception {
        Checkpoint completed = Calls.completed(store, BROKEN, Calls.bytes("two"));
        String where = " WHERE write_id = '" + completed.writeId() + "'";
        Database.run(file, "PRAGMA ignore_check_constraints = ON", "UPDATE checkpoints SET " + change + where);
        String before = everything();

        if (!change.startsWith("id =")) {
            assertBroken(() -> store.find(completed.key()), code, rule);
            assertBroken(() -> store.createIfAbsent(Calls.claim(BROKEN, "again")), code, rule);
            assertBroken(() -> store.compareAndSwap(Calls.delivery(completed), null), code, rule);
        }
        RecordPage page = store.list(ListQuery.all());
        assertThat(page.records()).hasSize(2);
        assertThat(page.invalid()).singleElement().satisfies(invalid -> {
            assertThat(invalid.code()).isEqualTo(code);
            assertThat(invalid.problem()).contains(rule);
            assertThat(invalid.key()).startsWith("tenant/");
        });
        assertThat(everything()).isEqualTo(before);
    }

    @Test
    void replace_ofRowThatChangedSinceItWasRead_writesNothing() throws Exception {
        Checkpoint completed = Calls.completed(store, BROKEN, Calls.bytes("two"));
        Transition delivery = Calls.delivery(completed);
        String document =
                Database.text(file, "SELECT document FROM checkpoints WHERE write_id = '" + completed.writeId() + "'");
        Connector connector = new Connector(JournalFile.of(file), Duration.ZERO, session -> true, null);
        try (Session session = connector.writer()) {
            NewRow row = NewRow.of(delivery.next(), delivery.next().key());
            assertThat(row.replace(session, document + " ")).isFalse();
            assertThat(store.find(completed.key())).contains(completed);
            assertThat(row.replace(session, document)).isTrue();
        }
    }

    @Test
    void compareAndSwap_ofReformattedDocument_isStored() throws Exception {
        Checkpoint completed = Calls.completed(store, BROKEN, Calls.bytes("two"));
        Transition delivery = Calls.delivery(completed);
        Database.run(
                file,
                "UPDATE checkpoints SET document = replace(document, ',\"createdAt\"', ', \"createdAt\"') WHERE write_id = '"
                        + completed.writeId() + "'");
        Calls.requireStored(store.compareAndSwap(delivery, null));
        assertThat(store.find(completed.key())).contains(delivery.next());
    }

    @Test
    void attention_withABrokenRow_listsTheOthers() throws Exception {
        Checkpoint claimed = Calls.claimed(store, BROKEN);
        Database.run(file, "UPDATE checkpoints SET document = '{}' WHERE write_id = '" + claimed.writeId() + "'");
        RecordPage page = store.attention(
                AttentionQuery.dueBefore(Calls.NOW.plus(Calls.LEASE).plusMillis(1)));
        assertThat(page.records())
                .singleElement()
                .extracting(r -> r.binding().callId())
                .isEqualTo("call-2");
        assertThat(page.invalid())
                .singleElement()
                .satisfies(invalid ->
                        assertThat(invalid.key()).isEqualTo(claimed.key().toString()));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            100   | payload = zeroblob(length(payload))          | not the one
            100   | payload = substr(payload, 2)                 | not the one
            100   | payload = NULL                               | missing
            20000 | payload = zeroblob(length(payload))          | not the one
            20000 | payload = x''                                | not the one
            20000 | payload = NULL                               | missing
            100   | document = replace(document, 'sha256:', 'hmac-sha256:') | not the one
            """)
    void payload_changedByHand_isUnreadableButTheOutcomeStays(int size, String change, String problem)
            throws Exception {
        Checkpoint completed = Calls.completed(store, BROKEN, Calls.bytes(size));
        Database.run(file, "UPDATE checkpoints SET " + change + " WHERE write_id = '" + completed.writeId() + "'");
        Checkpoint found = store.find(completed.key()).orElseThrow();
        assertThat(found.status()).isEqualTo(completed.status());
        assertThat(found.requireOutcome().size()).isEqualTo(size);
        assertThatThrownBy(() -> store.loadPayload(found))
                .isInstanceOfSatisfying(
                        CheckpointException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.PAYLOAD_UNREADABLE))
                .hasMessageContaining(problem);
    }

    private String everything() throws SQLException {
        return Database.text(
                file,
                "SELECT group_concat(id || revision || write_id || status || updated_at || document) FROM checkpoints");
    }

    private static void assertBroken(Runnable use, ErrorCode code, String rule) {
        assertThatThrownBy(use::run)
                .isInstanceOfSatisfying(
                        CheckpointException.class, e -> assertThat(e.code()).isEqualTo(code))
                .hasMessageContaining(rule);
    }
}

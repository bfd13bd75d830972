package dev.toolcheckpoint.sqlite;

import dev.toolcheckpoint.protocol.Attention;
import dev.toolcheckpoint.protocol.Checkpoint;
import dev.toolcheckpoint.protocol.CheckpointKey;
import dev.toolcheckpoint.protocol.Outcome;
import dev.toolcheckpoint.protocol.Transition;
import dev.toolcheckpoint.store.CheckpointCodec;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import org.jspecify.annotations.Nullable;

/** A row to be written: everything is encoded before the store is touched. */
final class NewRow {

    private static final String INSERT = """
            INSERT INTO checkpoints (revision, write_id, status, attention_kind, attention_at, updated_at, document,
              namespace, id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (namespace, id) DO NOTHING""";

    private static final String SET = """
            UPDATE checkpoints SET revision = ?, write_id = ?, status = ?, attention_kind = ?, attention_at = ?,
              updated_at = ?, document = ?""";

    /**
     * The whole document, not only revision and write id: what was decoded and found to be in order is what is replaced, so a
     * row that was changed by hand is never overwritten.
     */
    private static final String WHERE = " WHERE namespace = ? AND id = ? AND document = ?";

    /** Every column of a row that has no outcome. */
    private static final String WHERE_OPEN = WHERE + """
             AND revision = ? AND write_id = ? AND status = ? AND attention_kind IS ? AND attention_at IS ?
              AND updated_at = ? AND payload IS NULL""";

    private static final String UPDATE = SET + WHERE;
    private static final String UPDATE_OPEN = SET + ", payload = ?" + WHERE_OPEN;
    private static final String UPDATE_WITH_PAYLOAD = SET + ", payload = ?" + WHERE;

    private final Checkpoint record;
    private final CheckpointKey key;
    private final String document;
    private final @Nullable Attention attention;

    private NewRow(Checkpoint record, CheckpointKey key) {
        Outcome outcome = record.outcome();
        this.record = record;
        this.key = key;
        this.document = CheckpointCodec.encode(
                outcome == null || outcome.forgotten() ? record : record.withPayload(Row.IN_ROW));
        this.attention = Attention.of(record).orElse(null);
    }

    static NewRow of(Checkpoint record, CheckpointKey key) {
        return new NewRow(record, key);
    }

    /** Whether it was inserted; not when there is a row under its key. */
    boolean insert(Session session) throws SQLException {
        PreparedStatement statement = session.prepare(INSERT);
        int next = bindColumns(statement);
        bindKey(statement, next);
        return statement.executeUpdate() == 1;
    }

    /** Whether it replaced the row with exactly this document, whose payload stays. */
    boolean replace(Session session, String expectedDocument) throws SQLException {
        PreparedStatement statement = session.prepare(UPDATE);
        int next = bindColumns(statement);
        statement.setString(bindKey(statement, next), expectedDocument);
        return statement.executeUpdate() == 1;
    }

    /** Whether it replaced exactly this open row. */
    boolean replace(Session session, NewRow open, byte @Nullable [] payload) throws SQLException {
        PreparedStatement statement = session.prepare(UPDATE_OPEN);
        int next = bindColumns(statement);
        statement.setBytes(next++, payload);
        next = bindKey(statement, next);
        statement.setString(next++, open.document);
        open.bindRepeated(statement, next);
        boolean replaced = statement.executeUpdate() == 1;
        forgetParameters(statement);
        return replaced;
    }

    /** Whether it has no outcome, and so no payload. */
    boolean open() {
        return record.outcome() == null;
    }

    CheckpointKey key() {
        return key;
    }

    /** Whether a transition starts from it. */
    boolean isBefore(Transition transition) {
        return record.revision() == transition.expectedRevision()
                && record.writeId().equals(transition.expectedWriteId());
    }

    /** Whether it replaced the row with exactly this document, and its payload. */
    boolean replace(Session session, String expectedDocument, byte @Nullable [] payload) throws SQLException {
        PreparedStatement statement = session.prepare(UPDATE_WITH_PAYLOAD);
        int next = bindColumns(statement);
        statement.setBytes(next++, payload);
        statement.setString(bindKey(statement, next), expectedDocument);
        boolean replaced = statement.executeUpdate() == 1;
        forgetParameters(statement);
        return replaced;
    }

    /** A bound result of 10 MB would stay in memory until the next one. */
    private static void forgetParameters(PreparedStatement statement) throws SQLException {
        statement.clearParameters();
    }

    private int bindColumns(PreparedStatement statement) throws SQLException {
        int next = bindRepeated(statement, 1);
        statement.setString(next, document);
        return next + 1;
    }

    private int bindRepeated(PreparedStatement statement, int first) throws SQLException {
        int next = first;
        statement.setLong(next++, record.revision());
        statement.setString(next++, SqlText.of(record.writeId()));
        statement.setString(next++, record.status().name());
        if (attention == null) {
            statement.setNull(next++, Types.VARCHAR);
            statement.setNull(next++, Types.BIGINT);
        } else {
            statement.setString(next++, attention.kind().name());
            statement.setLong(next++, attention.at().toEpochMilli());
        }
        statement.setLong(next++, record.updatedAt().toEpochMilli());
        return next;
    }

    private int bindKey(PreparedStatement statement, int first) throws SQLException {
        statement.setString(first, SqlText.of(key.namespace()));
        statement.setString(first + 1, key.id());
        return first + 2;
    }
}

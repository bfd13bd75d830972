package dev.toolcheckpoint.runs.sqlite;

import static dev.toolcheckpoint.runs.sqlite.RunTables.OF_ITEM;

import dev.toolcheckpoint.runs.store.Cell;
import dev.toolcheckpoint.runs.store.Change;
import dev.toolcheckpoint.runs.store.Commit;
import dev.toolcheckpoint.runs.store.Expected;
import dev.toolcheckpoint.runs.store.ItemKey;
import dev.toolcheckpoint.sqlite.SqlText;
import dev.toolcheckpoint.sqlite.SqliteFile.Statements;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A commit, inside the caller's transaction. */
final class Writes {

    private static final byte[] NO_BODY = {};

    private static final String STAMP = "SELECT version, fence FROM runs_cells" + OF_ITEM + " AND cell = ?";

    private static final String PUT = """
            INSERT INTO runs_cells (namespace, partition, sort, cell, version, fence, secret, body)
              VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (namespace, partition, sort, cell) DO UPDATE SET
              version = excluded.version, fence = excluded.fence, secret = excluded.secret, body = excluded.body""";

    private static final String SET_DUE = """
            INSERT INTO runs_due (namespace, partition, sort, due_at) VALUES (?, ?, ?, ?)
            ON CONFLICT (namespace, partition, sort) DO UPDATE SET due_at = excluded.due_at""";

    private static final String CLEAR_DUE = "DELETE FROM runs_due" + OF_ITEM;
    private static final String DELETE = "DELETE FROM runs_cells" + OF_ITEM;

    private final Statements session;

    Writes(Statements session) {
        this.session = session;
    }

    /** Whether everything that the commit expects holds; then everything is written. */
    boolean apply(Commit commit) throws SQLException {
        for (Change change : commit.changes()) {
            if (!holds(change)) {
                return false;
            }
        }
        for (Change change : commit.changes()) {
            apply(change);
        }
        return true;
    }

    private boolean holds(Change change) throws SQLException {
        for (Map.Entry<String, Expected> expected : change.expected().entrySet()) {
            if (!expected.getValue().holds(stamp(change.key(), expected.getKey()))) {
                return false;
            }
        }
        return true;
    }

    /** The cell as far as a condition asks: without its body. */
    private @Nullable Cell stamp(ItemKey key, String cell) throws SQLException {
        PreparedStatement statement = session.prepare(STAMP);
        statement.setString(RunTables.bindKey(statement, 1, key), SqlText.encode(cell));
        try (ResultSet found = statement.executeQuery()) {
            return found.next() ? Reads.cell(found.getString(1), found.getString(2), NO_BODY) : null;
        }
    }

    private void apply(Change change) throws SQLException {
        ItemKey key = change.key();
        if (change.deletes()) {
            ofItem(DELETE, key);
            ofItem(CLEAR_DUE, key);
            return;
        }
        for (Map.Entry<String, Cell> put : change.puts().entrySet()) {
            put(key, put.getKey(), put.getValue());
        }
        if (change.setsDue()) {
            due(key, change.dueAt());
        }
    }

    private void put(ItemKey key, String name, Cell cell) throws SQLException {
        PreparedStatement statement = session.prepare(PUT);
        int next = RunTables.bindKey(statement, 1, key);
        statement.setString(next++, SqlText.encode(name));
        statement.setString(next++, SqlText.encode(cell.version()));
        statement.setString(next++, cell.isSecret() ? null : SqlText.encode(cell.fence()));
        statement.setBoolean(next++, cell.isSecret());
        statement.setBytes(next, cell.body());
        statement.executeUpdate();
        statement.clearParameters(); // Else a body of 5 MB stays in memory until the next one.
    }

    private void due(ItemKey key, @Nullable Instant at) throws SQLException {
        if (at == null) {
            ofItem(CLEAR_DUE, key);
            return;
        }
        PreparedStatement statement = session.prepare(SET_DUE);
        statement.setLong(RunTables.bindKey(statement, 1, key), at.toEpochMilli());
        statement.executeUpdate();
    }

    private void ofItem(String sql, ItemKey key) throws SQLException {
        PreparedStatement statement = session.prepare(sql);
        RunTables.bindKey(statement, 1, key);
        statement.executeUpdate();
    }
}

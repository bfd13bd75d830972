package dev.toolcheckpoint.runs.sqlite;

import dev.toolcheckpoint.protocol.ProtocolException;
import dev.toolcheckpoint.runs.store.Cell;
import dev.toolcheckpoint.runs.store.ItemKey;
import dev.toolcheckpoint.runs.store.RunItem;
import dev.toolcheckpoint.sqlite.SqlText;
import dev.toolcheckpoint.sqlite.SqliteFile.Statements;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The questions: each is one statement, so it sees the file as it was at one instant. */
final class Reads {

    private static final String ITEMS = """
            SELECT c.partition, c.sort, d.due_at, c.cell, c.version, c.fence, c.body
              FROM runs_cells c LEFT JOIN runs_due d
                ON d.namespace = c.namespace AND d.partition = c.partition AND d.sort = c.sort
             WHERE c.namespace = ?""";

    private static final String FIND = ITEMS + " AND c.partition = ? AND c.sort = ?";

    /** SQLite compares bytes, which for ASCII are the UTF-16 units. */
    private static final String LOAD = ITEMS + " AND c.partition = ? ORDER BY c.sort";

    /** From partition to partition by the key's index: what else is in one is skipped, however much it is. */
    private static final String LIST = """
            WITH RECURSIVE every(partition) AS (
              SELECT min(partition) FROM runs_cells WHERE namespace = ?1 AND partition > ?2
              UNION ALL
              SELECT (SELECT min(partition) FROM runs_cells WHERE namespace = ?1 AND partition > every.partition)
                FROM every WHERE every.partition IS NOT NULL),
            page(partition) AS (
              SELECT partition FROM every WHERE EXISTS (
                SELECT 1 FROM runs_cells c
                 WHERE c.namespace = ?1 AND c.partition = every.partition AND c.sort = ?3)
              LIMIT ?4)
            SELECT c.partition, c.sort, d.due_at, c.cell, c.version, c.fence, c.body
              FROM page
              JOIN runs_cells c ON c.namespace = ?1 AND c.partition = page.partition AND c.sort = ?3
              LEFT JOIN runs_due d
                ON d.namespace = c.namespace AND d.partition = c.partition AND d.sort = c.sort
             ORDER BY c.partition""";

    private static final String BY_DUE_TIME = """
            SELECT namespace, partition, sort, due_at FROM runs_due
             WHERE due_at < ? AND (due_at, namespace, partition, sort) > (?, ?, ?, ?)
             ORDER BY due_at, namespace, partition, sort LIMIT ?""";

    private final Statements session;

    Reads(Statements session) {
        this.session = session;
    }

    Optional<RunItem> find(ItemKey key) throws SQLException {
        PreparedStatement statement = session.prepare(FIND);
        RunTables.bindKey(statement, 1, key);
        return items(statement, key.namespace()).stream().findFirst();
    }

    List<RunItem> load(String namespace, String partition) throws SQLException {
        PreparedStatement statement = session.prepare(LOAD);
        statement.setString(1, SqlText.encode(namespace));
        statement.setString(2, partition);
        return items(statement, namespace);
    }

    /** At most this many, after a partition. */
    List<RunItem> list(String namespace, String sort, String after, int most) throws SQLException {
        PreparedStatement statement = session.prepare(LIST);
        statement.setString(1, SqlText.encode(namespace));
        statement.setString(2, after);
        statement.setString(3, sort);
        statement.setInt(4, most);
        return items(statement, namespace);
    }

    /** At most this many, after a place. */
    List<DuePlace> due(long beforeMillis, DuePlace after, int most) throws SQLException {
        PreparedStatement statement = session.prepare(BY_DUE_TIME);
        statement.setLong(1, beforeMillis);
        statement.setLong(2, after.at());
        statement.setString(3, after.namespace());
        statement.setString(4, after.partition());
        statement.setString(5, after.sort());
        statement.setInt(6, most);
        List<DuePlace> places = new ArrayList<>();
        try (ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                places.add(new DuePlace(row.getLong(4), row.getString(1), row.getString(2), row.getString(3)));
            }
        }
        return places;
    }

    /** The rows' items; the cells of one follow each other. */
    private static List<RunItem> items(PreparedStatement statement, String namespace) throws SQLException {
        List<RunItem> items = new ArrayList<>();
        try (ResultSet row = statement.executeQuery()) {
            ItemKey key = null;
            Instant dueAt = null;
            Map<String, Cell> cells = new HashMap<>();
            while (row.next()) {
                String partition = row.getString(1);
                String sort = row.getString(2);
                if (key == null
                        || !key.partition().equals(partition)
                        || !key.sort().equals(sort)) {
                    if (key != null) {
                        items.add(new RunItem(key, cells, dueAt));
                    }
                    key = key(namespace, partition, sort);
                    dueAt = dueAt(row);
                    cells = new HashMap<>();
                }
                cells.put(SqlText.decode(row.getString(4)), cell(row.getString(5), row.getString(6), row.getBytes(7)));
            }
            if (key != null) {
                items.add(new RunItem(key, cells, dueAt));
            }
        }
        return items;
    }

    private static @Nullable Instant dueAt(ResultSet row) throws SQLException {
        long millis = row.getLong(3);
        return row.wasNull() ? null : Instant.ofEpochMilli(millis);
    }

    /** A cell of its columns; a secret one has no fence of its own, and an empty body may come as none. */
    static Cell cell(String version, @Nullable String fence, byte @Nullable [] body) {
        byte[] bytes = body == null ? new byte[0] : body;
        String decoded = SqlText.decode(version);
        return fence == null ? Cell.secret(decoded, bytes) : Cell.open(decoded, SqlText.decode(fence), bytes);
    }

    /** A key as it stands in a row, which somebody may have changed by hand. */
    static ItemKey key(String namespace, String partition, String sort) {
        try {
            return new ItemKey(namespace, partition, sort);
        } catch (ProtocolException broken) {
            throw ProtocolException.invalidCheckpoint(
                    "The stored key of a run's item is none: " + broken.getMessage()
                            + " It is left as it is; restore it from a copy.",
                    broken);
        }
    }
}

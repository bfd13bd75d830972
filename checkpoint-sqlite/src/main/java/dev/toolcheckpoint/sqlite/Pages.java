package dev.toolcheckpoint.sqlite;

import dev.toolcheckpoint.protocol.Attention;
import dev.toolcheckpoint.protocol.Checkpoint;
import dev.toolcheckpoint.protocol.ProtocolException;
import dev.toolcheckpoint.protocol.Status;
import dev.toolcheckpoint.store.AttentionQuery;
import dev.toolcheckpoint.store.ListQuery;
import dev.toolcheckpoint.store.RecordPage;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The listings: one statement a page, and one row more than the page to see whether another follows. */
final class Pages {

    private static final String BY_ATTENTION = "SELECT " + Row.LISTED_COLUMNS + """
             FROM checkpoints
            WHERE attention_at < ? AND attention_kind IN (?, ?, ?) AND (attention_at, namespace, id) > (?, ?, ?)
            ORDER BY attention_at, namespace, id LIMIT ?""";

    private static final String FILTERED =
            " AND updated_at < ? AND status IN (?, ?, ?, ?, ?, ?) ORDER BY namespace, id LIMIT ?";

    private static final String BY_KEY =
            "SELECT " + Row.LISTED_COLUMNS + " FROM checkpoints WHERE (namespace, id) > (?, ?)" + FILTERED;

    private static final String IN_NAMESPACE =
            "SELECT " + Row.LISTED_COLUMNS + " FROM checkpoints WHERE namespace = ? AND id > ?" + FILTERED;

    private Pages() {}

    static List<Row> attention(Session session, AttentionQuery query) throws SQLException {
        Cursor from = Cursor.of(query.cursor());
        PreparedStatement statement = session.prepare(BY_ATTENTION);
        statement.setLong(1, before(query.dueBefore()));
        int next = bindAll(statement, 2, query.kinds(), Attention.Kind.values().length);
        statement.setLong(next, from.at());
        statement.setString(next + 1, from.namespace());
        statement.setString(next + 2, from.id());
        statement.setInt(next + 3, query.limit() + 1);
        return rows(statement);
    }

    static List<Row> list(Session session, ListQuery query) throws SQLException {
        Cursor from = Cursor.of(query.cursor());
        String namespace = query.namespace();
        PreparedStatement statement = session.prepare(namespace == null ? BY_KEY : IN_NAMESPACE);
        statement.setString(1, namespace == null ? from.namespace() : SqlText.of(namespace));
        statement.setString(2, from.id());
        statement.setLong(3, before(query.updatedBefore()));
        Collection<Status> statuses = query.statuses().isEmpty() ? List.of(Status.values()) : query.statuses();
        int next = bindAll(statement, 4, statuses, Status.values().length);
        statement.setInt(next, query.limit() + 1);
        return rows(statement);
    }

    /** What of the rows can be read, what can't, and where the next page starts. */
    static RecordPage page(List<Row> rows, int limit) {
        List<Checkpoint> records = new ArrayList<>();
        List<RecordPage.InvalidRecord> invalid = new ArrayList<>();
        for (Row row : rows.subList(0, Math.min(limit, rows.size()))) {
            try {
                records.add(row.record(null));
            } catch (ProtocolException broken) {
                invalid.add(
                        new RecordPage.InvalidRecord(row.key(), broken.code(), String.valueOf(broken.getMessage())));
            }
        }
        return new RecordPage(
                records,
                invalid,
                rows.size() > limit ? Cursor.after(rows.get(limit - 1)).text() : null);
    }

    private static List<Row> rows(PreparedStatement statement) throws SQLException {
        List<Row> rows = new ArrayList<>();
        try (ResultSet result = statement.executeQuery()) {
            while (result.next()) {
                rows.add(Row.listed(result));
            }
        }
        return rows;
    }

    /** Fills a fixed number of places, so that every query is the same statement. */
    private static int bindAll(PreparedStatement statement, int first, Collection<? extends Enum<?>> values, int places)
            throws SQLException {
        Iterator<? extends Enum<?>> each = values.iterator();
        String name = each.next().name();
        for (int place = 0; place < places; place++) {
            statement.setString(first + place, name);
            if (each.hasNext()) {
                name = each.next().name();
            }
        }
        return first + places;
    }

    /** The first whole millisecond that is not before the instant; times in a record are whole ones. */
    private static long before(@Nullable Instant instant) {
        if (instant == null || instant.getEpochSecond() > Long.MAX_VALUE / 1_000 - 1) {
            return Long.MAX_VALUE;
        }
        if (instant.getEpochSecond() < 0) {
            return 0;
        }
        return Math.addExact(instant.toEpochMilli(), instant.getNano() % 1_000_000 == 0 ? 0 : 1);
    }
}

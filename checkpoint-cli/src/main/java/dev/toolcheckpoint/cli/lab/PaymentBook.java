package dev.toolcheckpoint.cli.lab;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The payment service's own database: a SQLite file with a row in {@code calls} for each request that came, and a row in {@code
 * refunds} for each that was paid. The journal never sees it. Thread-safe: every use has a connection of its own.
 */
final class PaymentBook {

    private static final List<String> SCHEMA = List.of(
            "CREATE TABLE IF NOT EXISTS calls (n INTEGER PRIMARY KEY, reference TEXT NOT NULL)",
            "CREATE TABLE IF NOT EXISTS refunds (n INTEGER PRIMARY KEY, idempotency_key TEXT UNIQUE,"
                    + " reference TEXT NOT NULL, order_id TEXT NOT NULL, amount INTEGER NOT NULL)");

    private final String url;

    private PaymentBook(Path file) {
        this.url = "jdbc:sqlite:" + file;
    }

    /** The book in this file, which is made if it is missing. */
    static PaymentBook in(Path file) {
        PaymentBook book = new PaymentBook(file);
        book.work(connection -> {
            try (Statement statement = connection.createStatement()) {
                for (String table : SCHEMA) {
                    statement.execute(table);
                }
            }
            return true;
        });
        return book;
    }

    /**
     * A refund that was paid.
     *
     * @param number the service's own, from 1
     * @param reference what the caller named it by
     */
    record Refund(long number, String reference, String order, long amount) {

        /** What the service calls it. */
        String receipt() {
            return "refund-" + number;
        }
    }

    /**
     * What one request came to.
     *
     * @param repeated whether the key was known, so that nothing was paid
     */
    record Taken(Refund refund, boolean repeated) {}

    /**
     * Books the request, and pays unless the key was paid for before: one transaction, committed when this returns.
     *
     * @param key what the service deduplicates by; {@code null} for a request that has none and is paid whatever came before
     */
    Taken take(@Nullable String key, String reference, String order, long amount) {
        return work(connection -> {
            connection.setAutoCommit(false);
            insert(connection, "INSERT INTO calls (reference) VALUES (?)", reference);
            List<Refund> known = key == null ? List.of() : select(connection, "idempotency_key", key);
            if (known.isEmpty()) {
                insert(
                        connection,
                        "INSERT INTO refunds (idempotency_key, reference, order_id, amount) VALUES (?, ?, ?, ?)",
                        key,
                        reference,
                        order,
                        amount);
            }
            List<Refund> paid = known.isEmpty() ? select(connection, "reference", reference) : known;
            connection.commit();
            return new Taken(paid.get(paid.size() - 1), !known.isEmpty());
        });
    }

    /** The refunds under a reference, the oldest first. */
    List<Refund> refunds(String reference) {
        return work(connection -> select(connection, "reference", reference));
    }

    /** How many requests came under a reference. */
    int calls(String reference) {
        return work(connection -> {
            try (PreparedStatement query =
                    connection.prepareStatement("SELECT count(*) FROM calls WHERE reference = ?")) {
                query.setString(1, reference);
                try (ResultSet rows = query.executeQuery()) {
                    rows.next();
                    return rows.getInt(1);
                }
            }
        });
    }

    private static List<Refund> select(Connection connection, String column, String value) throws SQLException {
        String sql = "SELECT n, reference, order_id, amount FROM refunds WHERE " + column + " = ? ORDER BY n";
        try (PreparedStatement query = connection.prepareStatement(sql)) {
            query.setString(1, value);
            List<Refund> refunds = new ArrayList<>();
            try (ResultSet rows = query.executeQuery()) {
                while (rows.next()) {
                    refunds.add(new Refund(rows.getLong(1), rows.getString(2), rows.getString(3), rows.getLong(4)));
                }
            }
            return refunds;
        }
    }

    private static void insert(Connection connection, String sql, @Nullable Object... values) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(sql)) {
            for (int i = 0; i < values.length; i++) {
                insert.setObject(i + 1, values[i]);
            }
            insert.executeUpdate();
        }
    }

    private interface Work<T> {
        T with(Connection connection) throws SQLException;
    }

    private <T> T work(Work<T> work) {
        try (Connection connection = DriverManager.getConnection(url)) {
            return work.with(connection);
        } catch (SQLException failure) {
            throw new LabException("The payment service's database can't be used: " + failure.getMessage(), failure);
        }
    }
}

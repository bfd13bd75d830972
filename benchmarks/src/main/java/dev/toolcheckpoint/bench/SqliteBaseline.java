package dev.toolcheckpoint.bench;

import dev.toolcheckpoint.protocol.CheckpointKey;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/**
 * What somebody would write by hand without any protocol: one table of the same bytes, WAL and {@code synchronous=FULL} like the
 * store, prepared statements.
 */
final class SqliteBaseline implements AutoCloseable {

    private final Connection connection;
    private final PreparedStatement insert;
    private final PreparedStatement update;
    private final Connection journal;
    private final PreparedStatement select;

    /**
     * Over a table of its own, and over the journal's.
     *
     * @param file for the two commits
     * @param journalFile the store's file, of which one row is read
     */
    SqliteBaseline(Path file, Path journalFile) throws SQLException {
        connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        try (Statement statement = connection.createStatement()) {
            statement.execute("PRAGMA journal_mode=WAL");
            statement.execute("PRAGMA synchronous=FULL");
            statement.execute("CREATE TABLE bare (id TEXT PRIMARY KEY, record TEXT NOT NULL, payload BLOB) STRICT");
        }
        insert = connection.prepareStatement("INSERT INTO bare (id, record) VALUES (?, ?)");
        update = connection.prepareStatement("UPDATE bare SET record = ?, payload = ? WHERE id = ?");
        journal = DriverManager.getConnection("jdbc:sqlite:" + journalFile);
        select = journal.prepareStatement("SELECT document, payload FROM checkpoints WHERE namespace = ? AND id = ?");
    }

    /** Two durable commits: one makes the row, one adds the payload. */
    void twoCommits(String id, String firstRecord, String secondRecord, byte[] payload) throws SQLException {
        insert.setString(1, id);
        insert.setString(2, firstRecord);
        insert.executeUpdate();
        update.setString(1, secondRecord);
        update.setBytes(2, payload);
        update.setString(3, id);
        update.executeUpdate();
    }

    /** One prepared read of the very row that a replay reads; {@code null} when there is none. */
    byte @Nullable [] read(CheckpointKey key) throws SQLException {
        select.setString(1, key.namespace());
        select.setString(2, key.id());
        try (ResultSet rows = select.executeQuery()) {
            if (!rows.next()) {
                return null;
            }
            rows.getString(1);
            return rows.getBytes(2);
        }
    }

    @Override
    public void close() throws SQLException {
        insert.close();
        update.close();
        select.close();
        connection.close();
        journal.close();
    }
}

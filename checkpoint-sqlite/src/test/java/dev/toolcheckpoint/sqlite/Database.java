package dev.toolcheckpoint.sqlite;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** The file as another program sees it. */
final class Database implements AutoCloseable {

    private final Connection connection;

    private Database(Connection connection) {
        this.connection = connection;
    }

    static Database open(Path file) throws SQLException {
        return new Database(DriverManager.getConnection("jdbc:sqlite:" + file));
    }

    /** Runs statements on a connection of its own. */
    static void run(Path file, String... statements) throws SQLException {
        try (Database database = open(file)) {
            for (String statement : statements) {
                database.run(statement);
            }
        }
    }

    void run(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    String text(String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            return result.next() ? String.valueOf(result.getString(1)) : "";
        }
    }

    static String text(Path file, String sql) throws SQLException {
        try (Database database = open(file)) {
            return database.text(sql);
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}

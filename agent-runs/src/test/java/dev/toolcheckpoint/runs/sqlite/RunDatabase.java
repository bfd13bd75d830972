package dev.toolcheckpoint.runs.sqlite;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** The file as another program sees it. */
final class RunDatabase implements AutoCloseable {

    private final Connection connection;

    private RunDatabase(Connection connection) {
        this.connection = connection;
    }

    static RunDatabase open(Path file) throws SQLException {
        return new RunDatabase(DriverManager.getConnection("jdbc:sqlite:" + file));
    }

    /** Runs a statement on a connection of its own. */
    static void run(Path file, String statement) throws SQLException {
        try (RunDatabase database = open(file)) {
            database.run(statement);
        }
    }

    /** The first value of the first row. */
    static String text(Path file, String sql) throws SQLException {
        try (RunDatabase database = open(file);
                Statement statement = database.connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            return result.next() ? String.valueOf(result.getString(1)) : "";
        }
    }

    void run(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}

package dev.toolcheckpoint.runs.sqlite;

import dev.toolcheckpoint.runs.store.ItemKey;
import dev.toolcheckpoint.sqlite.SqlText;
import dev.toolcheckpoint.sqlite.SqliteTables;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;

/** The tables of runs, beside the journal's. */
final class RunTables {

    /** Raised by every change of the statements below. */
    private static final int VERSION = 1;

    /** A row is a cell, so that its writer rewrites nobody else's body. A secret cell's fence is its version. */
    private static final String CELLS = """
            CREATE TABLE runs_cells (
              namespace TEXT NOT NULL,
              partition TEXT NOT NULL,
              sort TEXT NOT NULL,
              cell TEXT NOT NULL,
              version TEXT NOT NULL,
              fence TEXT CHECK ((fence IS NULL) = secret),
              secret INTEGER NOT NULL CHECK (secret IN (0, 1)),
              body BLOB NOT NULL,
              PRIMARY KEY (namespace, partition, sort, cell)
            ) STRICT""";

    /** Holds what somebody should look at only, so it stays as small as the work in progress. */
    private static final String DUE = """
            CREATE TABLE runs_due (
              namespace TEXT NOT NULL,
              partition TEXT NOT NULL,
              sort TEXT NOT NULL,
              due_at INTEGER NOT NULL CHECK (due_at >= 0),
              PRIMARY KEY (namespace, partition, sort)
            ) STRICT""";

    private static final String DUE_AT = "CREATE INDEX runs_due_at ON runs_due (due_at, namespace, partition, sort)";

    static final SqliteTables ALL = SqliteTables.of("runs_", VERSION, statements());

    /** The condition that {@link #bindKey} fills. */
    static final String OF_ITEM = " WHERE namespace = ? AND partition = ? AND sort = ?";

    private RunTables() {}

    private static Map<String, String> statements() {
        Map<String, String> statements = new LinkedHashMap<>();
        statements.put("runs_cells", CELLS);
        statements.put("runs_due", DUE);
        statements.put("runs_due_at", DUE_AT);
        return statements;
    }

    /** Binds the key's three columns, and returns the number of the next one. */
    static int bindKey(PreparedStatement statement, int first, ItemKey key) throws SQLException {
        statement.setString(first, SqlText.encode(key.namespace()));
        statement.setString(first + 1, key.partition());
        statement.setString(first + 2, key.sort());
        return first + 3;
    }
}

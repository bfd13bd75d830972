package dev.toolcheckpoint.sqlite;

import dev.toolcheckpoint.protocol.ProtocolException;
import dev.toolcheckpoint.protocol.StoreException;
import java.nio.file.Path;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Tables that somebody keeps in the journal's file, beside the journal: made in one transaction, and compared to the letter ever
 * after. Their version stands in a row of a table of its own, {@code <prefix>schema}. Immutable.
 */
public final class SqliteTables {

    private static final Pattern PREFIX = Pattern.compile("[a-z]{1,20}_");

    private final String prefix;
    private final int version;
    private final Map<String, String> statements;

    private SqliteTables(String prefix, int version, Map<String, String> statements) {
        this.prefix = prefix;
        this.version = version;
        this.statements = statements;
    }

    /**
     * Describes tables.
     *
     * @param prefix lower-case letters and an underscore; nobody else's tables in the file start with it
     * @param version 1 or more, raised by every change of the statements
     * @param statements what makes each table and index, by its name, in the order in which they are made
     * @throws ProtocolException {@code INVALID_ARGUMENT} when a name doesn't start with the prefix
     */
    public static SqliteTables of(String prefix, int version, Map<String, String> statements) {
        boolean named = statements.keySet().stream().allMatch(name -> name.startsWith(prefix));
        if (!PREFIX.matcher(prefix).matches() || prefix.equals("sqlite_") || version < 1 || !named) {
            throw ProtocolException.invalidArgument("Tables have a prefix of letters and an underscore that all their"
                    + " names start with, and a version from 1; found \"" + prefix + "\", version " + version
                    + " and the names " + statements.keySet() + ".");
        }
        Map<String, String> all = new LinkedHashMap<>();
        all.put(
                prefix + "schema",
                "CREATE TABLE " + prefix + "schema (one INTEGER PRIMARY KEY CHECK (one = 1), version INTEGER NOT NULL)"
                        + " STRICT");
        all.putAll(statements);
        return new SqliteTables(prefix, version, all);
    }

    /** Makes the tables, inside the caller's transaction. */
    void create(Session session) throws SQLException {
        for (String statement : statements.values()) {
            session.execute(statement);
        }
        session.execute("INSERT INTO " + prefix + "schema VALUES (1, " + version + ")");
    }

    /**
     * Whether the tables are in the file, and then just as {@link #create} makes them. Inside a transaction.
     *
     * @throws StoreException {@code TABLE_MISMATCH} or {@code TABLE_MISSING}
     */
    boolean areIn(Session session, Path file) throws SQLException {
        Map<String, String> found = found(session);
        if (found.isEmpty()) {
            return false;
        }
        String versions = prefix + "schema";
        require(found, versions, file);
        long stored = session.number("SELECT version FROM " + versions);
        if (stored != version) {
            throw StoreException.tableMismatch(
                    "The tables `" + prefix + "…` in the file " + file + " have schema version " + stored
                            + "; this library reads version " + version
                            + ". They are left as they are; use the library that wrote them.",
                    null);
        }
        for (String name : statements.keySet()) {
            require(found, name, file);
        }
        for (String name : found.keySet()) {
            if (!statements.containsKey(name)) {
                throw changed(name, file);
            }
        }
        return true;
    }

    private void require(Map<String, String> found, String name, Path file) {
        String statement = found.get(name);
        String expected = String.valueOf(statements.get(name));
        if (statement == null && expected.startsWith("CREATE TABLE")) {
            throw StoreException.tableMissing("The file " + file + " has lost its table `" + name
                    + "`. It is left as it is; restore it from a copy.");
        }
        if (!expected.equals(statement)) {
            throw changed(name, file);
        }
    }

    private StoreException changed(String name, Path file) {
        return StoreException.tableMismatch(
                "The schema of the file " + file + " was changed (`" + name + "` differs from version " + version
                        + "). It is left as it is; undo the change, or restore it from a copy.",
                null);
    }

    /** Everything that belongs to the tables, also indexes and triggers that somebody else made. */
    private Map<String, String> found(Session session) throws SQLException {
        Map<String, String> found = new TreeMap<>();
        PreparedStatement statement = session.prepare(
                "SELECT name, sql FROM sqlite_schema WHERE substr(tbl_name, 1, length(?1)) = ?1 AND sql IS NOT NULL");
        statement.setString(1, prefix);
        try (ResultSet result = statement.executeQuery()) {
            while (result.next()) {
                found.put(result.getString(1), result.getString(2));
            }
        }
        return found;
    }
}

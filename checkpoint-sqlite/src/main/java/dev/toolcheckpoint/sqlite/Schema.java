package dev.toolcheckpoint.sqlite;

import dev.toolcheckpoint.protocol.StoreException;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The schema of the journal: made in one transaction, and compared to the letter ever after. */
final class Schema {

    /** The table of the records. */
    static final String TABLE = "checkpoints";

    /**
     * A commit writes whole pages. Those of the default size, 4 KB, hold one or two records, and a call would write 34 KB; with
     * half of that it writes 17, and larger payloads go to pages of their own either way. Of no effect once there is a journal.
     */
    static final String PAGE_SIZE = "PRAGMA page_size = 2048";

    /** "TCkp": says whose database this is, in the file's header. */
    static final int APPLICATION_ID = 0x54436b70;

    /** Raised by every change of the statements below. */
    static final int VERSION = 1;

    /**
     * Not {@code WITHOUT ROWID}: such a table keeps whole rows in the nodes of its key's tree, at most a quarter of a page
     * each, so that every record would spill into overflow pages and every search would read through them.
     *
     * <p>The columns before {@code document} repeat what conditions and queries need; a reader compares them with it.
     */
    private static final String RECORDS = """
            CREATE TABLE checkpoints (
              namespace TEXT NOT NULL,
              id TEXT NOT NULL,
              revision INTEGER NOT NULL CHECK (revision >= 1),
              write_id TEXT NOT NULL,
              status TEXT NOT NULL
                CHECK (status IN ('READY', 'EXECUTING', 'UNCERTAIN', 'COMPLETED', 'DELIVERING', 'DELIVERED')),
              attention_kind TEXT CHECK (attention_kind IN ('EXECUTION', 'UNCERTAIN', 'DELIVERY')),
              attention_at INTEGER CHECK ((attention_at IS NULL) = (attention_kind IS NULL)),
              updated_at INTEGER NOT NULL,
              document TEXT NOT NULL,
              payload BLOB CHECK (payload IS NULL OR status IN ('COMPLETED', 'DELIVERING', 'DELIVERED')),
              PRIMARY KEY (namespace, id)
            ) STRICT""";

    /** Holds open records only, so it stays as small as the work in progress. */
    private static final String ATTENTION = """
            CREATE INDEX checkpoints_attention
              ON checkpoints (attention_at, namespace, id) WHERE attention_at IS NOT NULL""";

    private static final Map<String, String> STATEMENTS = Map.of(TABLE, RECORDS, "checkpoints_attention", ATTENTION);

    private Schema() {}

    /** Makes the schema, inside the caller's transaction: nobody sees half of it, and a crash leaves none of it. */
    static void create(Session session) throws SQLException {
        session.execute("PRAGMA application_id = " + APPLICATION_ID);
        session.execute("PRAGMA user_version = " + VERSION);
        session.execute(RECORDS);
        session.execute(ATTENTION);
    }

    /**
     * Checks that the database is a journal of this version. Inside a transaction.
     *
     * @throws StoreException {@code TABLE_MISMATCH} or {@code TABLE_MISSING}
     */
    static void verify(Session session, Path file) throws SQLException {
        long application = session.number("PRAGMA application_id");
        if (application != APPLICATION_ID) {
            throw StoreException.tableMismatch(
                    "The file " + file + " is another program's SQLite database: its application id is " + application
                            + ", that of a journal is " + APPLICATION_ID
                            + ". It is left as it is; name another file for the journal.",
                    null);
        }
        long version = session.number("PRAGMA user_version");
        if (version != VERSION) {
            throw StoreException.tableMismatch(
                    "The journal " + file + " has schema version " + version + "; this library reads version " + VERSION
                            + ". It is left as it is; use the library that wrote it.",
                    null);
        }
        Map<String, String> found = statements(session);
        if (!found.containsKey(TABLE)) {
            throw StoreException.tableMissing("The journal " + file + " has no table `" + TABLE
                    + "`. It is left as it is; restore it from a copy. Starting an empty one would re-arm every call.");
        }
        for (Map.Entry<String, String> statement : found.entrySet()) {
            if (!Objects.equals(STATEMENTS.get(statement.getKey()), statement.getValue())) {
                throw changed(file, "`" + statement.getKey() + "`", null);
            }
        }
        if (found.size() < STATEMENTS.size()) {
            throw changed(file, "index", null);
        }
    }

    static StoreException changed(Path file, String what, @Nullable Throwable cause) {
        return StoreException.tableMismatch(
                "The schema of the journal " + file + " was changed (" + what + " differs from version " + VERSION
                        + "). It is left as it is; undo the change, or restore it from a copy.",
                cause);
    }

    /** Everything that belongs to the table. A trigger on it could change what a write does, so none is allowed. */
    private static Map<String, String> statements(Session session) throws SQLException {
        Map<String, String> statements = new TreeMap<>();
        try (ResultSet found = session.prepare(
                        "SELECT name, sql FROM sqlite_schema WHERE tbl_name = 'checkpoints' AND sql IS NOT NULL")
                .executeQuery()) {
            while (found.next()) {
                statements.put(found.getString(1), found.getString(2));
            }
        }
        return statements;
    }
}

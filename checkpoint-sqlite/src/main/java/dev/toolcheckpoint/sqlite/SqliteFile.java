package dev.toolcheckpoint.sqlite;

import dev.toolcheckpoint.protocol.ConfigurationException;
import dev.toolcheckpoint.protocol.StoreException;
import java.nio.file.Path;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;

/**
 * The journal's file as another store uses it, for {@link SqliteTables tables} of its own: the same sessions, write-ahead log,
 * waiting, checks and errors as {@link SqliteCheckpointStore}, in any number of threads and processes. Thread-safe.
 *
 * <p>Only the first write makes a file that isn't there (the journal's table in it, too), or the tables in a journal that has
 * none. Until then reads find nothing.
 */
public final class SqliteFile implements AutoCloseable {

    private final JournalFile file;
    private final Sessions sessions;

    private SqliteFile(JournalFile file, Sessions sessions) {
        this.file = file;
        this.sessions = sessions;
    }

    /**
     * Opens a file. One that exists is checked at once; one that doesn't is not made.
     *
     * @param busyTimeout how long an operation waits for another writer: 0 ms to 1 h in whole milliseconds; 5 s by {@link
     *     SqliteCheckpointStore}'s default
     * @throws ConfigurationException when the path can't be that of a journal, or the time is out of range
     * @throws StoreException when the file is there, but is not a journal, or its tables are not these
     */
    public static SqliteFile open(Path path, Duration busyTimeout, SqliteTables tables) {
        return open(new SqliteLocation(path, busyTimeout), tables);
    }

    /**
     * Opens the file that a name such as {@code sqlite:FILE} has after its colon.
     *
     * @param options as those of {@link SqliteStoreProvider}
     * @throws ConfigurationException as {@link #open(Path, Duration, SqliteTables)}, or when an option is unknown
     * @throws StoreException as {@link #open(Path, Duration, SqliteTables)}
     */
    public static SqliteFile open(String location, Map<String, String> options, SqliteTables tables) {
        return open(SqliteLocation.of(location, options), tables);
    }

    private static SqliteFile open(SqliteLocation location, SqliteTables tables) {
        JournalFile file = JournalFile.of(location.file());
        Connector connector = new Connector(file, location.busyTimeout(), session -> true, tables);
        Sessions sessions = new Sessions(file, connector, location.busyTimeout());
        sessions.read("", session -> "");
        return new SqliteFile(file, sessions);
    }

    /** Absolute, through links. */
    public Path path() {
        return file.path();
    }

    /**
     * Reads; never waits for a writer. One statement sees one state of the file; two may see two.
     *
     * @param blank the answer as long as the tables are not there
     * @throws StoreException not ambiguous
     */
    public <T> T read(T blank, Work<T> work) {
        return sessions.read(blank, work::with);
    }

    /**
     * Writes in one durable transaction, which begins with the file's only write lock: what the work reads stays so until it is
     * committed. When the work answers {@code false}, or fails, nothing is written.
     *
     * @return the work's answer
     * @throws StoreException ambiguous only when the commit itself failed
     */
    public boolean write(Work<Boolean> work) {
        return sessions.transaction(work::with);
    }

    /** Idempotent. An operation after it fails. */
    @Override
    public void close() {
        sessions.close();
    }

    /** Names the file. */
    @Override
    public String toString() {
        return "sqlite:" + path();
    }

    /**
     * What is done with the file.
     *
     * @param <T> the answer
     */
    @FunctionalInterface
    public interface Work<T> {
        /** Does it, in the calling thread. Keeps nothing of the statements afterwards. */
        T with(Statements statements) throws SQLException;
    }

    /** The statements of one session. For one thread. */
    public interface Statements {
        /** The statement, compiled once a session. Its result is to be closed, it itself is not. */
        PreparedStatement prepare(String sql) throws SQLException;
    }
}

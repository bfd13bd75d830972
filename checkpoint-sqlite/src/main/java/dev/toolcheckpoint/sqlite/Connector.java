package dev.toolcheckpoint.sqlite;

import dev.toolcheckpoint.protocol.StoreException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteOpenMode;

/** Opens sessions on the journal, starting it when there is none. */
final class Connector {

    private static final long SWITCH_PAUSE_MS = 5;

    /** Of every session. */
    private static final List<String> SETTINGS = List.of(
            // An acknowledged write survives a power cut, also on macOS, where a plain fsync leaves it in the drive's
            // cache.
            "PRAGMA synchronous = FULL",
            "PRAGMA fullfsync = ON",
            "PRAGMA checkpoint_fullfsync = ON",
            // A schema that somebody else wrote into the file calls no functions with side effects.
            "PRAGMA trusted_schema = OFF",
            "PRAGMA cell_size_check = ON",
            // 4 MB between checkpoints: a call writes some 16 KB, so one in 250 pays for the checkpoint, and whoever
            // opens the
            // file after a crash has at most that much to read back.
            "PRAGMA wal_autocheckpoint = 2000",
            // One 10 MB result would otherwise leave a log of that size for ever.
            "PRAGMA journal_size_limit = 16777216",
            // What was forgotten is overwritten, not only unlinked.
            "PRAGMA secure_delete = ON");

    private final JournalFile file;
    private final Duration busyTimeout;
    private final SqlWork<Boolean> onOpen;
    private final @Nullable SqliteTables tables;

    /**
     * A connector.
     *
     * @param onOpen done with every session once it is open; for tests of failures
     * @param tables what another store keeps beside the journal; {@code null} for the journal itself
     */
    Connector(JournalFile file, Duration busyTimeout, SqlWork<Boolean> onOpen, @Nullable SqliteTables tables) {
        this.file = file;
        this.busyTimeout = busyTimeout;
        this.onOpen = onOpen;
        this.tables = tables;
    }

    /** A session to read with; {@code null} when there is no journal yet, or no tables. Makes nothing. */
    @Nullable
    Session reader() throws SQLException {
        if (file.isBlank()) {
            return null;
        }
        return opened(false, session -> {
            session.execute("PRAGMA query_only = ON");
            session.execute("BEGIN");
            // Another process that started a journal here may have been killed before its first commit: reading undid
            // that.
            // SQLite also takes a file of one byte for an empty one.
            boolean blank = session.number("PRAGMA page_count") == 0 && file.isBlank();
            if (!blank) {
                Schema.verify(session, path());
                blank = tables != null && !tables.areIn(session, path());
            }
            session.execute("COMMIT");
            return !blank;
        });
    }

    /** A session to write with. Starts a journal when there is none. */
    Session writer() throws SQLException {
        file.isBlank(); // Refuses a file that is gone from beside its log.
        Session session = opened(true, starting -> {
            starting.execute(Schema.PAGE_SIZE);
            // Whoever comes first makes the schema; the others wait here and find it. It is made under a rollback
            // journal,
            // before the switch to a write-ahead log: so a crash in between leaves a file without a byte, or a whole
            // journal.
            starting.execute("BEGIN IMMEDIATE");
            // Asked of the file: the transaction already sees the first page that it is about to write.
            if (file.isBlank()) {
                Schema.create(starting);
            } else {
                Schema.verify(starting, path());
            }
            if (tables != null && !tables.areIn(starting, path())) {
                tables.create(starting);
            }
            starting.execute("COMMIT");
            switchToWriteAheadLog(starting);
            return true;
        });
        if (session == null) {
            throw new IllegalStateException("A writer always opens.");
        }
        return session;
    }

    private @Nullable Session opened(boolean create, SqlWork<Boolean> start) throws SQLException {
        Session session = connect(create);
        boolean usable = false;
        try {
            for (String setting : SETTINGS) {
                session.execute(setting);
            }
            usable = start.with(session);
            onOpen.with(session);
            return usable ? session : null;
        } catch (SQLException | RuntimeException failure) {
            usable = false;
            throw failure;
        } finally {
            if (!usable) {
                session.close();
            }
        }
    }

    private Session connect(boolean create) throws SQLException {
        SQLiteConfig config = new SQLiteConfig();
        config.setOpenMode(SQLiteOpenMode.OPEN_URI);
        if (!create) {
            config.resetOpenMode(SQLiteOpenMode.CREATE);
        }
        // Else the driver asks for the last row id after every write.
        config.setGetGeneratedKeys(false);
        config.setBusyTimeout(Math.toIntExact(busyTimeout.toMillis()));
        // A URI, not a path: of a path the driver cuts everything after a question mark, and when the file is missing
        // it
        // probes by creating and deleting it, which could delete the journal that another process just started.
        return new Session(config.createConnection("jdbc:sqlite:" + path().toUri()));
    }

    /** The switch needs the file to itself for a moment; SQLite doesn't always wait for that. */
    private void switchToWriteAheadLog(Session session) throws SQLException {
        long deadline = System.nanoTime() + busyTimeout.toNanos();
        while (true) {
            String mode = "";
            try {
                mode = session.text("PRAGMA journal_mode = WAL").toLowerCase(Locale.ROOT);
                if (mode.equals("wal")) {
                    return;
                }
            } catch (SQLException failure) {
                if (!Failures.busy(failure) || System.nanoTime() - deadline >= 0) {
                    throw failure;
                }
            }
            if (System.nanoTime() - deadline >= 0) {
                throw StoreException.broken(
                        "The journal " + path() + " can't be switched to a write-ahead log (it stays in mode \"" + mode
                                + "\"). Use a local file system; a network share can't hold a journal.",
                        null);
            }
            pause();
        }
    }

    private void pause() {
        try {
            Thread.sleep(SWITCH_PAUSE_MS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw StoreException.unavailable("Interrupted while opening the journal " + path() + ".", interrupted);
        }
    }

    private Path path() {
        return file.path();
    }
}

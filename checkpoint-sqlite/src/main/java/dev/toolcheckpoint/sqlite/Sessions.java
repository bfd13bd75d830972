package dev.toolcheckpoint.sqlite;

import dev.toolcheckpoint.protocol.StoreException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The open sessions: one to write with, since SQLite has one writer at a time anyway, and a few to read with, which never wait
 * for it. Thread-safe.
 */
final class Sessions implements AutoCloseable {

    private static final int MAX_READERS = 8;

    private final JournalFile file;
    private final Connector connector;
    private final Failures failures;
    private final long timeoutMillis;

    private final Semaphore readers = new Semaphore(MAX_READERS);
    private final ConcurrentLinkedDeque<Session> idle = new ConcurrentLinkedDeque<>();
    private final ReentrantLock writing = new ReentrantLock();
    private @Nullable Session writer;
    private @Nullable Object writerFile;
    private volatile boolean closed;

    Sessions(JournalFile file, Connector connector, Duration busyTimeout) {
        this.file = file;
        this.connector = connector;
        this.failures = new Failures(file.path());
        this.timeoutMillis = busyTimeout.toMillis();
    }

    /** Reads; {@code blank} when there is no journal yet. */
    <T extends @Nullable Object> T read(T blank, SqlWork<T> work) {
        requireInTime(tryAcquireReader());
        try {
            Session session = idle.pollFirst();
            if (session == null) {
                session = openReader();
            }
            return session == null ? blank : read(session, work);
        } finally {
            readers.release();
        }
    }

    /**
     * Reads what is about to be written: with the writer's session when no thread of ours needs it, because its cache then
     * holds the pages that the write will change. Never waits for a writer either.
     */
    <T extends @Nullable Object> T readAhead(T blank, SqlWork<T> work) {
        if (!writing.hasQueuedThreads() && writing.tryLock()) {
            try {
                Session session = writer;
                if (session != null) {
                    return work.with(session);
                }
            } catch (SQLException failure) {
                closeWriterUnlessBusy(failure);
                throw failures.reading(failure);
            } finally {
                writing.unlock();
            }
        }
        return read(blank, work);
    }

    private <T extends @Nullable Object> T read(Session session, SqlWork<T> work) {
        boolean usable = true;
        try {
            return work.with(session);
        } catch (SQLException failure) {
            usable = Failures.busy(failure);
            throw failures.reading(failure);
        } finally {
            if (usable) {
                idle.addFirst(session);
            } else {
                session.close();
            }
            if (closed) {
                closeIdle();
            }
        }
    }

    private @Nullable Session openReader() {
        requireOpen();
        try {
            return connector.reader();
        } catch (SQLException failure) {
            throw failures.reading(failure);
        }
    }

    /** Writes one statement, which is one durable transaction of its own. Starts a journal when there is none. */
    <T extends @Nullable Object> T write(SqlWork<T> work) {
        requireInTime(tryLockWriter());
        try {
            Session session = currentWriter();
            try {
                return work.with(session);
            } catch (SQLException failure) {
                closeWriterUnlessBusy(failure);
                throw failures.writing(failure);
            }
        } finally {
            writing.unlock();
        }
    }

    /**
     * Writes in one durable transaction, which holds the write lock from its start. Starts a journal when there is none. Rolls
     * back when the work answers {@code false}, or fails.
     */
    boolean transaction(SqlWork<Boolean> work) {
        requireInTime(tryLockWriter());
        try {
            Session session = currentWriter();
            begin(session);
            return finish(session, work);
        } finally {
            writing.unlock();
        }
    }

    private void begin(Session session) {
        try {
            session.execute("BEGIN IMMEDIATE");
        } catch (SQLException failure) {
            closeWriterUnlessBusy(failure);
            throw failures.beforeCommit(failure);
        }
    }

    private boolean finish(Session session, SqlWork<Boolean> work) {
        boolean committing = false;
        boolean ended = false;
        try {
            boolean apply = work.with(session);
            committing = apply;
            session.execute(apply ? "COMMIT" : "ROLLBACK");
            ended = true;
            return apply;
        } catch (SQLException failure) {
            throw committing ? failures.writing(failure) : failures.beforeCommit(failure);
        } finally {
            if (!ended) {
                closeWriter(); // Rolls back.
            }
        }
    }

    private Session currentWriter() {
        requireOpen();
        Session session = writer;
        if (session != null) {
            if (!Objects.equals(writerFile, file.identity())) {
                throw JournalFile.gone(file.path());
            }
            return session;
        }
        try {
            session = connector.writer();
        } catch (SQLException failure) {
            throw failures.reading(failure);
        }
        writer = session;
        writerFile = file.identity();
        return session;
    }

    /** Idempotent. Waits for the write under way; a read under way ends first, and its session with it. */
    @Override
    public void close() {
        closed = true;
        closeIdle();
        writing.lock();
        try {
            closeWriter();
        } finally {
            writing.unlock();
        }
    }

    private void closeWriterUnlessBusy(SQLException failure) {
        if (!Failures.busy(failure)) {
            closeWriter();
        }
    }

    private void closeWriter() {
        Session session = writer;
        if (session != null) {
            writer = null;
            session.close();
        }
    }

    private void closeIdle() {
        for (Session session = idle.pollFirst(); session != null; session = idle.pollFirst()) {
            session.close();
        }
    }

    private boolean tryAcquireReader() {
        try {
            return readers.tryAcquire() || readers.tryAcquire(timeoutMillis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            throw interrupted(interrupted);
        }
    }

    private boolean tryLockWriter() {
        try {
            return writing.tryLock() || writing.tryLock(timeoutMillis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            throw interrupted(interrupted);
        }
    }

    private StoreException interrupted(InterruptedException interrupted) {
        Thread.currentThread().interrupt();
        return StoreException.unavailable(
                "Interrupted while waiting for the journal " + file.path() + ".", interrupted);
    }

    private void requireInTime(boolean inTime) {
        if (!inTime) {
            throw StoreException.unavailable(
                    "Other threads hold the journal " + file.path() + " for longer than the busy timeout of "
                            + timeoutMillis + " ms. Nothing was written; try again.",
                    null);
        }
    }

    private void requireOpen() {
        if (closed) {
            throw StoreException.broken("The store of the journal " + file.path() + " is closed.", null);
        }
    }
}

package dev.toolcheckpoint.sqlite;

import dev.toolcheckpoint.json.Digests;
import dev.toolcheckpoint.protocol.Checkpoint;
import dev.toolcheckpoint.protocol.CheckpointKey;
import dev.toolcheckpoint.protocol.ConfigurationException;
import dev.toolcheckpoint.protocol.Outcome;
import dev.toolcheckpoint.protocol.Payload;
import dev.toolcheckpoint.protocol.ProtocolException;
import dev.toolcheckpoint.protocol.StoreException;
import dev.toolcheckpoint.protocol.Transition;
import dev.toolcheckpoint.store.AttentionQuery;
import dev.toolcheckpoint.store.CheckpointStore;
import dev.toolcheckpoint.store.ListQuery;
import dev.toolcheckpoint.store.RecordPage;
import dev.toolcheckpoint.store.SealedPayload;
import dev.toolcheckpoint.store.WriteResult;
import java.nio.file.Path;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A journal in one SQLite file, shared by any number of threads and processes of one host. Thread-safe.
 *
 * <p>A write is one durable transaction ({@code synchronous = FULL}); reads never wait for a writer. A file that doesn't exist,
 * or has no byte, is an empty journal: only the first write makes it, and processes may race for that. Anything else that is
 * not a journal of this version is refused and left as it is.
 *
 * <p>Errors are {@link StoreException}s: {@code STORE_UNAVAILABLE}, not ambiguous and retryable, when a lock was held for
 * longer than the busy timeout; ambiguous when an I/O error left open whether a commit reached the disk; not retryable when the
 * disk is full, the file can't be written or is damaged. {@code TABLE_MISSING} and {@code TABLE_MISMATCH} when the file is not,
 * or no longer, the journal.
 *
 * <p>The file must lie on a local disk: a network share can't keep a journal, since its processes don't share memory.
 */
public final class SqliteCheckpointStore implements CheckpointStore {

    /** How often a condition may fail under our hands although the row looked right just before. */
    private static final int MAX_ROUNDS = 3;

    private static final String FIND = "SELECT " + Row.COLUMNS + " FROM checkpoints WHERE namespace = ? AND id = ?";
    private static final String PAYLOAD = "SELECT payload FROM checkpoints WHERE namespace = ? AND id = ?";

    private final JournalFile file;
    private final Sessions sessions;
    private final OpenRows written = new OpenRows();

    private SqliteCheckpointStore(JournalFile file, Sessions sessions) {
        this.file = file;
        this.sessions = sessions;
    }

    /**
     * Opens the journal of a file with the defaults.
     *
     * @throws ConfigurationException when the path can't be that of a journal
     * @throws StoreException when the file is there, but is not a journal
     */
    public static SqliteCheckpointStore open(Path file) {
        return builder(file).open();
    }

    /** Opens the journal of a file with other settings. */
    public static Builder builder(Path file) {
        return new Builder(file);
    }

    /** The settings of a store. Not thread-safe. */
    public static final class Builder {
        private final Path file;
        private Duration busyTimeout = SqliteLocation.DEFAULT_BUSY_TIMEOUT;
        private SqlWork<Boolean> onOpen = session -> true;

        private Builder(Path file) {
            this.file = file;
        }

        /**
         * How long an operation waits for another writer before it fails, with nothing written. Default 5 s.
         *
         * @param timeout 0 ms to 1 h in whole milliseconds
         */
        public Builder busyTimeout(Duration timeout) {
            this.busyTimeout = SqliteLocation.requireBusyTimeout(timeout);
            return this;
        }

        Builder onOpen(SqlWork<Boolean> work) {
            this.onOpen = work;
            return this;
        }

        /**
         * Opens the store. A file that exists is checked at once; one that doesn't is not made.
         *
         * @throws ConfigurationException when the path can't be that of a journal
         * @throws StoreException when the file is there, but is not a journal
         */
        public SqliteCheckpointStore open() {
            JournalFile journal = JournalFile.of(file);
            Sessions sessions = new Sessions(journal, new Connector(journal, busyTimeout, onOpen, null), busyTimeout);
            sessions.read("", session -> "");
            return new SqliteCheckpointStore(journal, sessions);
        }
    }

    /** Zero: one host has one clock. */
    @Override
    public Duration defaultSkewMargin() {
        return Duration.ZERO;
    }

    /** True: a completed record is read without waiting for whoever writes. */
    @Override
    public boolean findsBeforeCreating() {
        return true;
    }

    /** Does nothing: a completion needs nothing but the file. */
    @Override
    public void prepare(CheckpointKey key, Instant leaseUntil) {
        // Nothing to get ready.
    }

    @Override
    public SealedPayload seal(CheckpointKey key, String writeId, byte[] payload) {
        return SealedPayload.plain(payload);
    }

    @Override
    public String digest(Checkpoint record, byte[] payload) {
        return Digests.sha256(payload);
    }

    @Override
    public WriteResult createIfAbsent(Transition creation) {
        Checkpoint next = WriteRules.creation(creation);
        CheckpointKey key = next.key();
        NewRow row = NewRow.of(next, key);
        for (int round = 0; round < MAX_ROUNDS; round++) {
            if (sessions.write(row::insert)) {
                return stored(row);
            }
            Row current = row(key);
            if (current != null) {
                return WriteResult.refusedUnlessOwn(current.record(next.binding()), next);
            }
        }
        throw changing(key);
    }

    @Override
    public WriteResult compareAndSwap(Transition transition, @Nullable SealedPayload payload) {
        Checkpoint next = WriteRules.swap(transition, payload);
        CheckpointKey key = next.key();
        NewRow row = NewRow.of(next, key);
        byte[] bytes = bytes(payload);
        NewRow open = written.take(key, transition);
        if (open != null
                && (next.outcome() == null || bytes != null)
                && sessions.write(session -> row.replace(session, open, bytes))) {
            return stored(row);
        }
        for (int round = 0; round < MAX_ROUNDS; round++) {
            Row stored = row(key);
            if (stored == null) {
                return new WriteResult.Refused(null);
            }
            // Decoded before it is replaced: a record that can't be read is never overwritten.
            Checkpoint current = stored.record(next.binding());
            if (current.revision() != transition.expectedRevision()
                    || !current.writeId().equals(transition.expectedWriteId())) {
                return WriteResult.refusedUnlessOwn(current, next);
            }
            if (replace(row, stored.document(), current, next, payload)) {
                return stored(row);
            }
        }
        throw changing(key);
    }

    private WriteResult stored(NewRow row) {
        written.add(row);
        return new WriteResult.Stored();
    }

    private static byte @Nullable [] bytes(@Nullable SealedPayload payload) {
        return payload instanceof SealedPayload.Plain plain ? plain.payload().bytes() : null;
    }

    private boolean replace(
            NewRow row, String document, Checkpoint current, Checkpoint next, @Nullable SealedPayload payload) {
        Outcome outcome = next.outcome();
        byte[] bytes = bytes(payload);
        if (bytes != null) {
            return sessions.write(session -> row.replace(session, document, bytes));
        }
        if (outcome != null && outcome.forgotten()) {
            return sessions.write(session -> row.replace(session, document, null));
        }
        WriteRules.keepsOutcome(current, next);
        return sessions.write(session -> row.replace(session, document));
    }

    @Override
    public Optional<Checkpoint> find(CheckpointKey key) {
        Row row = row(key);
        return row == null ? Optional.empty() : Optional.of(row.record(null));
    }

    private @Nullable Row row(CheckpointKey key) {
        return sessions.<@Nullable Row>readAhead(null, session -> row(session, key));
    }

    private static @Nullable Row row(Session session, CheckpointKey key) throws SQLException {
        try (ResultSet result = byKey(session, FIND, key)) {
            return result.next() ? Row.found(result, key) : null;
        }
    }

    private static ResultSet byKey(Session session, String sql, CheckpointKey key) throws SQLException {
        PreparedStatement statement = session.prepare(sql);
        statement.setString(1, SqlText.of(key.namespace()));
        statement.setString(2, key.id());
        return statement.executeQuery();
    }

    @Override
    public byte[] loadPayload(Checkpoint record) {
        Outcome outcome = record.outcome();
        if (outcome == null || outcome.forgotten()) {
            throw ProtocolException.invalidArgument("Only an outcome that is not forgotten has a payload.");
        }
        if (outcome.payload() instanceof Payload.Inline inline) {
            return inline.bytes();
        }
        CheckpointKey key = record.key();
        byte[] bytes = sessions.<byte @Nullable []>read(null, session -> {
            try (ResultSet result = byKey(session, PAYLOAD, key)) {
                return result.next() ? Optional.ofNullable(result.getBytes(1)).orElse(null) : null;
            }
        });
        if (bytes == null && outcome.size() == 0) {
            bytes = new byte[0];
        }
        if (bytes == null || !Row.matches(outcome, bytes)) {
            throw StoreException.payloadUnreadable(
                    "The outcome of " + key + " is stored in the journal " + file.path() + ", but its payload "
                            + (bytes == null
                                    ? "is missing (or was forgotten since)"
                                    : "is not the one it was stored with")
                            + ". The effect is done: do not issue the call again; restore the payload from a copy.",
                    null);
        }
        return bytes;
    }

    @Override
    public RecordPage attention(AttentionQuery query) {
        return Pages.page(sessions.read(List.of(), session -> Pages.attention(session, query)), query.limit());
    }

    @Override
    public RecordPage list(ListQuery query) {
        return Pages.page(sessions.read(List.of(), session -> Pages.list(session, query)), query.limit());
    }

    private StoreException changing(CheckpointKey key) {
        return StoreException.unavailable(
                "The record of " + key + " in the journal " + file.path()
                        + " changed at every try. Nothing was written; try" + " again.",
                null);
    }

    /** Idempotent. An operation after it fails. */
    @Override
    public void close() {
        sessions.close();
    }

    /** Names the file. */
    @Override
    public String toString() {
        return "sqlite:" + file.path();
    }
}

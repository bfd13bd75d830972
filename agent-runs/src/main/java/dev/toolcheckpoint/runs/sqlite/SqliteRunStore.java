package dev.toolcheckpoint.runs.sqlite;

import dev.toolcheckpoint.protocol.ConfigurationException;
import dev.toolcheckpoint.protocol.StoreException;
import dev.toolcheckpoint.runs.store.Change;
import dev.toolcheckpoint.runs.store.Commit;
import dev.toolcheckpoint.runs.store.Expected;
import dev.toolcheckpoint.runs.store.ItemKey;
import dev.toolcheckpoint.runs.store.RunItem;
import dev.toolcheckpoint.runs.store.RunStore;
import dev.toolcheckpoint.sqlite.SqliteFile;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Runs in the journal's SQLite file, in tables of their own; shared by any number of threads and processes of one host.
 * Thread-safe.
 *
 * <p>A commit is one durable transaction ({@code synchronous = FULL}); reads never wait for a writer, and {@code load} sees the file
 * as it was at one instant. A file that doesn't exist, or a journal without runs, is an empty store: only the first commit makes
 * file and tables. Anything else is refused and left as it is. Bodies are kept as they are, secret ones too: the file's
 * permissions protect them. A body has at most some 1 GB.
 *
 * <p>Errors are {@link StoreException}s as those of the journal's store: not ambiguous and retryable when a lock was held for longer
 * than the busy timeout; ambiguous when an I/O error left open whether a commit reached the disk.
 */
public final class SqliteRunStore implements RunStore {

    private static final Duration DEFAULT_BUSY_TIMEOUT = Duration.ofSeconds(5);
    private static final Instant LATEST = Instant.ofEpochMilli(Long.MAX_VALUE - 1);

    private final SqliteFile file;

    SqliteRunStore(SqliteFile file) {
        this.file = file;
    }

    /**
     * Opens the runs of a file, with a busy timeout of 5 s. A file that exists is checked at once; one that doesn't is not made.
     *
     * @throws ConfigurationException when the path can't be that of a journal
     * @throws StoreException when the file is there, but is not a journal, or its tables of runs are not these
     */
    public static SqliteRunStore open(Path path) {
        return open(path, DEFAULT_BUSY_TIMEOUT);
    }

    /**
     * Opens the runs of a file.
     *
     * @param busyTimeout how long an operation waits for another writer before it fails, with nothing written: 0 ms to 1 h in
     *     whole milliseconds
     * @throws ConfigurationException as {@link #open(Path)}, or when the time is out of range
     * @throws StoreException as {@link #open(Path)}
     */
    public static SqliteRunStore open(Path path, Duration busyTimeout) {
        return new SqliteRunStore(SqliteFile.open(path, busyTimeout, RunTables.ALL));
    }

    /** Zero: one host has one clock. */
    @Override
    public Duration defaultSkewMargin() {
        return Duration.ZERO;
    }

    @Override
    public Optional<RunItem> find(ItemKey key) {
        return file.read(Optional.empty(), session -> new Reads(session).find(key));
    }

    @Override
    public List<RunItem> load(String namespace, String partition) {
        return file.read(List.of(), session -> new Reads(session).load(namespace, partition));
    }

    @Override
    public boolean commit(Commit commit) {
        // Where nothing is, only a commit that asks for nothing to be there can be applied, and makes the file.
        if (!asksForNothingButAbsence(commit) && file.read(true, session -> false)) {
            return false;
        }
        return file.write(session -> new Writes(session).apply(commit));
    }

    private static boolean asksForNothingButAbsence(Commit commit) {
        return commit.changes().stream()
                .map(Change::expected)
                .allMatch(each -> each.values().stream().allMatch(Expected.Absent.class::isInstance));
    }

    @Override
    public Page<ItemKey> due(Instant before, int limit, @Nullable String cursor) {
        RunStore.requireLimit(limit);
        DuePlace after = Cursors.duePlace(cursor);
        List<DuePlace> places =
                file.read(List.of(), session -> new Reads(session).due(millis(before), after, limit + 1));
        List<DuePlace> page = places.subList(0, Math.min(limit, places.size()));
        return new Page<>(
                page.stream().map(DuePlace::key).toList(),
                places.size() > limit ? Cursors.of(page.get(limit - 1)) : null);
    }

    /** The first whole millisecond that is not before the instant. */
    private static long millis(Instant before) {
        if (before.isAfter(LATEST)) {
            return Long.MAX_VALUE;
        }
        return before.isBefore(Instant.EPOCH) ? 0 : before.plusNanos(999_999).toEpochMilli();
    }

    @Override
    public Page<RunItem> list(String namespace, String sort, int limit, @Nullable String cursor) {
        RunStore.requireLimit(limit);
        String after = Cursors.partition(cursor);
        List<RunItem> found =
                file.read(List.of(), session -> new Reads(session).list(namespace, sort, after, limit + 1));
        List<RunItem> page = found.subList(0, Math.min(limit, found.size()));
        return new Page<>(
                page,
                found.size() > limit ? Cursors.of(page.get(limit - 1).key().partition()) : null);
    }

    @Override
    public void close() {
        file.close();
    }

    /** Names the file. */
    @Override
    public String toString() {
        return file.toString();
    }
}

package dev.toolcheckpoint.runs.dynamo;

import dev.toolcheckpoint.dynamo.SharedTable;
import dev.toolcheckpoint.journal.IdSource;
import dev.toolcheckpoint.runs.store.Commit;
import dev.toolcheckpoint.runs.store.ItemKey;
import dev.toolcheckpoint.runs.store.RunItem;
import dev.toolcheckpoint.runs.store.RunStore;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Keeps runs in the DynamoDB table of a journal. Thread-safe.
 *
 * <p>A commit is one request: an update of one item, or a transaction of several. It is sent once; a repeat is recognised by the write id
 * that the items keep, and a transaction also by a token made of it. Reads that decide are
 * consistent: {@link #find} is one read, {@link #load} one query a megabyte, large cells included. {@code load} is no snapshot: of two items that
 * one commit changes meanwhile it may see one before and one after.
 *
 * <p>Secret cells are sealed by a {@link dev.toolcheckpoint.dynamo.crypto.PayloadCipher}; open cells stay readable in the table. Cells
 * of up to 16 384 stored bytes are in their item, larger ones in chunks beside it, and in S3 above 1.5 MB when there is a bucket; up to
 * 10 MB. Bodies that were replaced are deleted; those that a failed process left are, when a {@code load} finds them a day later.
 * Nothing of a run expires.
 *
 * <p>Errors are those of {@link dev.toolcheckpoint.dynamo.DynamoCheckpointStore}. {@code PAYLOAD_UNREADABLE} when a part of a cell is missing
 * or was changed. The table is described in {@code docs/reference/table.md}.
 */
public final class DynamoRunStore implements RunStore {

    /** Hosts' clocks differ by less than this. */
    private static final Duration SKEW_MARGIN = Duration.ofSeconds(1);

    private static final String DUE = "due.";
    private static final String LIST = "list.";

    private final SharedTable table;
    private final Commits commits;
    private final Reads reads;
    private final RunListing listing;

    DynamoRunStore(SharedTable table, IdSource ids, Clock clock, int inlineLimit) {
        this.table = table;
        CellBodies bodies = new CellBodies(table.payloads());
        KnownBodies known = new KnownBodies();
        Sender sender = new Sender(table);
        this.commits = new Commits(table, bodies, known, sender, ids, inlineLimit);
        this.reads = new Reads(table, bodies, known, sender, clock);
        this.listing = new RunListing(table, reads);
    }

    /**
     * Starts a store. {@link DynamoRunStoreBuilder#cipher} must be set.
     *
     * @param table the table's name or ARN: that of a journal
     */
    public static DynamoRunStoreBuilder builder(String table) {
        return new DynamoRunStoreBuilder(table);
    }

    /** One second. */
    @Override
    public Duration defaultSkewMargin() {
        return SKEW_MARGIN;
    }

    @Override
    public Optional<RunItem> find(ItemKey key) {
        table.checkIdentity();
        return Optional.ofNullable(reads.find(key));
    }

    @Override
    public List<RunItem> load(String namespace, String partition) {
        table.checkIdentity();
        return reads.load(namespace, partition);
    }

    @Override
    public boolean commit(Commit commit) {
        table.checkIdentity();
        return commits.apply(commit);
    }

    /** Asks the attention index, eventually consistent, earliest first. */
    @Override
    public Page<ItemKey> due(Instant before, int limit, @Nullable String cursor) {
        RunStore.requireLimit(limit);
        String from = inner(DUE, cursor);
        table.checkIdentity();
        Instant until = before.isBefore(Instant.EPOCH) ? Instant.EPOCH : before;
        SharedTable.Due due = table.due(Attributes.KIND, until, limit, from);
        List<ItemKey> keys = due.items().stream()
                .flatMap(item -> Attributes.itemKey(item.partition(), item.sort()).stream())
                .toList();
        return new Page<>(keys, outer(DUE, due.nextCursor()));
    }

    /** Scans the table, eventually consistent; in no particular order. It reads everything: for people, not for runs. */
    @Override
    public Page<RunItem> list(String namespace, String sort, int limit, @Nullable String cursor) {
        RunStore.requireLimit(limit);
        String from = inner(LIST, cursor);
        table.checkIdentity();
        Page<RunItem> page = listing.list(namespace, sort, limit, from);
        return new Page<>(page.entries(), outer(LIST, page.nextCursor()));
    }

    private static @Nullable String outer(String listing, @Nullable String cursor) {
        return cursor == null ? null : listing + cursor;
    }

    /** Refuses the cursors of the other listing: they look alike. */
    private static @Nullable String inner(String listing, @Nullable String cursor) {
        if (cursor != null && !cursor.startsWith(listing)) {
            throw RunStore.unknownCursor();
        }
        return cursor == null ? null : cursor.substring(listing.length());
    }

    /** Forgets every data key before the process is copied (AWS Lambda SnapStart, CRaC). Usable again afterwards. */
    public void beforeSnapshot() {
        table.beforeSnapshot();
    }

    /** Closes what the store made itself; clients and ciphers that it was given stay open. */
    @Override
    public void close() {
        table.close();
    }

    /** Names the table. */
    @Override
    public String toString() {
        return "dynamo:" + table.name();
    }
}

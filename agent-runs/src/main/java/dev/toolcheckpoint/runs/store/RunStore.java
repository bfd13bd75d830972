package dev.toolcheckpoint.runs.store;

import dev.toolcheckpoint.protocol.ProtocolException;
import dev.toolcheckpoint.protocol.StoreException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Keeps runs as items of cells. Implementations are thread-safe and know nothing of what the cells mean: the rules of runs are in one place,
 * above.
 *
 * <p>Every method may throw {@link StoreException}; its {@code ambiguous()} says whether the commit may have been applied all the same. A
 * store never repeats a commit by itself. An item that can't be decoded is a {@link ProtocolException} with {@code INVALID_CHECKPOINT}
 * or {@code UNSUPPORTED_SCHEMA}: never absent, never overwritten.
 */
public interface RunStore extends AutoCloseable {

    /** The most entries of a page. */
    int LARGEST_PAGE = 1_000;

    /** What covers the difference of any two clocks that write here: 0 on one host, 1 s where hosts differ. */
    Duration defaultSkewMargin();

    /** The item; sees every commit that was acknowledged before. */
    Optional<RunItem> find(ItemKey key);

    /**
     * All items of a partition, ordered by their sort keys; sees every commit that was acknowledged before it began.
     *
     * @param partition as in {@link ItemKey#partition()}
     */
    List<RunItem> load(String namespace, String partition);

    /**
     * Applies all changes at once, or none.
     *
     * @return whether everything that was expected held, and so everything was written; a repeat of a commit that was applied
     *     before may answer either way
     */
    boolean commit(Commit commit);

    /**
     * Items that are due before an instant, earliest first where the store can. A hint: only a commit decides.
     *
     * @param limit 1 to 1 000
     * @param cursor where the page before ended; {@code null} to start
     * @throws ProtocolException {@code INVALID_ARGUMENT} when the limit is out of range, or no page of this listing ended there
     */
    Page<ItemKey> due(Instant before, int limit, @Nullable String cursor);

    /**
     * The items with this sort key, each of another partition, in the store's own order. A hint. A page may be short, or empty, and still have
     * a next one.
     *
     * @param limit 1 to 1 000
     * @param cursor where the page before ended; {@code null} to start
     * @throws ProtocolException {@code INVALID_ARGUMENT} when the limit is out of range, or no page of this listing ended there
     */
    Page<RunItem> list(String namespace, String sort, int limit, @Nullable String cursor);

    /**
     * Checks the limit of a page, for stores.
     *
     * @return the limit
     */
    static int requireLimit(int limit) {
        if (limit < 1 || limit > LARGEST_PAGE) {
            throw ProtocolException.invalidArgument(
                    "A page has 1 to " + LARGEST_PAGE + " entries, found " + limit + ".");
        }
        return limit;
    }

    /** Refuses a cursor, for stores. */
    static ProtocolException unknownCursor() {
        return ProtocolException.invalidArgument(
                "The cursor is none that a page of this listing ended with. Start again without one.");
    }

    /** Lets go of files, connections and keys. Idempotent. */
    @Override
    void close();

    /**
     * A part of a listing.
     *
     * @param entries what was found
     * @param nextCursor where the next page starts; {@code null} at the end
     * @param <T> what is listed
     */
    record Page<T>(List<T> entries, @Nullable String nextCursor) {
        /** Copies the entries. */
        public Page {
            entries = List.copyOf(entries);
        }
    }
}

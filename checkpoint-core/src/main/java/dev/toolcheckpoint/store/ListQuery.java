package dev.toolcheckpoint.store;

import dev.toolcheckpoint.protocol.ProtocolException;
import dev.toolcheckpoint.protocol.Status;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Asks for records, to look at.
 *
 * @param namespace only of this namespace; {@code null} for all
 * @param statuses only in these states; empty for all
 * @param updatedBefore only those last written before this; {@code null} for all
 * @param limit the size of a page, 1 to 1 000
 * @param cursor where the page before ended; {@code null} for the first
 */
public record ListQuery(
        @Nullable String namespace,
        Set<Status> statuses,
        @Nullable Instant updatedBefore,
        int limit,
        @Nullable String cursor) {

    private static final int MAX_LIMIT = 1_000;

    /** Checks the bounds. */
    public ListQuery {
        statuses = Set.copyOf(statuses);
        checkLimit(limit);
    }

    /** The first page of everything. */
    public static ListQuery all() {
        return new ListQuery(null, Set.of(), null, 100, null);
    }

    /** The page after {@code page}, of which {@code nextCursor} is not {@code null}. */
    public ListQuery after(RecordPage page) {
        return new ListQuery(namespace, statuses, updatedBefore, limit, page.nextCursor());
    }

    static void checkLimit(int limit) {
        if (limit < 1 || limit > MAX_LIMIT) {
            throw ProtocolException.invalidArgument("limit must be 1 to " + MAX_LIMIT + ", found " + limit + ".");
        }
    }
}

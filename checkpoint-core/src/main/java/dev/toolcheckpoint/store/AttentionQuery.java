package dev.toolcheckpoint.store;

import dev.toolcheckpoint.protocol.Attention;
import dev.toolcheckpoint.protocol.ProtocolException;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Asks for records that need attention.
 *
 * @param kinds which kinds; at least one
 * @param dueBefore only those whose time is before this
 * @param limit the size of a page, 1 to 1 000
 * @param cursor where the page before ended; {@code null} for the first
 */
public record AttentionQuery(
        Set<Attention.Kind> kinds,
        Instant dueBefore,
        int limit,
        @Nullable String cursor) {

    /** Checks the bounds. */
    public AttentionQuery {
        kinds = Set.copyOf(kinds);
        if (kinds.isEmpty()) {
            throw ProtocolException.invalidArgument("An attention query needs at least one kind.");
        }
        ListQuery.checkLimit(limit);
    }

    /** The first page of every kind due before {@code instant}. */
    public static AttentionQuery dueBefore(Instant instant) {
        return new AttentionQuery(Set.of(Attention.Kind.values()), instant, 100, null);
    }

    /** The page after {@code page}, of which {@code nextCursor} is not {@code null}. */
    public AttentionQuery after(RecordPage page) {
        return new AttentionQuery(kinds, dueBefore, limit, page.nextCursor());
    }
}

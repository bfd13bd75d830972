package dev.toolcheckpoint.dynamo;

import dev.toolcheckpoint.protocol.Attention;
import dev.toolcheckpoint.protocol.Checkpoint;
import dev.toolcheckpoint.protocol.StoreException;
import dev.toolcheckpoint.store.AttentionQuery;
import dev.toolcheckpoint.store.RecordPage;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * Keeps the chunks of outcomes whose delivery is still open when their retention is over. A record in DELIVERING never expires, but
 * its chunks carry a time to live, {@code retainUntil} and 7 days: the reconciler keeps them, as a chore of the store; whoever runs none
 * calls {@link #restamp} at least once a day, page by page. Thread-safe.
 *
 * <p>A chunk is stamped anew when {@link #RENEW_AT} or less is left, to {@link #EXTENSION} from now; never to an earlier time,
 * and one that is gone is never made again. A repeat changes nothing, so any number may run at once. Payloads in S3 live as the
 * bucket's lifecycle rule says.
 */
public final class ChunkRetention {

    /** With how much left of its time a chunk is stamped anew: 7 days. */
    public static final Duration RENEW_AT = Duration.ofDays(7);

    /** How long a chunk that is stamped anew lives from then on: 14 days. A stamp costs as much as the chunk's write. */
    public static final Duration EXTENSION = Duration.ofDays(14);

    private final DynamoCheckpointStore store;
    private final ChunkStamps stamps;
    private final Clock clock;

    private ChunkRetention(DynamoCheckpointStore store, ChunkStamps stamps, Clock clock) {
        this.store = store;
        this.stamps = stamps;
        this.clock = clock;
    }

    /**
     * For the chunks of this store.
     *
     * @param client for the requests; it stays the caller's
     * @param table the store's table, by name or ARN
     */
    public static ChunkRetention of(DynamoCheckpointStore store, DynamoDbClient client, String table, Clock clock) {
        return new ChunkRetention(store, new ChunkStamps(client, table, new Failures(table)), clock);
    }

    /**
     * What was found and done in one page.
     *
     * @param overdue the records whose delivery is open although their retention is over; each deserves an alarm
     * @param stamped how many chunks were stamped anew
     * @param incomplete those of {@code overdue} that lack a chunk: their payload can't be read any more
     * @param nextCursor what the next page starts from; {@code null} when this was the last
     */
    public record Restamped(
            List<Checkpoint> overdue,
            int stamped,
            List<Checkpoint> incomplete,
            @Nullable String nextCursor) {
        /** Copies the lists. */
        public Restamped {
            overdue = List.copyOf(overdue);
            incomplete = List.copyOf(incomplete);
        }
    }

    /**
     * Looks at one page of the deliveries that should have ended by now.
     *
     * @param limit how many records, 1 to 1 000
     * @param cursor where the page before ended; {@code null} for the first
     * @throws StoreException when the table does not answer; what was stamped stays so, call again
     */
    public Restamped restamp(int limit, @Nullable String cursor) {
        Instant now = clock.instant();
        RecordPage page = store.attention(new AttentionQuery(Set.of(Attention.Kind.DELIVERY), now, limit, cursor));
        List<Checkpoint> overdue = new ArrayList<>();
        List<Checkpoint> incomplete = new ArrayList<>();
        int stamped = 0;
        for (Checkpoint record : page.records()) {
            ChunkStamps.Stamped done = stamps.keep(record, now, () -> true);
            if (done.overdue()) {
                overdue.add(record);
            }
            if (done.incomplete()) {
                incomplete.add(record);
            }
            stamped += done.chunks();
        }
        return new Restamped(overdue, stamped, incomplete, page.nextCursor());
    }
}

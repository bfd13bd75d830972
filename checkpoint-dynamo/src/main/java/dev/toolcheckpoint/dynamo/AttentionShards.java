package dev.toolcheckpoint.dynamo;

import dev.toolcheckpoint.protocol.Attention;
import dev.toolcheckpoint.protocol.Checkpoint;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How records spread over the attention index.
 *
 * @param count how many partitions each kind has, 1 to 256
 * @param lean whether live attempts stay out of it
 */
record AttentionShards(int count, boolean lean) {

    /** The partition of a record, {@code <shard>#<kind>}; {@code null} when it needs no attention, or none is kept. */
    @Nullable
    String partition(Checkpoint record) {
        Attention attention = Attention.of(record).orElse(null);
        if (attention == null || (lean && attention.kind() == Attention.Kind.EXECUTION)) {
            return null;
        }
        // The id is a digest already: any part of it is evenly spread.
        return partition(record.key().id(), kind(attention.kind()));
    }

    /**
     * The partition of a kind for what has this digest.
     *
     * @param digest at least 6 hexadecimal digits
     */
    String partition(String digest, String kind) {
        return Integer.parseInt(digest, 0, 6, 16) % count + "#" + kind;
    }

    /** The name of a kind in the index. */
    static String kind(Attention.Kind kind) {
        return kind.name();
    }

    /** Every partition of these kinds. */
    List<String> partitions(Collection<String> kinds) {
        List<String> partitions = new ArrayList<>();
        for (String kind : kinds) {
            for (int shard = 0; shard < count; shard++) {
                partitions.add(shard + "#" + kind);
            }
        }
        return partitions;
    }
}

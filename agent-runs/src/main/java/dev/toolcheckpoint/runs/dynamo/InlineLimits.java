package dev.toolcheckpoint.runs.dynamo;

import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Which bodies of a commit stay in their items, so that an item stays under the 400 KB, and a transaction under the 4 MB, that
 * DynamoDB takes. The largest leave first.
 */
final class InlineLimits {

    /** What the cells of one change may have together; those that are not named come on top. */
    private static final long ITEM = 256_000;

    /** What all cells of a commit may have together. */
    private static final long TRANSACTION = 3_000_000;

    /** What a cell has beside its body: header, digest, version, names. */
    private static final int OVERHEAD = 600;

    private final int limit;
    private final Set<Body> elsewhere = new HashSet<>();

    /**
     * Decides for a commit.
     *
     * @param limit the largest body that stays in its item, in stored bytes
     */
    InlineLimits(int limit, List<Body> bodies) {
        this.limit = limit;
        bodies.stream().map(Body::change).distinct().forEach(change -> keep(ITEM, of(bodies, change)));
        keep(TRANSACTION, bodies);
    }

    /**
     * A body of a commit.
     *
     * @param change the number of its change
     * @param cell its name
     * @param size in clear bytes
     */
    record Body(int change, String cell, int size) {}

    private static List<Body> of(List<Body> bodies, int change) {
        return bodies.stream().filter(body -> body.change() == change).toList();
    }

    private void keep(long most, List<Body> bodies) {
        List<Body> inline = bodies.stream()
                .filter(body -> of(body) > 0 && body.size() <= limit)
                .sorted(Comparator.comparingInt(Body::size).reversed())
                .toList();
        long total = inline.stream().mapToLong(body -> body.size() + OVERHEAD).sum();
        for (Body largest : inline) {
            if (total <= most) {
                return;
            }
            elsewhere.add(largest);
            total -= largest.size();
        }
    }

    /** How many stored bytes of this body may stay in its item; 0 when it may not. */
    int of(Body body) {
        return elsewhere.contains(body) ? 0 : limit;
    }
}

package dev.toolcheckpoint.reconcile;

import dev.toolcheckpoint.protocol.Attention;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one run of a {@link Reconciler} did and found.
 *
 * @param counts how often each thing was done or found; those that never were are left out
 * @param oldest how long the record that waited longest of each kind had waited when it was looked at; kinds without a record are
 *     left out
 * @param next where the next run goes on; {@code null} when this one got to the end
 */
public record Reconciliation(
        Map<Step, Long> counts,
        Map<Attention.Kind, Duration> oldest,
        @Nullable String next) {

    /** What can be done with a record, or found about it. */
    public enum Step {
        /** A call whose attempt is over and may have no other became uncertain. */
        MARKED_UNCERTAIN,
        /** An attempt is over; the caller may still repeat the call. */
        MAY_BE_REPEATED,
        /** The downstream has the effect: settled with its receipt. */
        SETTLED_HAPPENED,
        /** The downstream surely doesn't have it: settled with an error that allows a new call. */
        SETTLED_ABSENT,
        /** Uncertain, and nobody could be asked or knew: a person has to look. */
        STILL_UNCERTAIN,
        /** A delivery was repeated, and arrived. */
        DELIVERED,
        /** A delivery was repeated, and the receiver refuses it for good. */
        UNDELIVERABLE,
        /** A delivery was repeated, and surely did not arrive: it is free for the next. */
        NOT_DELIVERED,
        /** Nobody knows whether a delivery arrived, and it can't be repeated: a person has to look. */
        IN_DOUBT,
        /** A payload's time was over. */
        FORGOTTEN,
        /** Somebody else was faster; nothing was to be done any more. */
        OVERTAKEN,
        /** A record can't be read, and was left as it is. */
        INVALID,
        /** The store, a probe or a write failed for this record; the next run comes by again. */
        FAILED
    }

    /** Copies the maps. */
    public Reconciliation {
        counts = Collections.unmodifiableMap(copy(Step.class, counts));
        oldest = Collections.unmodifiableMap(copy(Attention.Kind.class, oldest));
    }

    private static <K extends Enum<K>, V> Map<K, V> copy(Class<K> type, Map<K, V> map) {
        Map<K, V> copy = new EnumMap<>(type);
        copy.putAll(map);
        return copy;
    }

    /** How often this was done or found. */
    public long count(Step step) {
        return counts.getOrDefault(step, 0L);
    }
}

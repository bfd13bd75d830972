package dev.toolcheckpoint.protocol;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What may happen after an attempt of which nobody knows how it ended. Fixed when the record is created; another policy
 * under the same key is a conflict.
 */
public sealed interface Recovery {

    /** The default: the tool is never run again; the call becomes uncertain and waits for evidence. */
    static Manual manual() {
        return Manual.INSTANCE;
    }

    /**
     * The downstream deduplicates by the idempotency key, so the tool may be run again under the same key.
     *
     * @param retryFor how long after the first acquisition a further attempt may start; 1 ms to 365 days
     */
    static Idempotent idempotent(Duration retryFor) {
        return new Idempotent(retryFor, null);
    }

    /** The names of the fields in which two policies differ: {@code recovery}, {@code retryFor}, {@code maxAttempts}. */
    default List<String> differingFields(Recovery other) {
        if (this instanceof Idempotent mine && other instanceof Idempotent theirs) {
            List<String> fields = new ArrayList<>();
            if (!mine.retryFor.equals(theirs.retryFor)) {
                fields.add("retryFor");
            }
            if (!Objects.equals(mine.maxAttempts, theirs.maxAttempts)) {
                fields.add("maxAttempts");
            }
            return fields;
        }
        return equals(other) ? List.of() : List.of("recovery");
    }

    /** Never run again without evidence. */
    record Manual() implements Recovery {
        private static final Manual INSTANCE = new Manual();
    }

    /**
     * May be run again under the same key, inside a fixed window.
     *
     * @param retryFor 1 ms to 365 days, whole milliseconds; fixed from the first acquisition on
     * @param maxAttempts at least 1; {@code null} for no limit. Attempts that were killed count, too
     */
    record Idempotent(Duration retryFor, @Nullable Integer maxAttempts) implements Recovery {

        /** The longest window. */
        public static final Duration MAX_RETRY_FOR = Duration.ofDays(365);

        /** Checks the bounds. */
        public Idempotent {
            Times.durationBetween("retryFor", retryFor, Duration.ofMillis(1), MAX_RETRY_FOR);
            if (maxAttempts != null && maxAttempts < 1) {
                throw ProtocolException.invalidArgument("maxAttempts must be at least 1, found " + maxAttempts + ".");
            }
        }

        /** The same policy with a limit on the attempts. */
        public Idempotent maxAttempts(int attempts) {
            return new Idempotent(retryFor, attempts);
        }

        /**
         * Checks that the downstream remembers keys long enough: for {@code retryFor} + longest lease + skew margin +
         * longest request. The cutoff bounds when an attempt starts, not when its request arrives.
         *
         * @throws ProtocolException {@code INVALID_ARGUMENT} naming the sum, when {@code keeps} is shorter
         */
        public Idempotent downstreamKeeps(
                Duration keeps, Duration longestLease, Duration skewMargin, Duration longestRequest) {
            Duration needed = retryFor.plus(longestLease).plus(skewMargin).plus(longestRequest);
            if (keeps.compareTo(needed) < 0) {
                throw ProtocolException.invalidArgument("The downstream keeps keys for " + keeps.toMillis()
                        + " ms, but a late attempt needs " + needed.toMillis() + " ms: retryFor " + retryFor.toMillis()
                        + " + lease " + longestLease.toMillis() + " + skew margin " + skewMargin.toMillis()
                        + " + longest request " + longestRequest.toMillis()
                        + ". Shorten retryFor or the lease, or declare the tool manual.");
            }
            return this;
        }
    }
}

package dev.toolcheckpoint.protocol;

import java.time.Duration;

/** The bounds of a lease, of executions and deliveries alike. */
public final class Leases {

    /** The shortest lease. */
    public static final Duration SHORTEST = Duration.ofMillis(1);

    /** The longest lease. */
    public static final Duration LONGEST = Duration.ofHours(24);

    private Leases() {}

    /**
     * Returns the lease, when it is one.
     *
     * @throws ProtocolException {@code INVALID_ARGUMENT} unless it is 1 ms to 24 h in whole milliseconds
     */
    public static Duration check(Duration lease) {
        Times.durationBetween("lease", lease, SHORTEST, LONGEST);
        return lease;
    }
}

package dev.toolcheckpoint.tool;

import dev.toolcheckpoint.journal.Journal;
import dev.toolcheckpoint.protocol.Leases;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * How much time one run has.
 *
 * @param work how long the tool may work, from now; may be 0 or less when the time is up
 * @param lease how long the attempt is believed alive, from now: the work and what may follow it
 * @param renewal how long it is believed alive from each renewal on, for as long as the tool runs; {@code null} for no renewal
 */
public record TimeBudget(
        Duration work, Duration lease, @Nullable Duration renewal) {

    /** How long a renewed lease is at most: a process that dies blocks its call no longer. */
    public static final Duration LONGEST_RENEWAL = Duration.ofMinutes(1);

    /** Where nothing kills the process: 30 s for both. */
    public static final TimeBudget DEFAULT = ofLease(Journal.DEFAULT_LEASE);

    /** A lease that is not renewed. */
    public TimeBudget(Duration work, Duration lease) {
        this(work, lease, null);
    }

    /** Work as long as the lease. */
    public static TimeBudget ofLease(Duration lease) {
        return new TimeBudget(lease, Leases.check(lease));
    }

    /**
     * Where the platform kills the process when the time is up: the lease outlives it by the grace, so no heartbeat is needed.
     *
     * @param remaining until the process is killed; parts of a millisecond are cut off
     * @param grace how long a request that was sent before may still land; 1 ms or more
     */
    public static TimeBudget killedAfter(Duration remaining, Duration grace) {
        Leases.check(grace);
        Duration work = remaining.isNegative() ? Duration.ZERO : remaining.truncatedTo(ChronoUnit.MILLIS);
        Duration lease = work.plus(grace);
        return new TimeBudget(work, lease.compareTo(Leases.LONGEST) > 0 ? Leases.LONGEST : lease);
    }

    /**
     * Where the platform only says when the time is up and kills nothing: the lease is that of {@link #killedAfter}, and is renewed
     * for as long as the tool runs on.
     *
     * @param remaining until the time is up
     * @param grace how long a request that was sent before may still land; 1 ms or more
     */
    public static TimeBudget renewedAfter(Duration remaining, Duration grace) {
        TimeBudget first = killedAfter(remaining, grace);
        boolean shorter = first.lease().compareTo(LONGEST_RENEWAL) < 0;
        return new TimeBudget(first.work(), first.lease(), shorter ? first.lease() : LONGEST_RENEWAL);
    }
}

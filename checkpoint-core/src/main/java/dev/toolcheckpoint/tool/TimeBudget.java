package dev.toolcheckpoint.tool;

import dev.toolcheckpoint.journal.Journal;
import dev.toolcheckpoint.protocol.Leases;
import java.time.Duration;
import java.time.temporal.ChronoUnit;

/**
 * How much time one run has.
 *
 * @param work how long the tool may work, from now; may be 0 or less when the time is up
 * @param lease how long the attempt is believed alive, from now: the work and what may follow it
 */
public record TimeBudget(Duration work, Duration lease) {

    /** Where nothing kills the process: 30 s for both. */
    public static final TimeBudget DEFAULT = ofLease(Journal.DEFAULT_LEASE);

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
}

package dev.toolcheckpoint.journal;

import dev.toolcheckpoint.protocol.LateReceipts;
import dev.toolcheckpoint.protocol.Retention;
import dev.toolcheckpoint.store.CheckpointStore;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/** What the parts of one journal share. */
record Settings(
        CheckpointStore store,
        Clock clock,
        IdSource ids,
        Pause pause,
        RetryPolicy retryPolicy,
        CheckpointListener listener,
        Duration skewMargin,
        Retention retention,
        LateReceipts lateReceipts,
        int maxResult) {

    /** The time, in the whole milliseconds that records hold. */
    Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }

    /**
     * The bound of a write that ends what a lease holds.
     *
     * @param deadline as the caller gave it; {@code null} leaves it to the lease
     */
    Bound ending(@Nullable Instant deadline, Instant leaseUntil) {
        // A lease that is over already still has as many sends as a claim.
        return deadline != null ? new Bound.End(deadline, 1) : new Bound.End(leaseUntil, retryPolicy.maxSends());
    }

    /** The bound of a write that an operator waits for: as long as a lease that nobody chose. */
    Bound operator() {
        return new Bound.End(now().plus(Journal.DEFAULT_LEASE), retryPolicy.maxSends());
    }

    void tell(CheckpointEvent event) {
        listener.on(event);
    }
}

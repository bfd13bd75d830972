package dev.toolcheckpoint.tool;

import dev.toolcheckpoint.journal.Journal;
import dev.toolcheckpoint.journal.Lease;
import dev.toolcheckpoint.journal.Renew;
import dev.toolcheckpoint.protocol.CheckpointException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes one attempt's lease longer while its tool runs, on a thread that is gone when {@link #close} comes back. A lease that is
 * lost tells the tool to stop.
 */
final class Renewals implements AutoCloseable {

    /** Waits between two renewals; a test's own waits for the test. */
    @FunctionalInterface
    interface Rest {
        /** Waits for about this time or until the latch is down; whether it is. */
        boolean rest(Duration time, CountDownLatch ended) throws InterruptedException;
    }

    static final Rest ON_THE_CLOCK = (time, ended) -> ended.await(time.toMillis(), TimeUnit.MILLISECONDS);

    private static final Logger LOG = LoggerFactory.getLogger(ToolRunner.class);

    private final Journal journal;
    private final Duration length;
    private final CancelSignal cancelSignal;
    private final Rest rest;
    private final CountDownLatch ended = new CountDownLatch(1);
    private final @Nullable Thread thread;
    private volatile Lease lease;

    private Renewals(Journal journal, Lease lease, @Nullable Duration length, CancelSignal cancelSignal, Rest rest) {
        this.journal = journal;
        this.lease = lease;
        this.length = length == null ? Duration.ZERO : length;
        this.cancelSignal = cancelSignal;
        this.rest = rest;
        this.thread = length == null ? null : new Thread(this::renew, "tool-checkpoint-renewal");
    }

    /** Starts to renew; {@code null} as length for a lease that is not renewed. */
    static Renewals of(Journal journal, Lease lease, @Nullable Duration length, CancelSignal cancelSignal, Rest rest) {
        Renewals renewals = new Renewals(journal, lease, length, cancelSignal, rest);
        if (renewals.thread != null) {
            renewals.thread.setDaemon(true);
            renewals.thread.start();
        }
        return renewals;
    }

    /** The lease as it was renewed last. */
    Lease lease() {
        return lease;
    }

    private void renew() {
        try {
            // With half of a renewal to spare, one that fails can be repeated.
            Duration spare = length.dividedBy(2);
            Duration next = Duration.between(journal.clock().instant(), lease.leaseUntil())
                    .minus(spare);
            while (!rest.rest(next.isNegative() ? Duration.ZERO : next, ended)) {
                next = renewOnce() ? spare : length.dividedBy(8);
            }
        } catch (InterruptedException stopped) {
            // Nobody has this thread to interrupt it; if so, the lease ends by itself.
            Thread.currentThread().interrupt();
        } catch (LostException lost) {
            LOG.warn("The lease of {} is lost; its tool is told to stop", lease.key());
            cancelSignal.cancel();
        }
    }

    /** Whether the lease is longer now. */
    private boolean renewOnce() throws LostException {
        try {
            if (journal.renew(lease, length) instanceof Renew.Renewed renewed) {
                lease = renewed.lease();
                return true;
            }
        } catch (CheckpointException failure) {
            LOG.warn("The lease of {} could not be renewed; it is tried again", lease.key(), failure);
            return false;
        }
        throw new LostException();
    }

    /** Ends the renewals, and waits for one that is under way. */
    @Override
    public void close() {
        ended.countDown();
        boolean interrupted = false;
        while (thread != null && thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException again) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** The lease belongs to nobody, or to somebody else. */
    private static final class LostException extends Exception {
        private static final long serialVersionUID = 1L;
    }
}

package dev.toolcheckpoint.cli.run;

import dev.toolcheckpoint.journal.Journal;
import dev.toolcheckpoint.journal.Lease;
import dev.toolcheckpoint.journal.Renew;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * Renews a lease while a command lives, every third of its length. When the lease is lost, or can't be renewed and is about to
 * end, it says so once and stops.
 */
final class LeaseKeeper implements AutoCloseable {

    private static final int RENEWALS = 3;
    private static final int TRIES = 12;
    /** The last part of a lease is for ending the command before another attempt may start. */
    private static final int RESERVE = 6;

    private final Journal journal;
    private final Duration length;
    private final Consumer<Lost> lost;
    private final Consumer<String> warnings;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final ExecutorService renewals = Executors.newSingleThreadExecutor(LeaseKeeper::thread);
    private volatile Lease lease;

    /** What became of the lease. */
    enum Lost {
        /** It ended, or somebody else holds the call. */
        ENDED,
        /** It ends soon, and the store does not answer. */
        ENDING
    }

    private LeaseKeeper(Journal journal, Lease lease, Duration length, Consumer<Lost> lost, Consumer<String> warnings) {
        this.journal = journal;
        this.lease = lease;
        this.length = length;
        this.lost = lost;
        this.warnings = warnings;
    }

    /**
     * Starts renewing.
     *
     * @param length how long the lease is, from each renewal on
     * @param lost told at most once, on the keeper's thread
     */
    static LeaseKeeper start(
            Journal journal, Lease lease, Duration length, Consumer<Lost> lost, Consumer<String> warnings) {
        LeaseKeeper keeper = new LeaseKeeper(journal, lease, length, lost, warnings);
        thread(keeper::keep).start();
        return keeper;
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "checkpoint-lease");
        thread.setDaemon(true);
        return thread;
    }

    private void keep() {
        Duration pause = length.dividedBy(RENEWALS);
        try {
            while (!closed.await(Math.max(1, pause.toMillis()), TimeUnit.MILLISECONDS)) {
                pause = renew();
                if (untilReserve().isNegative() || untilReserve().isZero()) {
                    throw new LeaseLostException(Lost.ENDING);
                }
            }
        } catch (LeaseLostException gone) {
            if (!closed()) {
                lost.accept(gone.how);
            }
        } catch (InterruptedException nobodyDoesThat) {
            Thread.currentThread().interrupt();
        }
    }

    /** Renews once, and returns when to do so again. Never waits into the reserve: a store may take very long to fail. */
    private Duration renew() throws LeaseLostException, InterruptedException {
        Lease held = lease;
        Future<Renew> asked = renewals.submit(() -> journal.renew(held, length));
        try {
            Renew answer = asked.get(Math.max(1, untilReserve().toMillis()), TimeUnit.MILLISECONDS);
            if (answer instanceof Renew.Renewed renewed) {
                lease = renewed.lease();
                return length.dividedBy(RENEWALS);
            }
            throw new LeaseLostException(Lost.ENDED);
        } catch (TimeoutException noAnswer) {
            asked.cancel(true);
            throw new LeaseLostException(Lost.ENDING);
        } catch (ExecutionException failure) {
            if (!closed()) {
                warnings.accept("The lease could not be renewed: "
                        + Objects.requireNonNullElse(failure.getCause(), failure)
                                .getMessage());
            }
            return length.dividedBy(TRIES);
        }
    }

    private Duration untilReserve() {
        return Duration.between(journal.clock().instant(), lease.leaseUntil().minus(length.dividedBy(RESERVE)));
    }

    private boolean closed() {
        return closed.getCount() == 0;
    }

    /** Stops renewing. A renewal under way may still be stored: the completion starts over when it meets it. */
    @Override
    public void close() {
        closed.countDown();
        renewals.shutdownNow();
    }

    /** Leaves the loop. */
    private static final class LeaseLostException extends Exception {
        private static final long serialVersionUID = 1L;

        private final Lost how;

        LeaseLostException(Lost how) {
            super(null, null, false, false);
            this.how = how;
        }
    }
}

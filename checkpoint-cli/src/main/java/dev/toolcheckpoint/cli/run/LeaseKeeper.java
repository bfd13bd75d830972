package dev.toolcheckpoint.cli.run;

import dev.toolcheckpoint.journal.Journal;
import dev.toolcheckpoint.journal.Lease;
import dev.toolcheckpoint.journal.Renew;
import dev.toolcheckpoint.protocol.CheckpointException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
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
    private final Thread thread;
    private Lease lease;

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
        this.thread = new Thread(this::keep, "checkpoint-lease");
        thread.setDaemon(true);
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
        keeper.thread.start();
        return keeper;
    }

    private void keep() {
        Duration pause = length.dividedBy(RENEWALS);
        try {
            while (!closed.await(Math.max(1, pause.toMillis()), TimeUnit.MILLISECONDS)) {
                try {
                    if (!(journal.renew(lease, length) instanceof Renew.Renewed renewed)) {
                        lose(Lost.ENDED);
                        return;
                    }
                    lease = renewed.lease();
                    pause = length.dividedBy(RENEWALS);
                } catch (CheckpointException failure) {
                    warnings.accept("The lease could not be renewed: " + failure.getMessage());
                    pause = length.dividedBy(TRIES);
                }
                if (!journal.clock().instant().isBefore(lease.leaseUntil().minus(length.dividedBy(RESERVE)))) {
                    lose(Lost.ENDING);
                    return;
                }
            }
        } catch (InterruptedException nobodyDoesThat) {
            Thread.currentThread().interrupt();
        }
    }

    private void lose(Lost how) {
        if (closed.getCount() > 0) {
            lost.accept(how);
        }
    }

    /** Stops renewing, and waits for a renewal under way: the completion must not meet it. */
    @Override
    public void close() {
        closed.countDown();
        try {
            thread.join();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}

package dev.toolcheckpoint.runs;

import dev.toolcheckpoint.protocol.CheckpointException;
import dev.toolcheckpoint.runs.Records.Claim;
import dev.toolcheckpoint.runs.store.Change;
import dev.toolcheckpoint.runs.store.Commit;
import dev.toolcheckpoint.runs.store.Expected;
import dev.toolcheckpoint.tool.CancelSignal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks after one execution's claim: renews it, and notices that it is lost or that somebody wants the run cancelled. Its thread is gone
 * when {@link #close} comes back, so no renewal of one invocation happens in the next. Thread-safe.
 */
final class Watch implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Runs.class);

    private final RunSettings settings;
    private final Storage storage;
    private final RunKey run;
    private final Claim claim;
    private final ExecutionLimits limits;
    private final CancelSignal toolSignal = new CancelSignal();
    private final CountDownLatch ended = new CountDownLatch(1);
    private final @Nullable Thread thread;
    private volatile boolean cancelled;
    private volatile boolean lost;
    private volatile Instant expiresAt;

    private volatile @Nullable String claimVersion;

    private Watch(RunSettings settings, Storage storage, RunKey run, Claim claim, ExecutionLimits limits) {
        this.settings = settings;
        this.storage = storage;
        this.run = run;
        this.claim = claim;
        this.limits = limits;
        this.expiresAt = claim.expiresAt();
        this.thread = limits.pollEvery().isZero() ? null : new Thread(this::keepLooking, "tool-checkpoint-run");
    }

    static Watch over(RunSettings settings, Storage storage, RunKey run, Claim claim, ExecutionLimits limits) {
        Watch watch = new Watch(settings, storage, run, claim, limits);
        if (watch.thread != null) {
            watch.thread.setDaemon(true);
            watch.thread.start();
        }
        return watch;
    }

    /** Tells running tools to stop when the run is cancelled, or the claim lost. */
    CancelSignal toolSignal() {
        return toolSignal;
    }

    boolean cancelled() {
        return cancelled;
    }

    boolean lost() {
        return lost;
    }

    boolean drained() {
        return limits.drain().getAsBoolean();
    }

    /** Until when this execution is believed alive. */
    Instant expiresAt() {
        return expiresAt;
    }

    /** Looks once, on the caller's thread. */
    void look() {
        Head head = storage.head(run);
        if (head == null
                || !head.claim().fence().equals(claim.fence())
                || head.state().status() != RunStatus.RUNNING) {
            lost = true;
            toolSignal.cancel();
        } else {
            claimVersion = head.claimVersion();
            if (head.cancelRequested()) {
                cancelled = true;
                toolSignal.cancel();
            }
        }
    }

    /** Looks, when no thread does. */
    void glance() {
        if (thread == null) {
            look();
        }
    }

    private void keepLooking() {
        try {
            while (!ended.await(limits.pollEvery().toMillis(), TimeUnit.MILLISECONDS)) {
                lookAndRenew();
            }
        } catch (InterruptedException stopped) {
            // Nobody has this thread to interrupt it; if so, the claim ends by itself.
            Thread.currentThread().interrupt();
        }
    }

    private void lookAndRenew() {
        try {
            look();
            if (!lost
                    && limits.renews()
                    && !settings.now().isBefore(expiresAt.minus(limits.lease().dividedBy(2)))) {
                renew();
            }
        } catch (CheckpointException failure) {
            LOG.warn("The claim of run {} could not be looked after; it is tried again", run, failure);
        }
    }

    private void renew() {
        String seenVersion = claimVersion;
        if (seenVersion == null) {
            return;
        }
        String writeId = settings.ids().next();
        Claim longer = new Claim(claim.owner(), claim.epoch(), settings.now().plus(limits.lease()));
        Change change = Change.of(Keys.run(run))
                // The version, not only the fence: a renewal that was delayed must not make a later one shorter.
                .expect(Keys.CLAIM, new Expected.Version(seenVersion))
                .put(Keys.CLAIM, Documents.open(writeId, longer.fence(), longer))
                .due(longer.expiresAt().plus(settings.skewMargin()))
                .build();
        if (storage.apply(new Commit(writeId, List.of(change)), Keys.run(run), Keys.CLAIM)) {
            expiresAt = longer.expiresAt();
        } else {
            look();
        }
    }

    /** How long a model's answer is waited for before looking whether it is still wanted. */
    Duration patience() {
        return limits.pollEvery().isZero() ? LONGEST_PATIENCE : limits.pollEvery();
    }

    private static final Duration LONGEST_PATIENCE = Duration.ofSeconds(1);

    /** Ends the looking, and waits for a look that is under way. */
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
}

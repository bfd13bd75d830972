package dev.toolcheckpoint.delivery;

import dev.toolcheckpoint.journal.ClaimDelivery;
import dev.toolcheckpoint.journal.Deliverable;
import dev.toolcheckpoint.journal.DeliveryEnd;
import dev.toolcheckpoint.journal.Journal;
import dev.toolcheckpoint.journal.Pause;
import dev.toolcheckpoint.protocol.CheckpointKey;
import dev.toolcheckpoint.protocol.Leases;
import dev.toolcheckpoint.protocol.ProtocolException;
import dev.toolcheckpoint.protocol.Texts;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Delivers outcomes: claim → send the same bytes → complete. Thread-safe.
 *
 * <p>A known failure releases the delivery and tries again, a bounded number of times; an unknown result leaves it claimed; a
 * refusal ends it for good. Defaults: a lease of 60 s, 3 attempts a run, 200 ms before the second, doubled each time up to 10 s.
 *
 * <p>A receiver that asks to be left alone is: for up to the longest pause the run waits until then, and the usual pause on top, so
 * that not all come back at once. For longer, the run ends and says when.
 */
public final class DeliveryRunner {

    private static final Logger LOG = LoggerFactory.getLogger(DeliveryRunner.class);

    private static final Deliverer.Result.NotArrived LEASE_OVER = new Deliverer.Result.NotArrived(
            "Claiming the delivery took longer than its lease; nothing was sent. Ask for a longer lease.");

    /** Halved that often, a day is less than a millisecond. */
    private static final int MOST_PAUSES = 32;

    private final Journal journal;
    private final Deliverer deliverer;
    private final Duration lease;
    private final int maxAttempts;
    private final Duration firstPause;
    private final Duration longestPause;
    private final Pause pause;

    private DeliveryRunner(Builder builder) {
        this.journal = builder.journal;
        this.deliverer = builder.deliverer;
        this.lease = builder.lease;
        this.maxAttempts = builder.maxAttempts;
        this.firstPause = builder.firstPause;
        this.longestPause = builder.longestPause;
        this.pause = builder.pause;
    }

    /** A runner of this deliverer. */
    public static Builder builder(Journal journal, Deliverer deliverer) {
        return new Builder(journal, deliverer);
    }

    /** Delivers the outcome under this key, or says why not. The record is read first. */
    public DeliveryOutcome deliver(CheckpointKey key) {
        return deliver(Deliverable.of(key));
    }

    /** Delivers the outcome of a call that was just made or replayed, or says why not. */
    public DeliveryOutcome deliver(Deliverable deliverable) {
        CheckpointKey key = deliverable.key();
        Deliverable next = deliverable;
        Duration wait = shorter(firstPause, longestPause);
        for (int attempt = 1; ; attempt++) {
            ClaimDelivery claim = journal.claimDelivery(next, lease, deliverer.idempotent());
            if (!(claim instanceof ClaimDelivery.Claimed claimed)) {
                return notClaimed(claim);
            }
            Deliverer.Result result = stillHeld(claimed) ? send(key, claimed) : LEASE_OVER;
            if (result instanceof Deliverer.Result.NotArrived failed) {
                Instant retryAt = retryAt(failed);
                DeliveryEnd released = journal.releaseDelivery(claimed.lease());
                if (released == DeliveryEnd.STALE || attempt == maxAttempts || !waited(failed, retryAt, wait)) {
                    return new DeliveryOutcome.NotDelivered(failed.reason(), retryAt);
                }
                wait = shorter(wait.multipliedBy(2), longestPause);
                // What was remembered is two writes old: a read is cheaper than a write that is refused.
                next = Deliverable.of(key);
                continue;
            }
            return ended(claimed, result);
        }
    }

    /** No send starts after its lease: the claim's own write may have taken that long, and another may send by then. */
    private boolean stillHeld(ClaimDelivery.Claimed claimed) {
        return journal.clock().instant().isBefore(claimed.leaseUntil());
    }

    private Deliverer.Result send(CheckpointKey key, ClaimDelivery.Claimed claimed) {
        try {
            return deliverer.deliver(new Deliverer.Request(key, claimed.attempts(), claimed.outcome()));
        } catch (Exception failure) {
            LOG.warn("The delivery of {} failed, and nobody knows whether it arrived", key, failure);
            if (failure instanceof InterruptedException) {
                Thread.currentThread().interrupt();
            }
            return new Deliverer.Result.Unknown(failure.getClass().getName());
        }
    }

    private DeliveryOutcome ended(ClaimDelivery.Claimed claimed, Deliverer.Result result) {
        Instant claimedAt = claimed.leaseUntil().minus(lease);
        if (result instanceof Deliverer.Result.Unknown) {
            return new DeliveryOutcome.InDoubt(claimedAt);
        }
        if (result instanceof Deliverer.Result.Refused refused) {
            // What a receiver says may be of any length, and must not keep the loop from ending.
            String reason = Texts.bounded(refused.reason(), "The receiver refused it without a reason.");
            DeliveryEnd ended = journal.markUndeliverable(claimed.lease(), reason);
            return ended == DeliveryEnd.DONE
                    ? new DeliveryOutcome.Undeliverable(reason)
                    : new DeliveryOutcome.InDoubt(claimedAt);
        }
        if (journal.completeDelivery(claimed.lease()) == DeliveryEnd.STALE) {
            // It arrived, but another holder took the delivery over: the record will say what that one finds.
            LOG.warn(
                    "The delivery of {} arrived after it was taken over",
                    claimed.lease().key());
        }
        return new DeliveryOutcome.Delivered();
    }

    private static DeliveryOutcome notClaimed(ClaimDelivery claim) {
        if (claim instanceof ClaimDelivery.Busy busy) {
            return new DeliveryOutcome.InProgress(busy.leaseUntil());
        } else if (claim instanceof ClaimDelivery.InDoubt inDoubt) {
            return new DeliveryOutcome.InDoubt(inDoubt.since());
        } else if (claim instanceof ClaimDelivery.Undeliverable undeliverable) {
            return new DeliveryOutcome.Undeliverable(undeliverable.reason());
        } else if (claim instanceof ClaimDelivery.NotCompleted notCompleted) {
            return new DeliveryOutcome.NotCompleted(notCompleted.status());
        }
        return new DeliveryOutcome.Delivered();
    }

    private @Nullable Instant retryAt(Deliverer.Result.NotArrived failed) {
        Duration retryAfter = failed.retryAfter();
        return retryAfter == null ? null : journal.clock().instant().plus(retryAfter);
    }

    private boolean waited(Deliverer.Result.NotArrived failed, @Nullable Instant retryAt, Duration usual) {
        if (failed.retryAfter() != null && failed.retryAfter().compareTo(longestPause) > 0) {
            return false;
        }
        try {
            if (retryAt != null) {
                pauseUntil(retryAt);
            }
            pause.pause(usual);
            return true;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** A pause may take half of its time only; it is never asked more often than it takes to be there all the same. */
    private void pauseUntil(Instant instant) throws InterruptedException {
        for (int tries = 0; tries < MOST_PAUSES; tries++) {
            Duration left = Duration.between(journal.clock().instant(), instant);
            if (left.isNegative() || left.isZero()) {
                return;
            }
            pause.pause(left);
        }
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) <= 0 ? one : other;
    }

    /** Builds a runner. Not thread-safe. */
    public static final class Builder {
        private final Journal journal;
        private final Deliverer deliverer;
        private Duration lease = Duration.ofSeconds(60);
        private int maxAttempts = 3;
        private Duration firstPause = Duration.ofMillis(200);
        private Duration longestPause = Duration.ofSeconds(10);
        private Pause pause = Pause.sleeping();

        private Builder(Journal journal, Deliverer deliverer) {
            this.journal = journal;
            this.deliverer = deliverer;
        }

        /** How long a delivery is believed alive; 1 ms to 24 h; 60 s unless set. Longer than the slowest send. */
        public Builder lease(Duration value) {
            this.lease = Leases.check(value);
            return this;
        }

        /** How often one run sends; at least 1; 3 unless set. */
        public Builder maxAttempts(int value) {
            if (value < 1) {
                throw ProtocolException.invalidArgument("maxAttempts must be at least 1, found " + value + ".");
            }
            this.maxAttempts = value;
            return this;
        }

        /** The pause before the second attempt, doubled each time; 0 ms or more; 200 ms unless set. */
        public Builder firstPause(Duration value) {
            this.firstPause = pauseOf("firstPause", value);
            return this;
        }

        /**
         * The longest pause between two attempts, and the longest time a receiver may ask for that a run waits; 0 ms to 24 h; 10 s
         * unless set. Somebody who has no time left, as a function near its end, sets less.
         */
        public Builder longestPause(Duration value) {
            if (value.compareTo(Leases.LONGEST) > 0) {
                throw ProtocolException.invalidArgument("longestPause must be at most " + Leases.LONGEST.toMillis()
                        + " ms, found " + value + ". A run that ends says when to come again.");
            }
            this.longestPause = pauseOf("longestPause", value);
            return this;
        }

        private static Duration pauseOf(String field, Duration value) {
            if (value.isNegative()) {
                throw ProtocolException.invalidArgument(
                        field + " must be 0 ms or more, found " + value.toMillis() + " ms.");
            }
            return value;
        }

        /** How to wait; the thread sleeps unless set. */
        public Builder pause(Pause value) {
            this.pause = value;
            return this;
        }

        /** The runner. */
        public DeliveryRunner build() {
            return new DeliveryRunner(this);
        }
    }
}

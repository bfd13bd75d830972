package dev.toolcheckpoint.journal;

import dev.toolcheckpoint.protocol.Checkpoint;
import dev.toolcheckpoint.protocol.CompletionUnconfirmedException;
import dev.toolcheckpoint.protocol.Execution;
import dev.toolcheckpoint.protocol.ExecutionTransitions;
import dev.toolcheckpoint.protocol.LateReceipts;
import dev.toolcheckpoint.protocol.Leases;
import dev.toolcheckpoint.protocol.Outcome;
import dev.toolcheckpoint.protocol.Payload;
import dev.toolcheckpoint.protocol.ProtocolException;
import dev.toolcheckpoint.protocol.Receipt;
import dev.toolcheckpoint.protocol.Recovery;
import dev.toolcheckpoint.protocol.Status;
import dev.toolcheckpoint.protocol.StoreException;
import dev.toolcheckpoint.protocol.Transition;
import dev.toolcheckpoint.protocol.Uncertainty;
import dev.toolcheckpoint.store.SealedPayload;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** What the holder of an attempt may do: complete, renew, abandon, mark uncertain. */
final class Attempts {

    private final Settings settings;
    private final Writes writes;

    Attempts(Settings settings, Writes writes) {
        this.settings = settings;
        this.writes = writes;
    }

    Complete complete(Lease lease, Receipt receipt, @Nullable Instant until) {
        if (receipt.size() > settings.maxResult()) {
            throw ProtocolException.payloadTooLarge(receipt.size(), settings.maxResult());
        }
        try {
            return store(lease, receipt, settings.ending(until, lease.leaseUntil()));
        } catch (StoreException failure) {
            settings.tell(new CheckpointEvent.CompletionUnconfirmed(lease.key(), lease.fence(), receipt));
            throw new CompletionUnconfirmedException(lease.key(), receipt, failure);
        } catch (ProtocolException broken) {
            // The record can't be read: the receipt is all there is.
            settings.tell(new CheckpointEvent.ReceiptRefused(lease.key(), lease.fence(), receipt, null));
            throw broken;
        }
    }

    private Complete store(Lease lease, Receipt receipt, Bound bound) {
        byte[] bytes = receipt.bytes();
        // Made once: every repeat, from whatever base, sends the same id and the same bytes.
        String writeId = settings.ids().next();
        SealedPayload sealed = writes.seal(lease.key(), writeId, bytes, bound);
        return writes.<Complete>run(lease.key(), current(lease, bound), bound, (found, mine) -> {
            Instant now = settings.now();
            Checkpoint current = unlessOutdated(lease, found, now, bound);
            if (current == null || !current.heldBy(lease.fence()) || isLate(current, now)) {
                return Step.<Complete>answer(stale(lease, receipt, current));
            }
            if (current.status().hasOutcome()) {
                String digest = writes.digest(current, bytes, bound);
                return Step.<Complete>answer(stored(lease, receipt, digest, current, mine));
            }
            Outcome outcome = Outcome.of(receipt, sealed.digest(), sealed.payload(), now, null);
            Transition transition = ExecutionTransitions.completeExecution(
                    current, lease.fence(), outcome, settings.lateReceipts(), settings.retention(), writeId, now);
            return new Step.Write<Complete>(
                    transition,
                    sealed,
                    stored -> completed(lease, stored, outcome.withPayload(Payload.Inline.of(bytes))));
        });
    }

    private boolean isLate(Checkpoint current, Instant now) {
        return settings.lateReceipts() == LateReceipts.REJECT
                && (current.status() == Status.UNCERTAIN
                        || (current.status() == Status.EXECUTING && current.leaseEnded(now)));
    }

    private Complete completed(Lease lease, Checkpoint record, Outcome outcome) {
        Execution execution = record.requireExecution();
        settings.tell(new CheckpointEvent.Completed(
                lease.key(),
                lease.fence(),
                outcome.kind(),
                outcome.size(),
                Duration.between(execution.claimedAt(), outcome.completedAt()),
                record.leaseEnded(outcome.completedAt())));
        return new Complete.Completed(outcome, Deliverable.of(record, outcome));
    }

    private Complete stored(Lease lease, Receipt receipt, String digest, Checkpoint current, Step.Mine mine) {
        Outcome stored = current.requireOutcome();
        if (!stored.sameAs(receipt, digest)) {
            settings.tell(new CheckpointEvent.ReceiptRefused(lease.key(), lease.fence(), receipt, current.status()));
            Outcome kept = writes.load(current);
            return new Complete.OutcomeConflict(kept, current.status(), Deliverable.of(current, kept));
        }
        Outcome equal = stored.forgotten() ? stored : stored.withPayload(Payload.Inline.of(receipt.bytes()));
        if (mine == Step.Mine.MAYBE_APPLIED && stored.settlement() == null) {
            settings.tell(new CheckpointEvent.OwnWriteRecognised(lease.key(), "complete"));
            return completed(lease, current, equal);
        }
        return new Complete.Replayed(equal, current.status(), Deliverable.of(current, equal));
    }

    private Complete stale(Lease lease, Receipt receipt, @Nullable Checkpoint current) {
        settings.tell(new CheckpointEvent.ReceiptRefused(
                lease.key(), lease.fence(), receipt, current == null ? null : current.status()));
        return new Complete.Stale(current);
    }

    Renew renew(Lease lease, Duration duration) {
        Leases.check(duration);
        String writeId = settings.ids().next();
        AtomicReference<@Nullable Instant> sentUntil = new AtomicReference<>();
        Bound bound = new Bound.Start(lease.leaseUntil());
        return writes.<Renew>run(lease.key(), current(lease, Bound.COUNTED), bound, (found, mine) -> {
            Instant now = settings.now();
            Checkpoint held = held(unlessOutdated(lease, found, now, Bound.COUNTED), lease);
            if (held == null) {
                return Step.<Renew>answer(lost(lease));
            }
            if (held.requireExecution().abandonedAt() != null || held.leaseEnded(now)) {
                return Step.<Renew>answer(lost(lease));
            }
            Instant leaseUntil = held.requireExecution().leaseUntil();
            Instant wanted = sentUntil.get();
            if (mine == Step.Mine.MAYBE_APPLIED && wanted != null && !leaseUntil.isBefore(wanted)) {
                settings.tell(new CheckpointEvent.OwnWriteRecognised(lease.key(), "renew"));
                return Step.<Renew>answer(renewed(held));
            }
            Transition transition = ExecutionTransitions.renewExecution(held, lease.fence(), duration, writeId, now);
            sentUntil.set(transition.next().requireExecution().leaseUntil());
            // The write may have taken longer than the lease it made: then another may start.
            return Step.<Renew>write(
                    transition, stored -> stored.leaseEnded(settings.now()) ? lost(lease) : renewed(stored));
        });
    }

    private Renew renewed(Checkpoint record) {
        Lease longer = Lease.of(record);
        settings.tell(new CheckpointEvent.Renewed(longer.key(), longer.fence(), longer.leaseUntil()));
        return new Renew.Renewed(longer);
    }

    private Renew lost(Lease lease) {
        settings.tell(new CheckpointEvent.LeaseLost(lease.key(), lease.fence()));
        return new Renew.Lost();
    }

    Abandon abandon(Lease lease, @Nullable Instant until) {
        String writeId = settings.ids().next();
        Bound bound = settings.ending(until, lease.leaseUntil());
        return writes.<Abandon>run(lease.key(), current(lease, bound), bound, (current, mine) -> {
            if (current != null && current.recovery() instanceof Recovery.Manual) {
                throw ProtocolException.invalidArgument(
                        "A manual call can't be abandoned: nobody would know whether its"
                                + " effect happened. Complete it, or mark it uncertain.");
            }
            if (current != null && current.heldBy(lease.fence()) && current.status() == Status.UNCERTAIN) {
                return Step.<Abandon>answer(new Abandon.Uncertain(current.requireUncertainty()));
            }
            Instant now = settings.now();
            Checkpoint held = held(current, lease);
            if (held == null) {
                return Step.<Abandon>answer(
                        mine == Step.Mine.MAYBE_APPLIED ? new Abandon.Abandoned(now) : staleAttempt(lease));
            }
            if (held.requireExecution().abandonedAt() != null) {
                return Step.<Abandon>answer(new Abandon.Abandoned(now));
            }
            return Step.<Abandon>write(
                    ExecutionTransitions.abandonExecution(held, lease.fence(), writeId, now, settings.skewMargin()),
                    stored -> abandoned(lease, stored, now));
        });
    }

    private Abandon abandoned(Lease lease, Checkpoint record, Instant now) {
        if (record.status() == Status.UNCERTAIN) {
            Uncertainty reason = record.requireUncertainty();
            settings.tell(new CheckpointEvent.BecameUncertain(lease.key(), reason));
            return new Abandon.Uncertain(reason);
        }
        settings.tell(new CheckpointEvent.Abandoned(lease.key(), lease.fence()));
        return new Abandon.Abandoned(now);
    }

    private Abandon staleAttempt(Lease lease) {
        settings.tell(new CheckpointEvent.LeaseLost(lease.key(), lease.fence()));
        return new Abandon.Stale();
    }

    Mark markUncertain(Lease lease, Uncertainty.Code code, String reason, @Nullable Instant until) {
        String writeId = settings.ids().next();
        Bound bound = settings.ending(until, lease.leaseUntil());
        return writes.<Mark>run(lease.key(), current(lease, bound), bound, (current, mine) -> {
            Checkpoint held = held(current, lease);
            if (held == null) {
                boolean marked =
                        current != null && current.heldBy(lease.fence()) && current.status() == Status.UNCERTAIN;
                boolean overtaken = mine == Step.Mine.MAYBE_APPLIED && !provesUnmarked(current);
                return Step.<Mark>answer(marked || overtaken ? new Mark.Marked() : new Mark.Stale(current));
            }
            Transition transition = ExecutionTransitions.markExecutionUncertain(
                    held, lease.fence(), code, reason, writeId, settings.now());
            return Step.<Mark>write(transition, stored -> marked(lease, stored));
        });
    }

    /** No way leads from UNCERTAIN back to EXECUTING: a call that executes was never marked by a send of ours. */
    static boolean provesUnmarked(@Nullable Checkpoint current) {
        return current != null && current.status() == Status.EXECUTING;
    }

    private Mark marked(Lease lease, Checkpoint record) {
        settings.tell(new CheckpointEvent.BecameUncertain(lease.key(), record.requireUncertainty()));
        return new Mark.Marked();
    }

    /** The record, when the lease's attempt still executes it. */
    private static @Nullable Checkpoint held(@Nullable Checkpoint current, Lease lease) {
        return current != null && current.status() == Status.EXECUTING && current.heldBy(lease.fence())
                ? current
                : null;
    }

    /** The record; read anew when it is the one the lease remembers, whose end may have been moved since. */
    private @Nullable Checkpoint unlessOutdated(Lease lease, @Nullable Checkpoint record, Instant now, Bound bound) {
        Checkpoint remembered = lease.snapshot();
        return record != null
                        && remembered != null
                        && record.writeId().equals(remembered.writeId())
                        && record.leaseEnded(now)
                ? writes.find(lease.key(), bound)
                : record;
    }

    private @Nullable Checkpoint current(Lease lease, Bound bound) {
        Checkpoint snapshot = lease.snapshot();
        return snapshot != null ? snapshot : writes.find(lease.key(), bound);
    }
}

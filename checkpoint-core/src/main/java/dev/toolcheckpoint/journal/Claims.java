package dev.toolcheckpoint.journal;

import dev.toolcheckpoint.protocol.Checkpoint;
import dev.toolcheckpoint.protocol.CheckpointKey;
import dev.toolcheckpoint.protocol.CompletionUnconfirmedException;
import dev.toolcheckpoint.protocol.Execution;
import dev.toolcheckpoint.protocol.ExecutionTransitions;
import dev.toolcheckpoint.protocol.Leases;
import dev.toolcheckpoint.protocol.Outcome;
import dev.toolcheckpoint.protocol.Receipt;
import dev.toolcheckpoint.protocol.Recovery;
import dev.toolcheckpoint.protocol.Status;
import dev.toolcheckpoint.protocol.StoreException;
import dev.toolcheckpoint.protocol.Transition;
import dev.toolcheckpoint.protocol.Uncertainty;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** {@code begin}: who may execute now. */
final class Claims {

    private final Settings settings;
    private final Writes writes;
    private final Attempts attempts;

    Claims(Settings settings, Writes writes, Attempts attempts) {
        this.settings = settings;
        this.writes = writes;
        this.attempts = attempts;
    }

    Begin begin(Intent intent, Duration lease, @Nullable Instant until) {
        Leases.check(lease);
        intent.checkDownstream(lease, settings.skewMargin());
        return claim(intent, lease, until);
    }

    /** What a begin would answer if it might not claim; empty when it would try to. */
    Optional<Begin> peek(Intent intent) {
        Checkpoint record = writes.find(intent.key());
        if (record == null) {
            return Optional.empty();
        }
        Instant now = settings.now();
        Begin settled = answerWithoutClaim(record, intent, now);
        if (settled != null) {
            return Optional.of(settled);
        }
        if (record.status() == Status.READY || record.retryAdmissible(now, settings.skewMargin())) {
            return Optional.empty();
        }
        Uncertainty unmarked = new Uncertainty(
                Uncertainty.Code.LEASE_EXPIRED,
                "The lease ended without a receipt, and no further attempt is admissible.",
                now,
                Uncertainty.PROTOCOL);
        return Optional.of(new Begin.Uncertain(unmarked, endOf(record.requireExecution())));
    }

    /** From when on an attempt is not believed alive: one that was abandoned may have a lease that ends later. */
    private static Instant endOf(Execution attempt) {
        Instant abandonedAt = attempt.abandonedAt();
        return abandonedAt != null && abandonedAt.isBefore(attempt.leaseUntil()) ? abandonedAt : attempt.leaseUntil();
    }

    private Begin claim(Intent intent, Duration lease, @Nullable Instant until) {
        CheckpointKey key = intent.key();
        try {
            settings.store().prepare(key, settings.now().plus(lease));
        } catch (StoreException unprepared) {
            settings.tell(new CheckpointEvent.Unprepared(key, unprepared.code()));
            // Nothing may be claimed, but what is stored can still be said.
            return peek(intent).map(found -> found(intent.key(), found)).orElseThrow(() -> unprepared);
        }
        Set<String> attemptIds = new HashSet<>();
        Bound bound = new Bound.Start(until);
        Checkpoint first = settings.store().findsBeforeCreating() ? writes.find(key, bound) : null;
        return writes.run(key, first, bound, (current, mine) -> {
            // Read after the read that decides, and before the write.
            Instant now = settings.now();
            Begin answer = current == null ? null : answer(current, intent, attemptIds, now);
            if (answer != null) {
                return Step.answer(answer);
            }
            String attemptId = settings.ids().next();
            attemptIds.add(attemptId);
            return Step.write(next(current, intent, lease, attemptId, now), stored -> written(stored, intent));
        });
    }

    /** The write that moves the call on: a claim, or the mark that nobody may claim. */
    private Transition next(
            @Nullable Checkpoint current, Intent intent, Duration lease, String attemptId, Instant now) {
        String writeId = settings.ids().next();
        if (current == null) {
            return ExecutionTransitions.createClaimed(
                    intent.binding(), intent.recovery(), attemptId, lease, writeId, now);
        }
        if (current.status() == Status.READY) {
            return ExecutionTransitions.claimExecution(current, attemptId, lease, writeId, now);
        }
        return current.retryAdmissible(now, settings.skewMargin())
                ? ExecutionTransitions.reclaimExecution(current, attemptId, lease, writeId, now, settings.skewMargin())
                : ExecutionTransitions.markExpiredUncertain(current, writeId, now, settings.skewMargin());
    }

    private @Nullable Begin answer(Checkpoint current, Intent intent, Set<String> attemptIds, Instant now) {
        if (current.execution() != null
                && attemptIds.contains(current.execution().attemptId())) {
            // Our claim was stored although its answer was lost, and has been overtaken since.
            settings.tell(new CheckpointEvent.OwnWriteRecognised(intent.key(), "claim"));
            if (current.status() == Status.EXECUTING) {
                return written(current, intent);
            }
        }
        Begin answer = answerWithoutClaim(current, intent, now);
        return answer == null ? null : found(intent.key(), answer);
    }

    /** The answer that a record gives by itself; {@code null} when a write is needed first. */
    private @Nullable Begin answerWithoutClaim(Checkpoint record, Intent intent, Instant now) {
        List<String> differing = record.differingFields(intent.binding(), intent.recovery());
        if (!differing.isEmpty()) {
            return new Begin.Conflict(differing);
        }
        if (record.status().hasOutcome()) {
            Outcome outcome = writes.load(record);
            return new Begin.Replay(outcome, record.status(), Deliverable.of(record, outcome));
        }
        if (record.status() == Status.UNCERTAIN) {
            Uncertainty reason = record.requireUncertainty();
            return new Begin.Uncertain(reason, reason.at());
        }
        if (record.status() == Status.EXECUTING && !record.executionExpired(now, settings.skewMargin())) {
            Instant leaseUntil = record.requireExecution().leaseUntil();
            return new Begin.Busy(leaseUntil, leaseUntil.plus(settings.skewMargin()));
        }
        return null;
    }

    private Begin written(Checkpoint stored, Intent intent) {
        if (stored.status() == Status.UNCERTAIN) {
            Uncertainty reason = stored.requireUncertainty();
            settings.tell(new CheckpointEvent.BecameUncertain(intent.key(), reason));
            return new Begin.Uncertain(reason, reason.at());
        }
        Lease lease = Lease.of(stored);
        // The write may have taken longer than the lease: then another may start, so this attempt must not.
        if (stored.leaseEnded(settings.now())) {
            return claimedTooLate(lease, intent);
        }
        settings.tell(new CheckpointEvent.Acquired(lease.key(), lease.fence(), lease.leaseUntil()));
        return new Begin.Acquired(lease);
    }

    private Begin claimedTooLate(Lease lease, Intent intent) {
        if (intent.recovery() instanceof Recovery.Manual) {
            try {
                Complete ended = attempts.complete(lease, Receipt.notStarted(), null);
                if (ended instanceof Complete.Completed completed) {
                    return found(
                            lease.key(),
                            new Begin.Replay(completed.outcome(), Status.COMPLETED, completed.deliverable()));
                }
            } catch (CompletionUnconfirmedException unconfirmed) {
                throw StoreException.unknownResult(
                        "The claim was stored after its lease had ended; nothing was started.", unconfirmed);
            }
        } else {
            Abandon abandoned = attempts.abandon(lease, null);
            if (abandoned instanceof Abandon.Uncertain uncertain) {
                return new Begin.Uncertain(
                        uncertain.reason(), uncertain.reason().at());
            }
        }
        throw StoreException.unavailable(
                "Storing the claim took longer than its lease; nothing was started. Ask for a longer lease.", null);
    }

    /** Tells of an answer that was there before this call; what the call itself did was told when it was stored. */
    private Begin found(CheckpointKey key, Begin answer) {
        if (answer instanceof Begin.Replay replay) {
            settings.tell(new CheckpointEvent.Replayed(key, replay.outcome().kind(), replay.status()));
        } else if (answer instanceof Begin.Busy busy) {
            settings.tell(new CheckpointEvent.Busy(key, busy.retryAt()));
        } else if (answer instanceof Begin.Conflict conflict) {
            settings.tell(new CheckpointEvent.Conflicted(key, conflict.differingFields()));
        } else if (answer instanceof Begin.Uncertain uncertain) {
            settings.tell(new CheckpointEvent.StillUncertain(key, uncertain.reason()));
        }
        return answer;
    }
}

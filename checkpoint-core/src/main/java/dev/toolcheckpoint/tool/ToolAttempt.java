package dev.toolcheckpoint.tool;

import dev.toolcheckpoint.journal.Abandon;
import dev.toolcheckpoint.journal.CheckpointEvent;
import dev.toolcheckpoint.journal.Complete;
import dev.toolcheckpoint.journal.Deliverable;
import dev.toolcheckpoint.journal.Journal;
import dev.toolcheckpoint.journal.Lease;
import dev.toolcheckpoint.journal.Mark;
import dev.toolcheckpoint.protocol.Checkpoint;
import dev.toolcheckpoint.protocol.Receipt;
import dev.toolcheckpoint.protocol.RecordMissingException;
import dev.toolcheckpoint.protocol.Recovery;
import dev.toolcheckpoint.protocol.Status;
import dev.toolcheckpoint.protocol.StoreException;
import dev.toolcheckpoint.protocol.Uncertainty;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One claimed attempt of one call: execute, then complete, give up or say that nobody knows. Used once, by one thread. */
final class ToolAttempt<I, O> {

    private static final Logger LOG = LoggerFactory.getLogger(ToolRunner.class);

    /** How long the end of an attempt is repeated that comes after its deadline. */
    private static final Duration LATE_WRITE = Duration.ofSeconds(2);

    /** What an attempt can have done, for an error message. */
    private enum Effect {
        DONE,
        NONE
    }

    private final Journal journal;
    private final Receipts receipts;
    private final Tool<I, O> tool;
    private final ToolCall call;
    private final Instant deadline;
    private Lease lease;
    private @Nullable Duration renewal;
    private Renewals.Rest rest = Renewals.ON_THE_CLOCK;

    /** @param deadline of the caller; the lease's end when that is earlier */
    ToolAttempt(Journal journal, Receipts receipts, Tool<I, O> tool, ToolCall call, Lease lease, Instant deadline) {
        this.journal = journal;
        this.receipts = receipts;
        this.tool = tool;
        this.call = call;
        this.lease = lease;
        this.deadline = deadline.isBefore(lease.leaseUntil()) ? deadline : lease.leaseUntil();
    }

    /** @param length how long the lease is from each renewal on, for as long as the tool runs; {@code null} for no renewal */
    ToolAttempt<I, O> renewing(@Nullable Duration length, Renewals.Rest between) {
        this.renewal = length;
        this.rest = between;
        return this;
    }

    ToolOutcome execute(I input, CancelSignal cancelSignal) {
        Duration left = Duration.between(now(), deadline);
        if (left.compareTo(tool.minimumTime()) < 0) {
            journal.listener().on(new CheckpointEvent.ToolNotStarted(lease.key(), tool.name(), left));
            return withoutEffect(Receipt.notStarted());
        }
        ToolContext context = new ToolContext(
                lease.key(), call.callId(), lease.fence().epoch(), deadline, journal.clock(), cancelSignal);
        Instant started = now();
        journal.listener().on(new CheckpointEvent.ToolStarted(lease.key(), lease.fence(), tool.name()));
        Throwable failure = null;
        O output = null;
        Renewals renewals = Renewals.of(journal, lease, renewal, cancelSignal, rest);
        try {
            output = tool.handler().handle(input, context);
        } catch (Throwable thrown) { // even an Error must not leave the call without an end
            failure = thrown;
        } finally {
            renewals.close();
            lease = renewals.lease();
        }
        journal.listener()
                .on(new CheckpointEvent.ToolEnded(
                        lease.key(),
                        lease.fence(),
                        tool.name(),
                        Duration.between(started, now()),
                        failure == null ? null : failure.getClass().getName()));
        try {
            String declared = context.uncertainty();
            if (declared != null) {
                logFailure("declared its effect uncertain", failure);
                return markUncertain(Uncertainty.Code.DECLARED_BY_TOOL, declared);
            }
            return failure == null ? complete(receipts.of(output), Effect.DONE) : failed(failure);
        } finally {
            if (failure instanceof InterruptedException) {
                // Only now: an interrupted thread would not wait between two sends of the writes above.
                Thread.currentThread().interrupt();
            }
        }
    }

    private ToolOutcome failed(Throwable failure) {
        if (failure instanceof ToolException error) {
            return complete(receipts.of(error), Effect.DONE);
        }
        if (failure instanceof NoEffectException noEffect) {
            logFailure("vouched that this attempt had no effect", noEffect);
            return withoutEffect(receipts.of(noEffect));
        }
        logFailure("failed, and nobody knows whether its effect happened", failure);
        return manual()
                ? markUncertain(
                        Uncertainty.Code.AMBIGUOUS_FAILURE,
                        "The tool failed with " + failure.getClass().getName() + ".")
                : giveUp();
    }

    /** This attempt surely had no effect; an earlier one of the same call may have had one. */
    private ToolOutcome withoutEffect(Receipt receipt) {
        boolean first = lease.fence().epoch() == 1;
        if (manual() || (first && !furtherAttemptAdmissible())) {
            return complete(receipt, Effect.NONE);
        }
        ToolOutcome given = giveUp();
        // Only the first attempt can vouch for the whole call: an earlier one may have acted.
        return given instanceof ToolOutcome.Uncertain && first ? complete(receipt, Effect.NONE) : given;
    }

    private boolean furtherAttemptAdmissible() {
        Instant startBefore = lease.retryStartBefore();
        Integer limit = tool.recovery() instanceof Recovery.Idempotent idempotent ? idempotent.maxAttempts() : null;
        return startBefore != null
                && now().plus(journal.skewMargin()).isBefore(startBefore)
                && (limit == null || lease.fence().epoch() < limit);
    }

    private ToolOutcome giveUp() {
        Abandon abandoned;
        try {
            abandoned = journal.abandon(lease, writeUntil());
        } catch (StoreException failure) {
            // The lease's end says the same to everybody.
            LOG.error("Giving {} up failed; a further attempt may start when its lease ends", lease.key(), failure);
            return new ToolOutcome.Retryable(lease.leaseUntil().plus(journal.skewMargin()));
        }
        if (abandoned instanceof Abandon.Abandoned given) {
            return new ToolOutcome.Retryable(given.retryAt());
        }
        if (abandoned instanceof Abandon.Uncertain uncertain) {
            return new ToolOutcome.Uncertain(
                    uncertain.reason(), uncertain.reason().at());
        }
        return asRecorded(journal.inspect(lease.key()).orElse(null), Effect.NONE);
    }

    private ToolOutcome markUncertain(Uncertainty.Code code, String reason) {
        Instant now = now();
        Uncertainty uncertainty =
                new Uncertainty(code, reason, now, lease.fence().attemptId());
        try {
            Mark marked = journal.markUncertain(lease, code, reason, writeUntil());
            if (marked instanceof Mark.Stale stale) {
                return asRecorded(stale.record(), Effect.DONE);
            }
        } catch (StoreException failure) {
            // The lease's end says the same to everybody else; the caller must hear it now.
            LOG.error("Marking {} uncertain failed; it becomes so when its lease ends", lease.key(), failure);
        }
        return new ToolOutcome.Uncertain(uncertainty, now);
    }

    private ToolOutcome complete(Receipt receipt, Effect effect) {
        Complete completed = journal.complete(lease, receipt, writeUntil());
        return completed.<ToolOutcome>fold(
                done -> new ToolOutcome.Executed(done.outcome(), done.deliverable()),
                replayed -> new ToolOutcome.Executed(replayed.outcome(), replayed.deliverable()),
                conflict -> {
                    LOG.error("The receipt of {} was refused: another outcome is stored and stays", lease.key());
                    return new ToolOutcome.Replayed(conflict.outcome(), conflict.status(), conflict.deliverable());
                },
                stale -> {
                    LOG.error("The receipt of {} was refused: its attempt does not hold the call", lease.key());
                    return asRecorded(stale.record(), effect);
                });
    }

    /** The answer for a caller whose attempt holds nothing any more: what the record says. */
    private ToolOutcome asRecorded(@Nullable Checkpoint record, Effect effect) {
        if (record == null) {
            throw effect == Effect.DONE
                    ? RecordMissingException.afterEffect(lease.key())
                    : RecordMissingException.absent(lease.key());
        }
        if (record.status().hasOutcome()) {
            return new ToolOutcome.Replayed(journal.loadOutcome(record), record.status(), Deliverable.of(record.key()));
        }
        if (record.status() == Status.UNCERTAIN) {
            Uncertainty reason = record.requireUncertainty();
            return new ToolOutcome.Uncertain(reason, reason.at());
        }
        return new ToolOutcome.InProgress(record.requireExecution().leaseUntil().plus(journal.skewMargin()));
    }

    private boolean manual() {
        return tool.recovery() instanceof Recovery.Manual;
    }

    private void logFailure(String what, @Nullable Throwable failure) {
        LOG.warn(
                "Tool \"{}\" {} (call {}, attempt {})",
                tool.name(),
                what,
                lease.key(),
                lease.fence().epoch(),
                failure);
    }

    /**
     * Until when the end of the attempt may be repeated. Who still runs after the deadline isn't killed at it, so then the write
     * gets as long as one request after the lease may take: a few sends.
     */
    private Instant writeUntil() {
        Instant end = renewal == null ? deadline : lease.leaseUntil();
        return now().isBefore(end) ? end : now().plus(LATE_WRITE);
    }

    private Instant now() {
        return journal.clock().instant().truncatedTo(ChronoUnit.MILLIS);
    }
}

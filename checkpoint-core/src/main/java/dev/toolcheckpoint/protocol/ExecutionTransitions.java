package dev.toolcheckpoint.protocol;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The transitions of an execution: create, claim, renew, abandon, complete, mark uncertain, settle. Pure and thread-safe.
 *
 * <p>Common parameters: {@code writeId} is random per logical write and made once, before the first try; {@code at} is read
 * from the clock after the read that decides and before the write, in whole milliseconds; {@code skewMargin} covers the
 * difference of any two clocks.
 *
 * <p>Every function throws {@link ProtocolException}: {@code INVALID_TRANSITION} when the state or the time does not allow
 * the change, {@code FENCE_CONFLICT} when the caller does not hold the attempt, {@code INVALID_ARGUMENT} for a value out of
 * range.
 */
public final class ExecutionTransitions {

    private ExecutionTransitions() {}

    /** Nothing → {@code READY}. */
    public static Transition create(Binding binding, Recovery recovery, String writeId, Instant at) {
        return Transition.create(Action.NONE, ready(binding, recovery, writeId, at));
    }

    /** Nothing → {@code EXECUTING} with epoch 1, in one write. */
    public static Transition createClaimed(
            Binding binding, Recovery recovery, String attemptId, Duration lease, String writeId, Instant at) {
        Checkpoint ready = ready(binding, recovery, writeId, at);
        Checkpoint claimed = firstClaim(ready, attemptId, lease, at).written(writeId, at);
        // Create and claim are one write, so this is revision 1.
        return Transition.create(
                Action.EXECUTE,
                new Checkpoint(
                        claimed.schemaVersion(),
                        binding,
                        recovery,
                        1,
                        writeId,
                        claimed.status(),
                        claimed.execution(),
                        claimed.firstAcquiredAt(),
                        claimed.retryStartBefore(),
                        null,
                        null,
                        null,
                        at,
                        at,
                        null,
                        null));
    }

    /**
     * What is to be done about a record. Has no clock, so it is conservative.
     *
     * @throws ProtocolException {@code BINDING_CONFLICT} when the record is another call's
     */
    public static Decision decide(Checkpoint record, Binding binding, Recovery recovery) {
        List<String> differing = record.differingFields(binding, recovery);
        if (!differing.isEmpty()) {
            throw ProtocolException.bindingConflict("The call id is taken by a call that differs in "
                    + String.join(", ", differing) + ". Use a new call id, or repeat the first call unchanged.");
        }
        Action action = switch (record.status()) {
            case READY -> Action.EXECUTE;
            case EXECUTING, UNCERTAIN -> Action.RECONCILE_EXECUTION;
            case COMPLETED -> Action.DELIVER;
            case DELIVERING -> Action.RECONCILE_DELIVERY;
            case DELIVERED -> Action.NONE;
        };
        return new Decision(action, record.status(), record.revision());
    }

    /** {@code READY} → {@code EXECUTING} with epoch 1. */
    public static Transition claimExecution(
            Checkpoint record, String attemptId, Duration lease, String writeId, Instant at) {
        requireStatus(record, Status.READY, "claimed");
        return Transition.from(
                record, Action.EXECUTE, firstClaim(record, attemptId, lease, at).written(writeId, at));
    }

    /** {@code EXECUTING}, expired and admissible → {@code EXECUTING} with the next epoch. */
    public static Transition reclaimExecution(
            Checkpoint record, String attemptId, Duration lease, String writeId, Instant at, Duration skewMargin) {
        requireStatus(record, Status.EXECUTING, "reclaimed");
        if (!record.executionExpired(at, skewMargin)) {
            throw ProtocolException.invalidTransition("The attempt is believed alive until "
                    + record.requireExecution().leaseUntil().toEpochMilli() + " ms (+ "
                    + skewMargin.toMillis() + " ms skew margin); it can't be taken over at " + at.toEpochMilli()
                    + " ms.");
        }
        if (!record.retryAdmissible(at, skewMargin)) {
            throw ProtocolException.invalidTransition(
                    "No further attempt is admissible: the tool is manual, its window is"
                            + " over, or its attempts are used up. Mark the call uncertain and settle it with evidence.");
        }
        Checkpoint next = record.change()
                .execution(attempt(attemptId, record.requireExecution().epoch() + 1, lease, at))
                .written(writeId, at);
        return Transition.from(record, Action.EXECUTE, next);
    }

    /** {@code EXECUTING} → the same with a lease that is longer, never shorter; not after it ended or was abandoned. */
    public static Transition renewExecution(
            Checkpoint record, Fence fence, Duration lease, String writeId, Instant at) {
        Execution held = requireHeld(record, fence, "renewed");
        if (held.abandonedAt() != null || record.leaseEnded(at)) {
            throw ProtocolException.invalidTransition(
                    "The lease ended or was abandoned; it can't be renewed. Stop the tool: another attempt may start.");
        }
        Instant until = at.plus(Leases.check(lease));
        Instant longer = until.isAfter(held.leaseUntil()) ? until : held.leaseUntil();
        return Transition.from(
                record,
                Action.EXECUTE,
                record.change().execution(held.withLeaseUntil(longer)).written(writeId, at));
    }

    /**
     * The holder gives its attempt up. {@code EXECUTING} → the same, expired at once for everybody; when no further attempt
     * is admissible → {@code UNCERTAIN}. Idempotent recovery only.
     */
    public static Transition abandonExecution(
            Checkpoint record, Fence fence, String writeId, Instant at, Duration skewMargin) {
        Execution held = requireHeld(record, fence, "abandoned");
        if (record.recovery() instanceof Recovery.Manual) {
            throw ProtocolException.invalidTransition(
                    "A manual call can't be abandoned, only marked uncertain: nobody would"
                            + " know whether its effect happened.");
        }
        if (held.abandonedAt() != null) {
            throw ProtocolException.invalidTransition("The attempt is abandoned already.");
        }
        if (!record.retryAdmissible(at, skewMargin)) {
            return uncertain(
                    record,
                    new Uncertainty(
                            Uncertainty.Code.ABANDONED,
                            "The attempt was abandoned, and no further attempt is admissible.",
                            at,
                            fence.attemptId()),
                    writeId);
        }
        return Transition.from(
                record,
                Action.RECONCILE_EXECUTION,
                record.change().execution(held.abandoned(at)).written(writeId, at));
    }

    /**
     * {@code EXECUTING} → {@code COMPLETED}, or {@code UNCERTAIN} → {@code COMPLETED} by the same attempt.
     *
     * @param outcome without settlement, completed at {@code at}
     * @param lateReceipts {@code REJECT} refuses once the lease ended or the call is uncertain
     */
    public static Transition completeExecution(
            Checkpoint record,
            Fence fence,
            Outcome outcome,
            LateReceipts lateReceipts,
            Retention retention,
            String writeId,
            Instant at) {
        if (record.status() != Status.UNCERTAIN) {
            requireStatus(record, Status.EXECUTING, "completed");
        }
        requireFence(record, fence);
        if (outcome.settlement() != null) {
            throw ProtocolException.invalidArgument("An attempt completes with its own outcome, not with evidence.");
        }
        if (lateReceipts == LateReceipts.REJECT && (record.status() == Status.UNCERTAIN || record.leaseEnded(at))) {
            throw ProtocolException.fenceConflict(
                    "The lease ended before the receipt came, and late receipts are rejected.");
        }
        return completed(record, outcome, retention, writeId, at);
    }

    /** {@code EXECUTING} → {@code UNCERTAIN} by the attempt's own holder, at any time. */
    public static Transition markExecutionUncertain(
            Checkpoint record, Fence fence, Uncertainty.Code code, String reason, String writeId, Instant at) {
        requireHeld(record, fence, "marked uncertain");
        return uncertain(record, new Uncertainty(code, reason, at, fence.attemptId()), writeId);
    }

    /** {@code EXECUTING} → {@code UNCERTAIN} by anyone, once it is expired and no further attempt is admissible. */
    public static Transition markExpiredUncertain(Checkpoint record, String writeId, Instant at, Duration skewMargin) {
        requireStatus(record, Status.EXECUTING, "marked uncertain");
        if (!record.executionExpired(at, skewMargin) || record.retryAdmissible(at, skewMargin)) {
            throw ProtocolException.invalidTransition(
                    "Only an attempt that expired and that no other may follow becomes uncertain by itself.");
        }
        return uncertain(
                record,
                new Uncertainty(
                        Uncertainty.Code.LEASE_EXPIRED,
                        "The lease ended without a receipt, and no further attempt is admissible.",
                        at,
                        Uncertainty.PROTOCOL),
                writeId);
    }

    /** {@code EXECUTING} → {@code UNCERTAIN} by an operator, by name. */
    public static Transition markUncertainByOperator(
            Checkpoint record, String reason, String operator, String writeId, Instant at) {
        requireStatus(record, Status.EXECUTING, "marked uncertain");
        return uncertain(record, new Uncertainty(Uncertainty.Code.MARKED_BY_OPERATOR, reason, at, operator), writeId);
    }

    /**
     * {@code UNCERTAIN} → {@code COMPLETED} with evidence. "It did not happen" counts only once lease, skew margin and
     * quiescence are over: a paused owner might still act.
     *
     * @param outcome with the evidence as its settlement
     * @param quiescence how long after the lease's end a request under way could still act; 0 or more
     */
    public static Transition settleExecution(
            Checkpoint record,
            Outcome outcome,
            Retention retention,
            String writeId,
            Instant at,
            Duration skewMargin,
            Duration quiescence) {
        requireStatus(record, Status.UNCERTAIN, "settled");
        Evidence evidence = outcome.settlement();
        if (evidence == null) {
            throw ProtocolException.invalidArgument("A settlement needs evidence.");
        }
        Instant countsFrom = record.absenceCountsFrom(skewMargin, quiescence);
        if (evidence instanceof Evidence.Absent && at.isBefore(countsFrom)) {
            throw ProtocolException.invalidTransition("\"It did not happen\" counts from " + countsFrom.toEpochMilli()
                    + " ms on (lease, skew margin and quiescence over), it is " + at.toEpochMilli()
                    + " ms: the attempt may still act.");
        }
        return completed(record, outcome, retention, writeId, at);
    }

    /**
     * {@code COMPLETED} or {@code DELIVERED} → the same with the payload forgotten; kind, size and digest stay.
     */
    public static Transition forgetPayload(Checkpoint record, String writeId, Instant at) {
        if (record.status() != Status.COMPLETED && record.status() != Status.DELIVERED) {
            throw wrongStatus(record, "forgotten", "COMPLETED or DELIVERED");
        }
        if (record.requireOutcome().forgotten()) {
            throw ProtocolException.invalidTransition("The payload is forgotten already.");
        }
        Outcome forgotten = record.requireOutcome().withPayload(new Payload.Forgotten());
        Action action = record.status() == Status.COMPLETED ? Action.DELIVER : Action.NONE;
        return Transition.from(
                record, action, record.change().outcome(forgotten).written(writeId, at));
    }

    private static Checkpoint ready(Binding binding, Recovery recovery, String writeId, Instant at) {
        Names.name("writeId", writeId);
        Times.instant("at", at);
        return new Checkpoint(
                Checkpoint.SCHEMA_VERSION,
                binding,
                recovery,
                1,
                writeId,
                Status.READY,
                null,
                null,
                null,
                null,
                null,
                null,
                at,
                at,
                null,
                null);
    }

    private static Checkpoint.Change firstClaim(Checkpoint ready, String attemptId, Duration lease, Instant at) {
        @Nullable
        Instant startBefore =
                ready.recovery() instanceof Recovery.Idempotent idempotent ? at.plus(idempotent.retryFor()) : null;
        return ready.change()
                .status(Status.EXECUTING)
                .execution(attempt(attemptId, 1, lease, at))
                .firstAcquired(at, startBefore);
    }

    private static Execution attempt(String attemptId, long epoch, Duration lease, Instant at) {
        Names.name("attemptId", attemptId);
        return new Execution(attemptId, epoch, at, at.plus(Leases.check(lease)), null);
    }

    private static Transition uncertain(Checkpoint record, Uncertainty why, String writeId) {
        return Transition.from(
                record,
                Action.RECONCILE_EXECUTION,
                record.change().status(Status.UNCERTAIN).uncertainty(why).written(writeId, why.at()));
    }

    private static Transition completed(
            Checkpoint record, Outcome outcome, Retention retention, String writeId, Instant at) {
        Instant until = outcome.completedAt().plus(retention.total());
        return Transition.from(
                record,
                Action.DELIVER,
                record.change()
                        .status(Status.COMPLETED)
                        .outcome(outcome)
                        .retainUntil(until)
                        .expiresAt(until)
                        .written(writeId, at));
    }

    private static Execution requireHeld(Checkpoint record, Fence fence, String change) {
        requireStatus(record, Status.EXECUTING, change);
        return requireFence(record, fence);
    }

    private static Execution requireFence(Checkpoint record, Fence fence) {
        Execution latest = record.requireExecution();
        if (!latest.heldBy(fence)) {
            throw ProtocolException.fenceConflict("The attempt of epoch " + fence.epoch()
                    + " does not hold the call; the latest attempt has epoch " + latest.epoch() + ".");
        }
        return latest;
    }

    static void requireStatus(Checkpoint record, Status expected, String change) {
        if (record.status() != expected) {
            throw wrongStatus(record, change, expected.name());
        }
    }

    private static ProtocolException wrongStatus(Checkpoint record, String change, String expected) {
        return ProtocolException.invalidTransition(
                "A call in " + record.status() + " can't be " + change + "; it must be " + expected + ".");
    }
}

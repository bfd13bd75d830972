package dev.toolcheckpoint.protocol;

import static dev.toolcheckpoint.protocol.Records.ABSENT;
import static dev.toolcheckpoint.protocol.Records.FENCE;
import static dev.toolcheckpoint.protocol.Records.HAPPENED;
import static dev.toolcheckpoint.protocol.Records.IDEMPOTENT;
import static dev.toolcheckpoint.protocol.Records.LEASE;
import static dev.toolcheckpoint.protocol.Records.LEASE_END;
import static dev.toolcheckpoint.protocol.Records.MANUAL;
import static dev.toolcheckpoint.protocol.Records.MARGIN;
import static dev.toolcheckpoint.protocol.Records.MILLI;
import static dev.toolcheckpoint.protocol.Records.RETENTION;
import static dev.toolcheckpoint.protocol.Records.START;
import static dev.toolcheckpoint.protocol.Records.WINDOW;
import static dev.toolcheckpoint.protocol.Records.abandoned;
import static dev.toolcheckpoint.protocol.Records.completed;
import static dev.toolcheckpoint.protocol.Records.executing;
import static dev.toolcheckpoint.protocol.Records.outcome;
import static dev.toolcheckpoint.protocol.Records.uncertain;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The boundary instants, the fences and the arguments of the execution's transitions. */
class ExecutionTransitionsTest {

    private static final Instant EXPIRED = LEASE_END.plus(MARGIN);
    private static final Instant CUTOFF = START.plus(WINDOW);

    private static Transition reclaim(Checkpoint record, Instant at) {
        return ExecutionTransitions.reclaimExecution(record, "attempt-2", LEASE, "next", at, MARGIN);
    }

    private static Transition renew(Checkpoint record, Duration lease, Instant at) {
        return ExecutionTransitions.renewExecution(record, FENCE, lease, "next", at);
    }

    private static Transition complete(Checkpoint record, LateReceipts late, Instant at) {
        return ExecutionTransitions.completeExecution(record, FENCE, outcome(at, null), late, RETENTION, "next", at);
    }

    private static Transition settle(Checkpoint record, Evidence evidence, Duration quiescence, Instant at) {
        return ExecutionTransitions.settleExecution(
                record, outcome(at, evidence), RETENTION, "next", at, MARGIN, quiescence);
    }

    private static Checkpoint leased(Recovery recovery, Duration lease) {
        return ExecutionTransitions.createClaimed(Records.BINDING, recovery, "attempt-1", lease, "w1", START)
                .next();
    }

    private static void refused(ErrorCode code, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        ProtocolException.class,
                        refused -> assertThat(refused.code()).isEqualTo(code));
    }

    // Expiry

    @Test
    void reclaim_atLeaseEndPlusMargin_startsTheNextEpoch() {
        Checkpoint next = reclaim(executing(IDEMPOTENT), EXPIRED).next();

        assertThat(next.execution()).isEqualTo(new Execution("attempt-2", 2, EXPIRED, EXPIRED.plus(LEASE), null));
        assertThat(next.firstAcquiredAt()).isEqualTo(START);
        assertThat(next.retryStartBefore()).isEqualTo(CUTOFF);
    }

    @Test
    void reclaim_oneMilliBeforeLeaseEndPlusMargin_isRefused() {
        refused(ErrorCode.INVALID_TRANSITION, () -> reclaim(executing(IDEMPOTENT), EXPIRED.minus(MILLI)));
    }

    @Test
    void reclaim_ofALiveAttempt_saysUntilWhenItIsBelievedAlive() {
        assertThatThrownBy(() -> reclaim(executing(IDEMPOTENT), LEASE_END))
                .hasMessageContaining(LEASE_END.toEpochMilli() + " ms")
                .hasMessageContaining("1000 ms skew margin")
                .hasMessageContaining("at " + LEASE_END.toEpochMilli());
    }

    @Test
    void reclaim_afterAbandoning_needsNoWait() {
        Instant at = START.plusMillis(1);
        assertThat(reclaim(abandoned(IDEMPOTENT, at), at)
                        .next()
                        .requireExecution()
                        .epoch())
                .isEqualTo(2);
    }

    @Test
    void executionExpired_atTheBoundaries_isTrueFromLeaseEndPlusMarginOn() {
        Checkpoint record = executing(MANUAL);

        assertThat(record.executionExpired(EXPIRED.minus(MILLI), MARGIN)).isFalse();
        assertThat(record.executionExpired(EXPIRED, MARGIN)).isTrue();
        assertThat(record.executionExpired(EXPIRED.plus(MILLI), MARGIN)).isTrue();
        assertThat(record.executionExpired(LEASE_END, Duration.ZERO)).isTrue();
        assertThat(record.executionExpired(LEASE_END.minus(MILLI), Duration.ZERO))
                .isFalse();
    }

    @Test
    void leaseEnded_atTheBoundaries_isTrueFromLeaseEndOnForTheOwner() {
        Checkpoint record = executing(MANUAL);

        assertThat(record.leaseEnded(LEASE_END.minus(MILLI))).isFalse();
        assertThat(record.leaseEnded(LEASE_END)).isTrue();
    }

    // Admissibility

    @Test
    void retryAdmissible_atTheCutoffMinusMargin_isFalse() {
        Checkpoint record = executing(IDEMPOTENT);

        assertThat(record.retryAdmissible(CUTOFF.minus(MARGIN).minus(MILLI), MARGIN))
                .isTrue();
        assertThat(record.retryAdmissible(CUTOFF.minus(MARGIN), MARGIN)).isFalse();
        assertThat(record.retryAdmissible(CUTOFF, MARGIN)).isFalse();
        assertThat(record.retryAdmissible(CUTOFF.minus(MILLI), Duration.ZERO)).isTrue();
        assertThat(record.retryAdmissible(CUTOFF, Duration.ZERO)).isFalse();
    }

    @Test
    void retryAdmissible_manual_isNeverTrue() {
        assertThat(executing(MANUAL).retryAdmissible(EXPIRED, MARGIN)).isFalse();
    }

    @Test
    void retryAdmissible_neverAcquired_isFalse() {
        assertThat(Records.ready(IDEMPOTENT).retryAdmissible(START, MARGIN)).isFalse();
    }

    @Test
    void reclaim_atTheCutoffMinusMargin_isRefusedAndOneMilliBeforeAllowed() {
        Checkpoint record = executing(IDEMPOTENT);

        refused(ErrorCode.INVALID_TRANSITION, () -> reclaim(record, CUTOFF.minus(MARGIN)));
        assertThat(reclaim(record, CUTOFF.minus(MARGIN).minus(MILLI))
                        .next()
                        .requireExecution()
                        .epoch())
                .isEqualTo(2);
    }

    @Test
    void reclaim_withAttemptsUsedUp_isRefused() {
        Checkpoint first = executing(IDEMPOTENT.maxAttempts(2));
        Checkpoint second = reclaim(first, EXPIRED).next();

        refused(
                ErrorCode.INVALID_TRANSITION,
                () -> reclaim(second, EXPIRED.plus(LEASE).plus(MARGIN)));
        refused(ErrorCode.INVALID_TRANSITION, () -> reclaim(executing(IDEMPOTENT.maxAttempts(1)), EXPIRED));
    }

    @Test
    void reclaim_manual_isRefused() {
        refused(ErrorCode.INVALID_TRANSITION, () -> reclaim(executing(MANUAL), EXPIRED));
    }

    @Test
    void reclaim_again_neverMovesTheWindow() {
        Checkpoint second = reclaim(executing(IDEMPOTENT), EXPIRED).next();
        Checkpoint third = reclaim(second, EXPIRED.plus(LEASE).plus(MARGIN)).next();

        assertThat(third.retryStartBefore()).isEqualTo(CUTOFF);
        assertThat(third.firstAcquiredAt()).isEqualTo(START);
        assertThat(third.requireExecution().epoch()).isEqualTo(3);
    }

    // Renewal

    @Test
    void renew_withALongerLease_moves() {
        Instant at = START.plusSeconds(10);
        assertThat(renew(executing(MANUAL), LEASE, at).next().requireExecution())
                .isEqualTo(new Execution("attempt-1", 1, START, at.plus(LEASE), null));
    }

    @Test
    void renew_withAShorterLease_keepsTheLongerOne() {
        Checkpoint next = renew(executing(MANUAL), MILLI, START.plusSeconds(10)).next();
        assertThat(next.requireExecution().leaseUntil()).isEqualTo(LEASE_END);
    }

    @Test
    void renew_atItsEnd_isRefusedAndOneMilliBeforeAllowed() {
        refused(ErrorCode.INVALID_TRANSITION, () -> renew(executing(MANUAL), LEASE, LEASE_END));
        assertThat(renew(executing(MANUAL), LEASE, LEASE_END.minus(MILLI))
                        .next()
                        .requireExecution()
                        .leaseUntil())
                .isEqualTo(LEASE_END.minus(MILLI).plus(LEASE));
    }

    @Test
    void renew_afterAbandoning_isRefused() {
        refused(
                ErrorCode.INVALID_TRANSITION,
                () -> renew(abandoned(IDEMPOTENT, START.plusSeconds(1)), LEASE, START.plusSeconds(2)));
    }

    // Abandoning

    @Test
    void abandon_admissible_expiresAtOnceForEverybody() {
        Instant at = START.plusSeconds(3);
        Checkpoint next = abandoned(IDEMPOTENT, at);

        assertThat(next.status()).isEqualTo(Status.EXECUTING);
        assertThat(next.requireExecution()).isEqualTo(new Execution("attempt-1", 1, START, LEASE_END, at));
        assertThat(next.executionExpired(at, MARGIN)).isTrue();
    }

    @Test
    void abandon_notAdmissible_isUncertain() {
        Checkpoint next = abandoned(IDEMPOTENT.maxAttempts(1), START.plusSeconds(3));

        assertThat(next.status()).isEqualTo(Status.UNCERTAIN);
        assertThat(next.uncertainty())
                .isEqualTo(new Uncertainty(
                        Uncertainty.Code.ABANDONED,
                        "The attempt was abandoned, and no further attempt is admissible.",
                        START.plusSeconds(3),
                        "attempt-1"));
        assertThat(next.requireExecution().abandonedAt()).isNull();
    }

    @Test
    void abandon_atTheCutoffMinusMargin_isUncertainAndOneMilliBeforeNot() {
        assertThat(abandoned(IDEMPOTENT, CUTOFF.minus(MARGIN)).status()).isEqualTo(Status.UNCERTAIN);
        assertThat(abandoned(IDEMPOTENT, CUTOFF.minus(MARGIN).minus(MILLI)).status())
                .isEqualTo(Status.EXECUTING);
    }

    @Test
    void abandon_manual_isRefused() {
        assertThatThrownBy(() -> abandoned(MANUAL, START)).hasMessageContaining("manual");
        refused(ErrorCode.INVALID_TRANSITION, () -> abandoned(MANUAL, START));
    }

    @Test
    void abandon_twice_isRefused() {
        Checkpoint once = abandoned(IDEMPOTENT, START.plusSeconds(1));
        assertThatThrownBy(
                        () -> ExecutionTransitions.abandonExecution(once, FENCE, "next", START.plusSeconds(2), MARGIN))
                .hasMessageContaining("already");
    }

    // Completion

    @Test
    void complete_byTheHolder_storesTheOutcomeAndFixesTheRetention() {
        Instant at = START.plusSeconds(2);
        Checkpoint next = completed(MANUAL);

        assertThat(next.outcome()).isEqualTo(outcome(at, null));
        assertThat(next.retainUntil()).isEqualTo(at.plus(Duration.ofDays(30)));
        assertThat(next.expiresAt()).isEqualTo(next.retainUntil());
    }

    @Test
    void complete_withAnOutcomeStampedEarlier_countsTheRetentionFromIt() {
        Instant stamped = START.plusSeconds(1);
        Checkpoint next = ExecutionTransitions.completeExecution(
                        executing(MANUAL),
                        FENCE,
                        outcome(stamped, null),
                        LateReceipts.ACCEPT,
                        RETENTION,
                        "next",
                        START.plusSeconds(9))
                .next();
        assertThat(next.retainUntil()).isEqualTo(stamped.plus(RETENTION.total()));
    }

    @Test
    void complete_late_isAcceptedAsLongAsNobodyTookOver() {
        Instant late = CUTOFF.plus(Duration.ofDays(1));

        assertThat(complete(executing(MANUAL), LateReceipts.ACCEPT, late).next().status())
                .isEqualTo(Status.COMPLETED);
        assertThat(complete(uncertain(MANUAL), LateReceipts.ACCEPT, late).next().uncertainty())
                .as("kept as history")
                .isNotNull();
        assertThat(complete(abandoned(IDEMPOTENT, START), LateReceipts.ACCEPT, late)
                        .next()
                        .status())
                .isEqualTo(Status.COMPLETED);
    }

    @Test
    void complete_strict_isRefusedFromTheLeaseEndOn() {
        refused(ErrorCode.FENCE_CONFLICT, () -> complete(executing(MANUAL), LateReceipts.REJECT, LEASE_END));
        assertThat(complete(executing(MANUAL), LateReceipts.REJECT, LEASE_END.minus(MILLI))
                        .next()
                        .status())
                .isEqualTo(Status.COMPLETED);
    }

    @Test
    void complete_strictAndUncertain_isRefusedEvenInsideTheLease() {
        refused(ErrorCode.FENCE_CONFLICT, () -> complete(uncertain(MANUAL), LateReceipts.REJECT, START.plusSeconds(3)));
    }

    @Test
    void complete_withEvidence_isRefused() {
        refused(
                ErrorCode.INVALID_ARGUMENT,
                () -> ExecutionTransitions.completeExecution(
                        executing(MANUAL),
                        FENCE,
                        outcome(START, HAPPENED),
                        LateReceipts.ACCEPT,
                        RETENTION,
                        "next",
                        START));
    }

    // Fences

    static List<Function<Fence, Transition>> fencedTransitions() {
        Instant at = START.plusSeconds(1);
        Checkpoint second = reclaim(executing(IDEMPOTENT), EXPIRED).next();
        return List.of(
                fence -> ExecutionTransitions.renewExecution(second, fence, LEASE, "next", EXPIRED),
                fence -> ExecutionTransitions.abandonExecution(second, fence, "next", at, MARGIN),
                fence -> ExecutionTransitions.completeExecution(
                        second, fence, outcome(at, null), LateReceipts.ACCEPT, RETENTION, "next", at),
                fence -> ExecutionTransitions.markExecutionUncertain(
                        second, fence, Uncertainty.Code.DECLARED_BY_TOOL, "reset", "next", at));
    }

    @ParameterizedTest
    @MethodSource("fencedTransitions")
    void fencedTransition_byAnotherAttempt_isAFenceConflict(Function<Fence, Transition> transition) {
        assertThat(transition.apply(new Fence("attempt-2", 2)).next().revision())
                .isEqualTo(3);
        for (Fence stale : List.of(FENCE, new Fence("attempt-2", 1), new Fence("attempt-1", 2))) {
            refused(ErrorCode.FENCE_CONFLICT, () -> transition.apply(stale));
        }
        assertThatThrownBy(() -> transition.apply(FENCE))
                .hasMessageContaining("epoch 1")
                .hasMessageContaining("epoch 2");
    }

    @Test
    void complete_uncertainByAnotherAttempt_isAFenceConflict() {
        refused(
                ErrorCode.FENCE_CONFLICT,
                () -> ExecutionTransitions.completeExecution(
                        uncertain(MANUAL),
                        new Fence("attempt-9", 1),
                        outcome(START, null),
                        LateReceipts.ACCEPT,
                        RETENTION,
                        "next",
                        START));
    }

    // Uncertainty and settlement

    @Test
    void markExpired_onlyOnceExpiredAndNotAdmissible() {
        refused(ErrorCode.INVALID_TRANSITION, () -> expire(executing(MANUAL), EXPIRED.minus(MILLI)));
        refused(ErrorCode.INVALID_TRANSITION, () -> expire(executing(IDEMPOTENT), EXPIRED));
        assertThat(expire(executing(IDEMPOTENT), CUTOFF.minus(MARGIN)).next().status())
                .isEqualTo(Status.UNCERTAIN);
        assertThat(expire(executing(MANUAL), EXPIRED).next().uncertainty())
                .isEqualTo(new Uncertainty(
                        Uncertainty.Code.LEASE_EXPIRED,
                        "The lease ended without a receipt, and no further attempt is admissible.",
                        EXPIRED,
                        Uncertainty.PROTOCOL));
    }

    private static Transition expire(Checkpoint record, Instant at) {
        return ExecutionTransitions.markExpiredUncertain(record, "next", at, MARGIN);
    }

    @Test
    void markUncertain_saysWhoAndWhy() {
        Transition byHolder = ExecutionTransitions.markExecutionUncertain(
                executing(MANUAL), FENCE, Uncertainty.Code.AMBIGUOUS_FAILURE, "reset", "next", START);
        Transition byOperator =
                ExecutionTransitions.markUncertainByOperator(executing(MANUAL), "gone", "ops", "next", START);

        assertThat(byHolder.next().uncertainty())
                .isEqualTo(new Uncertainty(Uncertainty.Code.AMBIGUOUS_FAILURE, "reset", START, "attempt-1"));
        assertThat(byOperator.next().uncertainty())
                .isEqualTo(new Uncertainty(Uncertainty.Code.MARKED_BY_OPERATOR, "gone", START, "ops"));
    }

    @Test
    void settle_absent_countsFromLeaseMarginAndQuiescenceOn() {
        Duration quiescence = Duration.ofSeconds(10);
        Instant countsFrom = LEASE_END.plus(MARGIN).plus(quiescence);

        assertThat(uncertain(MANUAL).absenceCountsFrom(MARGIN, quiescence)).isEqualTo(countsFrom);
        assertThatThrownBy(() -> settle(uncertain(MANUAL), ABSENT, quiescence, countsFrom.minus(MILLI)))
                .hasMessageContaining("counts from " + countsFrom.toEpochMilli());
        assertThat(settle(uncertain(MANUAL), ABSENT, quiescence, countsFrom)
                        .next()
                        .status())
                .isEqualTo(Status.COMPLETED);
    }

    @Test
    void settle_happened_countsAtOnce() {
        Checkpoint next = settle(uncertain(MANUAL), HAPPENED, Duration.ofDays(1), START.plusSeconds(3))
                .next();
        assertThat(next.requireOutcome().settlement()).isEqualTo(HAPPENED);
        assertThat(next.requireUncertainty().text()).isEqualTo("the process is gone");
    }

    @Test
    void settle_withoutEvidence_isRefused() {
        refused(
                ErrorCode.INVALID_ARGUMENT,
                () -> ExecutionTransitions.settleExecution(
                        uncertain(MANUAL), outcome(EXPIRED, null), RETENTION, "next", EXPIRED, MARGIN, Duration.ZERO));
    }

    // Forgetting

    @Test
    void forget_keepsKindSizeAndDigest() {
        Outcome before = completed(MANUAL).requireOutcome();
        Outcome after = ExecutionTransitions.forgetPayload(completed(MANUAL), "next", EXPIRED)
                .next()
                .requireOutcome();

        assertThat(after).isEqualTo(before.withPayload(new Payload.Forgotten()));
        assertThat(after.forgotten()).isTrue();
        assertThat(before.forgotten()).isFalse();
    }

    @Test
    void forget_twice_isRefused() {
        Checkpoint once = ExecutionTransitions.forgetPayload(completed(MANUAL), "next", EXPIRED)
                .next();
        assertThatThrownBy(() -> ExecutionTransitions.forgetPayload(once, "again", EXPIRED))
                .hasMessageContaining("already");
    }

    // Arguments

    @ParameterizedTest
    @ValueSource(strings = {"PT0S", "-PT1S", "PT24H0.001S", "PT0.0005S"})
    void claim_withALeaseOutOfRange_isRefused(Duration lease) {
        refused(ErrorCode.INVALID_ARGUMENT, () -> leased(MANUAL, lease));
        refused(ErrorCode.INVALID_ARGUMENT, () -> renew(executing(MANUAL), lease, START));
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT0.001S", "PT24H"})
    void claim_withALeaseAtTheBound_isTaken(Duration lease) {
        assertThat(leased(MANUAL, lease).requireExecution().leaseUntil()).isEqualTo(START.plus(lease));
    }

    @Test
    void claim_withIdsOutOfRange_isRefused() {
        String tooLong = "x".repeat(513);
        for (String id : List.of("", tooLong)) {
            assertThatThrownBy(
                            () -> ExecutionTransitions.createClaimed(Records.BINDING, MANUAL, id, LEASE, "w1", START))
                    .hasMessageContaining("attemptId");
            assertThatThrownBy(() -> ExecutionTransitions.create(Records.BINDING, MANUAL, id, START))
                    .hasMessageContaining("writeId");
            assertThatThrownBy(() -> ExecutionTransitions.renewExecution(executing(MANUAL), FENCE, LEASE, id, START))
                    .hasMessageContaining("writeId");
        }
    }

    @Test
    void transition_atAnInstantThatNoRecordHolds_isRefused() {
        for (Instant at : List.of(START.plusNanos(1), Instant.ofEpochMilli(-1))) {
            refused(ErrorCode.INVALID_ARGUMENT, () -> ExecutionTransitions.create(Records.BINDING, MANUAL, "w1", at));
            refused(ErrorCode.INVALID_ARGUMENT, () -> renew(executing(MANUAL), LEASE, at));
        }
        assertThat(ExecutionTransitions.create(Records.BINDING, MANUAL, "w1", Instant.EPOCH)
                        .next()
                        .createdAt())
                .isEqualTo(Instant.EPOCH);
    }
}

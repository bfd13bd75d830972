package dev.toolcheckpoint.protocol;

import static dev.toolcheckpoint.protocol.Records.FENCE;
import static dev.toolcheckpoint.protocol.Records.IDEMPOTENT;
import static dev.toolcheckpoint.protocol.Records.LEASE;
import static dev.toolcheckpoint.protocol.Records.LEASE_END;
import static dev.toolcheckpoint.protocol.Records.MANUAL;
import static dev.toolcheckpoint.protocol.Records.MARGIN;
import static dev.toolcheckpoint.protocol.Records.MILLI;
import static dev.toolcheckpoint.protocol.Records.START;
import static dev.toolcheckpoint.protocol.Records.WINDOW;
import static dev.toolcheckpoint.protocol.Records.abandoned;
import static dev.toolcheckpoint.protocol.Records.executing;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Who holds an attempt until which millisecond, and until when a further one may start. */
class LeaseBoundariesTest {

    private static final Instant EXPIRED = LEASE_END.plus(MARGIN);
    private static final Instant CUTOFF = START.plus(WINDOW);

    private static Transition reclaim(Checkpoint record, Instant at) {
        return ExecutionTransitions.reclaimExecution(record, "attempt-2", LEASE, "next", at, MARGIN);
    }

    private static Transition renew(Checkpoint record, Duration lease, Instant at) {
        return ExecutionTransitions.renewExecution(record, FENCE, lease, "next", at);
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
}

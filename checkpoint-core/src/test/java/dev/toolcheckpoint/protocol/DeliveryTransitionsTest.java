package dev.toolcheckpoint.protocol;

import static dev.toolcheckpoint.protocol.Records.ABSENT;
import static dev.toolcheckpoint.protocol.Records.DELIVERY;
import static dev.toolcheckpoint.protocol.Records.HAPPENED;
import static dev.toolcheckpoint.protocol.Records.LEASE;
import static dev.toolcheckpoint.protocol.Records.LEASE_END;
import static dev.toolcheckpoint.protocol.Records.MANUAL;
import static dev.toolcheckpoint.protocol.Records.MARGIN;
import static dev.toolcheckpoint.protocol.Records.MILLI;
import static dev.toolcheckpoint.protocol.Records.START;
import static dev.toolcheckpoint.protocol.Records.completed;
import static dev.toolcheckpoint.protocol.Records.delivering;
import static dev.toolcheckpoint.protocol.Records.released;
import static dev.toolcheckpoint.protocol.Records.undeliverable;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The boundary instants, the fence and the arguments of the delivery's transitions. */
class DeliveryTransitionsTest {

    private static final Instant EXPIRED = LEASE_END.plus(MARGIN);
    private static final Instant SOON = START.plusSeconds(5);

    private static Transition reclaim(Checkpoint record, Instant at) {
        return DeliveryTransitions.reclaimDelivery(record, "delivery-2", LEASE, "next", at, MARGIN);
    }

    private static ErrorCode codeOf(Function<Checkpoint, Transition> transition, Checkpoint record) {
        ProtocolException refused = catchThrowableOfType(ProtocolException.class, () -> transition.apply(record));
        return refused.code();
    }

    @Test
    void claim_first_isAttemptOneAndNeverExpires() {
        Checkpoint next = delivering(MANUAL, false);

        assertThat(next.delivery()).isEqualTo(new Delivery(DELIVERY, false, START, LEASE_END, 1, null, null, null));
        assertThat(next.expiresAt()).isNull();
        assertThat(next.retainUntil()).isEqualTo(completed(MANUAL).retainUntil());
    }

    @Test
    void claim_afterARelease_countsOn() {
        Checkpoint next = DeliveryTransitions.claimDelivery(released(MANUAL), "delivery-2", false, LEASE, "next", SOON)
                .next();

        assertThat(next.requireDelivery())
                .isEqualTo(new Delivery("delivery-2", false, SOON, SOON.plus(LEASE), 2, null, null, null));
    }

    @Test
    void reclaim_atLeaseEndPlusMargin_isANewDelivery() {
        Checkpoint next = reclaim(delivering(MANUAL, true), EXPIRED).next();

        assertThat(next.delivery())
                .isEqualTo(new Delivery("delivery-2", true, EXPIRED, EXPIRED.plus(LEASE), 2, null, null, null));
        assertThat(next.expiresAt()).isNull();
    }

    @Test
    void reclaim_oneMilliBefore_isRefused() {
        assertThatThrownBy(() -> reclaim(delivering(MANUAL, true), EXPIRED.minus(MILLI)))
                .hasMessageContaining(LEASE_END.toEpochMilli() + " ms (+ 1000 ms skew margin)");
    }

    @Test
    void reclaim_ofADeliveryThatIsNotIdempotent_isRefusedForEver() {
        assertThatThrownBy(() -> reclaim(delivering(MANUAL, false), EXPIRED.plus(Duration.ofDays(99))))
                .hasMessageContaining("not idempotent");
    }

    @Test
    void deliveryExpired_atTheBoundaries_isTrueFromLeaseEndPlusMarginOn() {
        Checkpoint record = delivering(MANUAL, true);

        assertThat(record.deliveryExpired(EXPIRED.minus(MILLI), MARGIN)).isFalse();
        assertThat(record.deliveryExpired(EXPIRED, MARGIN)).isTrue();
    }

    @Test
    void release_keepsTheHistoryAndExpiresAgain() {
        Checkpoint next = released(MANUAL);

        assertThat(next.delivery()).isEqualTo(new Delivery(DELIVERY, true, START, LEASE_END, 1, null, null, null));
        assertThat(next.expiresAt()).isEqualTo(next.retainUntil()).isNotNull();
    }

    @Test
    void complete_saysWhenItArrivedAndExpiresAgain() {
        Checkpoint next = Records.delivered(MANUAL);

        assertThat(next.delivery())
                .isEqualTo(new Delivery(DELIVERY, true, START, LEASE_END, 1, START.plusSeconds(4), null, null));
        assertThat(next.expiresAt()).isEqualTo(next.retainUntil()).isNotNull();
    }

    @Test
    void undeliverable_saysWhy() {
        assertThat(undeliverable(MANUAL).requireDelivery().undeliverable()).isEqualTo("400 bad address");
        assertThat(undeliverable(MANUAL).requireDelivery().deliveredAt()).isEqualTo(START.plusSeconds(4));
    }

    @Test
    void undeliverable_withAReasonOutOfRange_isRefused() {
        for (String reason : List.of("", "x".repeat(2_001))) {
            assertThat(codeOf(
                            record -> DeliveryTransitions.markUndeliverable(record, DELIVERY, reason, "next", SOON),
                            delivering(MANUAL, true)))
                    .isEqualTo(ErrorCode.INVALID_ARGUMENT);
        }
    }

    @Test
    void settle_arrived_countsAtOnce() {
        Delivery settled = DeliveryTransitions.settleDelivery(delivering(MANUAL, false), HAPPENED, "next", SOON, MARGIN)
                .next()
                .requireDelivery();

        assertThat(settled).isEqualTo(new Delivery(DELIVERY, false, START, LEASE_END, 1, SOON, null, HAPPENED));
    }

    @Test
    void settle_notArrived_countsFromLeaseEndPlusMarginOn() {
        assertThat(codeOf(
                        record -> DeliveryTransitions.settleDelivery(
                                record, ABSENT, "next", EXPIRED.minus(MILLI), MARGIN),
                        delivering(MANUAL, false)))
                .isEqualTo(ErrorCode.INVALID_TRANSITION);

        Checkpoint next = DeliveryTransitions.settleDelivery(delivering(MANUAL, false), ABSENT, "next", EXPIRED, MARGIN)
                .next();
        assertThat(next.status()).isEqualTo(Status.COMPLETED);
        assertThat(next.requireDelivery().settlement()).isEqualTo(ABSENT);
        assertThat(next.expiresAt()).isEqualTo(next.retainUntil()).isNotNull();
    }

    static List<Function<String, Transition>> fencedTransitions() {
        Checkpoint record = delivering(MANUAL, true);
        return List.of(
                id -> DeliveryTransitions.releaseDelivery(record, id, "next", SOON),
                id -> DeliveryTransitions.completeDelivery(record, id, "next", SOON),
                id -> DeliveryTransitions.markUndeliverable(record, id, "refused", "next", SOON));
    }

    @ParameterizedTest
    @MethodSource("fencedTransitions")
    void fencedTransition_byAnotherDelivery_isAFenceConflict(Function<String, Transition> transition) {
        assertThat(transition.apply(DELIVERY).next().revision()).isEqualTo(4);
        assertThat(codeOf(record -> transition.apply("delivery-9"), delivering(MANUAL, true)))
                .isEqualTo(ErrorCode.FENCE_CONFLICT);
    }

    @Test
    void claim_withArgumentsOutOfRange_isRefused() {
        for (String id : List.of("", "x".repeat(513))) {
            assertThat(codeOf(
                            record -> DeliveryTransitions.claimDelivery(record, id, true, LEASE, "next", SOON),
                            completed(MANUAL)))
                    .isEqualTo(ErrorCode.INVALID_ARGUMENT);
        }
        for (Duration lease : List.of(Duration.ZERO, Leases.LONGEST.plus(MILLI))) {
            assertThat(codeOf(
                            record -> DeliveryTransitions.claimDelivery(record, "d", true, lease, "next", SOON),
                            completed(MANUAL)))
                    .isEqualTo(ErrorCode.INVALID_ARGUMENT);
        }
    }
}

package dev.toolcheckpoint.journal;

import static dev.toolcheckpoint.fixture.World.HAPPENED;
import static dev.toolcheckpoint.fixture.World.IDEMPOTENT;
import static dev.toolcheckpoint.fixture.World.KEY;
import static dev.toolcheckpoint.fixture.World.LEASE;
import static dev.toolcheckpoint.fixture.World.MANUAL;
import static dev.toolcheckpoint.fixture.World.RECEIPT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.toolcheckpoint.fixture.World;
import dev.toolcheckpoint.protocol.CompletionUnconfirmedException;
import dev.toolcheckpoint.protocol.ProtocolException;
import dev.toolcheckpoint.protocol.Status;
import dev.toolcheckpoint.protocol.StoreException;
import dev.toolcheckpoint.protocol.Uncertainty;
import dev.toolcheckpoint.testing.Fault;
import dev.toolcheckpoint.testing.Operation;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What ends something is repeated while there is time; what starts something is not. */
class ThrottledEndsTest {

    private static final Duration THROTTLE = Duration.ofSeconds(5);

    private final World world = new World();

    /** The store refuses writes (or whatever it is asked) until then. */
    private void throttled(Operation operation, Duration time) {
        Instant until = world.now().plus(time);
        world.faults.always(operation, Fault.none().before(() -> {
            if (world.now().isBefore(until)) {
                throw StoreException.unavailable("throttled", null);
            }
        }));
    }

    private Duration since(Instant start) {
        return Duration.between(start, world.now());
    }

    // Complete

    @ParameterizedTest
    @EnumSource(
            value = Operation.class,
            names = {"SWAP", "SEAL"})
    void complete_throttledForFiveSeconds_isStoredInTheLease(Operation operation) {
        Lease lease = world.acquire(MANUAL);
        Instant start = world.now();
        throttled(operation, THROTTLE);

        assertThat(world.journal.complete(lease, RECEIPT)).isInstanceOf(Complete.Completed.class);

        assertThat(world.record().status()).isEqualTo(Status.COMPLETED);
        assertThat(since(start)).isBetween(THROTTLE, Duration.ofSeconds(6));
    }

    @Test
    void complete_throttledUntilJustBeforeItsDeadline_isStoredByAnEarlierLastSend() {
        Lease lease = world.acquire(MANUAL);
        Instant deadline = world.now().plus(THROTTLE).plusMillis(300);
        throttled(Operation.SWAP, THROTTLE);

        assertThat(world.journal.complete(lease, RECEIPT, deadline)).isInstanceOf(Complete.Completed.class);
        assertThat(world.now()).isBefore(deadline);
    }

    @Test
    void complete_throttledBeyondItsDeadline_throwsTheReceiptInTime() {
        Lease lease = world.acquire(MANUAL);
        Instant deadline = world.now().plusSeconds(3);
        throttled(Operation.SWAP, THROTTLE);

        assertThatThrownBy(() -> world.journal.complete(lease, RECEIPT, deadline))
                .isInstanceOfSatisfying(
                        CompletionUnconfirmedException.class,
                        unknown -> assertThat(unknown.receipt()).isEqualTo(RECEIPT));
        assertThat(world.now()).isBefore(deadline);
        assertThat(world.record().status()).isEqualTo(Status.EXECUTING);
    }

    @Test
    void complete_withoutADeadline_isRepeatedUntilTheLeaseEnds() {
        Lease lease = world.acquire(MANUAL);
        world.faults.always(Operation.SWAP, Fault.throttle());

        assertThatThrownBy(() -> world.journal.complete(lease, RECEIPT))
                .isInstanceOf(CompletionUnconfirmedException.class);
        assertThat(world.now()).isBetween(lease.leaseUntil().minusMillis(100), lease.leaseUntil());
        assertThat(world.faults.count(Operation.SWAP))
                .as("six within 1.55 s, then every second, and a last one")
                .isEqualTo(35);
    }

    @Test
    void complete_afterItsLease_isStillSentAsOftenAsAClaim() {
        Lease lease = world.acquire(MANUAL);
        world.clock.advance(LEASE.plusSeconds(60));
        world.faults.always(Operation.SWAP, Fault.throttle());

        assertThatThrownBy(() -> world.journal.complete(lease, RECEIPT))
                .isInstanceOf(CompletionUnconfirmedException.class);
        assertThat(world.faults.count(Operation.SWAP)).isEqualTo(RetryPolicy.DEFAULT.maxSends());
    }

    @Test
    void complete_whoseRequestsTimeOut_startsNoneThatWouldOutliveTheDeadline() {
        Lease lease = world.acquire(MANUAL);
        Instant deadline = world.now().plusMillis(2_500);
        Duration timeOut = Duration.ofSeconds(1);
        world.faults.always(Operation.SWAP, Fault.dropRequest().before(() -> world.clock.advance(timeOut)));

        assertThatThrownBy(() -> world.journal.complete(lease, RECEIPT, deadline))
                .isInstanceOf(CompletionUnconfirmedException.class);
        assertThat(world.now()).isBeforeOrEqualTo(deadline);
        assertThat(world.faults.count(Operation.SWAP)).isEqualTo(2);
    }

    @Test
    void complete_onAReadAndADigest_waitsToo() {
        Lease rebuilt = rebuilt(world.acquire(MANUAL));
        throttled(Operation.FIND, THROTTLE);
        assertThat(world.journal.complete(rebuilt, RECEIPT)).isInstanceOf(Complete.Completed.class);

        throttled(Operation.DIGEST, THROTTLE);
        assertThat(world.journal.complete(rebuilt, RECEIPT)).isInstanceOf(Complete.Replayed.class);
    }

    private static Lease rebuilt(Lease lease) {
        return Lease.of(lease.key(), lease.fence(), lease.leaseUntil(), false, null);
    }

    // The other ends

    @Test
    void abandonAndMark_throttledForFiveSeconds_areStored() {
        Lease lease = world.acquire(IDEMPOTENT);
        throttled(Operation.SWAP, THROTTLE);
        assertThat(world.journal.abandon(lease)).isInstanceOf(Abandon.Abandoned.class);

        Lease second = world.acquire(IDEMPOTENT);
        throttled(Operation.SWAP, THROTTLE);
        assertThat(world.journal.markUncertain(second, Uncertainty.Code.AMBIGUOUS_FAILURE, "reset"))
                .isEqualTo(new Mark.Marked());
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void abandonAndMark_withADeadline_endBeforeIt(boolean abandon) {
        Lease lease = world.acquire(IDEMPOTENT);
        Instant deadline = world.now().plusSeconds(3);
        world.faults.always(Operation.SWAP, Fault.throttle());
        Supplier<Object> end = abandon
                ? () -> world.journal.abandon(lease, deadline)
                : () -> world.journal.markUncertain(lease, Uncertainty.Code.AMBIGUOUS_FAILURE, "reset", deadline);

        assertThatThrownBy(end::get).isInstanceOf(StoreException.class);
        assertThat(world.now()).isBetween(deadline.minusMillis(100), deadline);
    }

    @Test
    void settleAndOperatorsMark_throttledForFiveSeconds_areStored() {
        world.acquire(MANUAL);
        throttled(Operation.SWAP, THROTTLE);
        assertThat(world.journal.markUncertain(KEY, "gone", "ops")).isEqualTo(new Mark.Marked());

        throttled(Operation.SWAP, THROTTLE);
        assertThat(world.journal.settle(KEY, HAPPENED, RECEIPT, Duration.ZERO)).isInstanceOf(Settle.Settled.class);
    }

    @Test
    void settle_thatIsNeverAnswered_endsAfterThirtySeconds() {
        world.given(Status.UNCERTAIN, MANUAL);
        Instant start = world.now();
        world.faults.always(Operation.SWAP, Fault.throttle());

        assertThatThrownBy(() -> world.journal.settle(KEY, HAPPENED, RECEIPT, Duration.ZERO))
                .isInstanceOf(StoreException.class);
        assertThat(since(start)).isBetween(Duration.ofSeconds(29), Duration.ofSeconds(30));
    }

    @Test
    void deliveries_throttledForFiveSeconds_areEnded() {
        world.given(Status.COMPLETED, MANUAL);
        for (DeliveryEndByLease end : List.<DeliveryEndByLease>of(
                world.journal::releaseDelivery,
                lease -> world.journal.releaseDelivery(KEY, lease.deliveryId()),
                world.journal::completeDelivery)) {
            ClaimDelivery claim = world.journal.claimDelivery(KEY, LEASE, true);
            throttled(Operation.SWAP, THROTTLE);
            assertThat(end.of(((ClaimDelivery.Claimed) claim).lease())).isEqualTo(DeliveryEnd.DONE);
        }
        assertThat(world.record().status()).isEqualTo(Status.DELIVERED);
    }

    @FunctionalInterface
    private interface DeliveryEndByLease {
        DeliveryEnd of(DeliveryLease lease);
    }

    @Test
    void settleDelivery_throttledForFiveSeconds_isStored() {
        world.given(Status.DELIVERING, MANUAL);
        throttled(Operation.SWAP, THROTTLE);

        assertThat(world.journal.settleDelivery(KEY, HAPPENED)).isEqualTo(DeliveryEnd.DONE);
    }

    // Starts stay strict

    @ParameterizedTest
    @EnumSource(
            value = Operation.class,
            names = {"CREATE", "SWAP"})
    void begin_throttledForFiveSeconds_startsNothingAndSaysThatItMayBeRepeated(Operation operation) {
        if (operation == Operation.SWAP) {
            World.acquire(world.other, IDEMPOTENT);
            world.passLease();
        }
        Instant start = world.now();
        throttled(operation, THROTTLE);

        StoreException refused =
                catchThrowableOfType(StoreException.class, () -> world.journal.begin(IDEMPOTENT, LEASE));

        assertThat(refused.retryable()).isTrue();
        assertThat(refused.ambiguous()).as("nothing was claimed").isFalse();
        assertThat(since(start)).isEqualTo(Duration.ofMillis(1_550));
        assertThat(world.eventTypes()).containsOnly("WriteRepeated");
    }

    @Test
    void claimDelivery_throttledForFiveSeconds_claimsNothing() {
        world.given(Status.COMPLETED, MANUAL);
        throttled(Operation.SWAP, THROTTLE);

        assertThatThrownBy(() -> world.journal.claimDelivery(KEY, LEASE, true)).isInstanceOf(StoreException.class);
        assertThat(world.record().status()).isEqualTo(Status.COMPLETED);
    }

    // The policy and the pause

    @Test
    void policy_countsEndsTooWhenItSaysSo() {
        Journal counting = world.worker(
                builder -> builder.retryPolicy(new RetryPolicy(2, Duration.ofMillis(10), Duration.ofMillis(20), 4)));
        Lease lease = World.acquire(counting, MANUAL);
        world.faults.always(Operation.SWAP, Fault.throttle());

        assertThatThrownBy(() -> counting.complete(lease, RECEIPT)).isInstanceOf(CompletionUnconfirmedException.class);
        assertThat(world.faults.count(Operation.SWAP)).isEqualTo(4);
    }

    @Test
    void policy_thatWouldNeverPauseOrEndEarlier_isRefused() {
        assertThatThrownBy(() -> new RetryPolicy(3, Duration.ZERO, Duration.ZERO, 4))
                .isInstanceOf(ProtocolException.class)
                .hasMessageContaining("above 0 ms");
        assertThatThrownBy(() -> new RetryPolicy(3, Duration.ZERO, Duration.ZERO, 2))
                .hasMessage("maxEndSends must be at least maxSends (3), found 2.");
    }

    @Test
    void pause_isJitteredDownToHalfOfIt() throws InterruptedException {
        List<Duration> pauses = new ArrayList<>();
        Pause jittered = Pause.jittered(pauses::add, new Random(7));
        for (int pause = 0; pause < 200; pause++) {
            jittered.pause(Duration.ofMillis(10));
        }
        jittered.pause(Duration.ZERO);

        assertThat(pauses.remove(200)).isZero();
        assertThat(pauses)
                .allSatisfy(pause -> assertThat(pause).isBetween(Duration.ofMillis(5), Duration.ofMillis(10)))
                .contains(Duration.ofMillis(5), Duration.ofMillis(10));
    }
}

package dev.toolcheckpoint.journal;

import static dev.toolcheckpoint.fixture.World.ABSENT;
import static dev.toolcheckpoint.fixture.World.HAPPENED;
import static dev.toolcheckpoint.fixture.World.KEY;
import static dev.toolcheckpoint.fixture.World.LEASE;
import static dev.toolcheckpoint.fixture.World.MANUAL;
import static dev.toolcheckpoint.fixture.World.MARGIN;
import static dev.toolcheckpoint.fixture.World.MILLI;
import static dev.toolcheckpoint.fixture.World.RECEIPT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.toolcheckpoint.fixture.World;
import dev.toolcheckpoint.protocol.Delivery;
import dev.toolcheckpoint.protocol.ErrorCode;
import dev.toolcheckpoint.protocol.Evidence;
import dev.toolcheckpoint.protocol.Payload;
import dev.toolcheckpoint.protocol.ProtocolException;
import dev.toolcheckpoint.protocol.Receipt;
import dev.toolcheckpoint.protocol.RecordMissingException;
import dev.toolcheckpoint.protocol.Status;
import dev.toolcheckpoint.protocol.StoreException;
import dev.toolcheckpoint.testing.Fault;
import dev.toolcheckpoint.testing.Operation;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Who may send an outcome, and how a delivery ends. */
class DeliveriesTest {

    private final World world = new World();

    private ClaimDelivery claim(boolean idempotent) {
        return world.journal.claimDelivery(KEY, LEASE, idempotent);
    }

    private Delivery delivery() {
        return world.record().requireDelivery();
    }

    // Claim

    @Test
    void claim_ofAnOutcome_isClaimedWithItsBytes() {
        world.given(Status.COMPLETED, MANUAL);

        assertThat(claim(false)).isInstanceOfSatisfying(ClaimDelivery.Claimed.class, claimed -> {
            assertThat(claimed.deliveryId()).isEqualTo(delivery().deliveryId()).isEqualTo("mine-1");
            assertThat(claimed.leaseUntil()).isEqualTo(world.now().plus(LEASE));
            assertThat(claimed.attempts()).isEqualTo(1);
            assertThat(claimed.outcome().payload()).isEqualTo(Payload.Inline.of(RECEIPT.bytes()));
        });
        assertThat(world.record().status()).isEqualTo(Status.DELIVERING);
        assertThat(world.events(CheckpointEvent.DeliveryClaimed.class))
                .containsExactly(new CheckpointEvent.DeliveryClaimed(KEY, "mine-1", 1));
    }

    @ParameterizedTest
    @EnumSource(
            value = Status.class,
            names = {"READY", "EXECUTING", "UNCERTAIN"})
    void claim_withoutAnOutcome_isNotCompleted(Status status) {
        world.given(status, MANUAL);

        assertThat(claim(true)).isEqualTo(new ClaimDelivery.NotCompleted(status));
    }

    @Test
    void claim_ofADelivered_saysSo() {
        world.given(Status.DELIVERED, MANUAL);
        assertThat(claim(true)).isEqualTo(new ClaimDelivery.AlreadyDelivered());
    }

    @Test
    void claim_ofAnUndeliverable_saysWhy() {
        world.given(Status.DELIVERING, MANUAL);
        world.other.markUndeliverable(KEY, delivery().deliveryId(), "400 bad address");

        assertThat(claim(true)).isEqualTo(new ClaimDelivery.Undeliverable("400 bad address"));
    }

    @Test
    void claim_whileAnotherIsBelievedAlive_isBusy() {
        world.given(Status.COMPLETED, MANUAL);
        world.other.claimDelivery(KEY, LEASE, true);
        world.clock.advance(LEASE.plus(MARGIN).minus(MILLI));

        assertThat(claim(true)).isEqualTo(new ClaimDelivery.Busy(delivery().leaseUntil()));
    }

    @Test
    void claim_afterALostIdempotentDelivery_isClaimedAnew() {
        world.given(Status.COMPLETED, MANUAL);
        world.other.claimDelivery(KEY, LEASE, true);
        String lost = delivery().deliveryId();
        world.passLease();

        assertThat(claim(true)).isInstanceOfSatisfying(ClaimDelivery.Claimed.class, claimed -> {
            assertThat(claimed.attempts()).isEqualTo(2);
            assertThat(claimed.deliveryId()).isNotEqualTo(lost);
        });
        assertThat(delivery().idempotent()).isTrue();
    }

    @Test
    void claim_afterALostDeliveryThatIsNotIdempotent_isInDoubtForEver() {
        world.given(Status.DELIVERING, MANUAL);
        world.clock.advance(Duration.ofDays(9));

        assertThat(claim(true)).isEqualTo(new ClaimDelivery.InDoubt(delivery().claimedAt()));
        assertThat(world.events(CheckpointEvent.DeliveryInDoubt.class))
                .containsExactly(
                        new CheckpointEvent.DeliveryInDoubt(KEY, delivery().claimedAt()));
    }

    @Test
    void claim_byADelivererThatIsNotIdempotent_doesNotRepeatAnIdempotentOne() {
        world.given(Status.COMPLETED, MANUAL);
        world.other.claimDelivery(KEY, LEASE, true);
        world.passLease();

        assertThat(claim(false)).isInstanceOf(ClaimDelivery.InDoubt.class);
        assertThat(delivery().attempts()).isEqualTo(1);
    }

    @Test
    void claim_whosePayloadCannotBeRead_claimsNothing() {
        world.other.complete(World.acquire(world.other, MANUAL), Receipt.success("text/plain", new byte[5_000]));
        world.faults.always(
                Operation.LOAD_PAYLOAD, Fault.failWith(() -> StoreException.payloadUnreadable("flipped bit", null)));

        assertThatThrownBy(() -> claim(true))
                .isInstanceOfSatisfying(
                        StoreException.class,
                        failure -> assertThat(failure.code()).isEqualTo(ErrorCode.PAYLOAD_UNREADABLE));
        assertThat(world.record().status()).isEqualTo(Status.COMPLETED);
    }

    @Test
    void claim_ofAnUnknownOrDeletedCall_throws() {
        assertThatThrownBy(() -> claim(true)).isInstanceOf(RecordMissingException.class);
        world.given(Status.COMPLETED, MANUAL);
        world.faults.next(Operation.SWAP, Fault.none().before(() -> world.memory.remove(KEY)));
        assertThatThrownBy(() -> claim(true)).isInstanceOf(RecordMissingException.class);
    }

    @Test
    void claim_withALeaseOutOfRange_throwsBeforeAnyAccess() {
        assertThatThrownBy(() -> world.journal.claimDelivery(KEY, Duration.ZERO, true))
                .isInstanceOf(ProtocolException.class);
        assertThat(world.faults.calls()).isEmpty();
    }

    @Test
    void claim_refusedByAnotherClaim_isBusy() {
        world.given(Status.COMPLETED, MANUAL);
        world.faults.next(Operation.SWAP, Fault.none().before(() -> world.other.claimDelivery(KEY, LEASE, true)));

        assertThat(claim(true)).isInstanceOf(ClaimDelivery.Busy.class);
    }

    // Ends

    @Test
    void complete_byTheHolder_isDoneOnceAndForAll() {
        world.given(Status.DELIVERING, MANUAL);
        String id = delivery().deliveryId();

        assertThat(world.journal.completeDelivery(KEY, id)).isEqualTo(DeliveryEnd.DONE);
        assertThat(world.journal.completeDelivery(KEY, id)).isEqualTo(DeliveryEnd.DONE);
        assertThat(world.events(CheckpointEvent.Delivered.class))
                .containsExactly(new CheckpointEvent.Delivered(KEY, id));
        assertThat(world.journal.markUndeliverable(KEY, id, "late"))
                .as("it was delivered")
                .isEqualTo(DeliveryEnd.STALE);
        assertThat(world.journal.releaseDelivery(KEY, id)).isEqualTo(DeliveryEnd.STALE);
    }

    @Test
    void undeliverable_byTheHolder_isDoneOnceAndForAll() {
        world.given(Status.DELIVERING, MANUAL);
        String id = delivery().deliveryId();

        assertThat(world.journal.markUndeliverable(KEY, id, "400")).isEqualTo(DeliveryEnd.DONE);
        assertThat(world.journal.markUndeliverable(KEY, id, "400")).isEqualTo(DeliveryEnd.DONE);
        assertThat(world.events(CheckpointEvent.Undeliverable.class))
                .containsExactly(new CheckpointEvent.Undeliverable(KEY, id, "400"));
        assertThat(world.journal.completeDelivery(KEY, id)).as("it was refused").isEqualTo(DeliveryEnd.STALE);
    }

    @Test
    void release_byTheHolder_letsAnotherFollow() {
        world.given(Status.DELIVERING, MANUAL);
        String id = delivery().deliveryId();

        assertThat(world.journal.releaseDelivery(KEY, id)).isEqualTo(DeliveryEnd.DONE);
        assertThat(world.journal.releaseDelivery(KEY, id)).isEqualTo(DeliveryEnd.DONE);
        assertThat(world.events(CheckpointEvent.DeliveryReleased.class))
                .containsExactly(new CheckpointEvent.DeliveryReleased(KEY, id));
        assertThat(claim(false))
                .isInstanceOfSatisfying(
                        ClaimDelivery.Claimed.class,
                        claimed -> assertThat(claimed.attempts()).isEqualTo(2));
        assertThat(world.journal.releaseDelivery(KEY, id))
                .as("another holds it")
                .isEqualTo(DeliveryEnd.STALE);
    }

    @Test
    void ends_byAnIdThatWasMerelyRead_areStale() {
        world.given(Status.DELIVERING, MANUAL);

        assertThat(world.journal.completeDelivery(KEY, "forged")).isEqualTo(DeliveryEnd.STALE);
        assertThat(world.journal.markUndeliverable(KEY, "forged", "x")).isEqualTo(DeliveryEnd.STALE);
        assertThat(world.journal.releaseDelivery(KEY, "forged")).isEqualTo(DeliveryEnd.STALE);
        assertThat(world.record().status()).isEqualTo(Status.DELIVERING);
        assertThat(world.eventTypes()).isEmpty();
    }

    @Test
    void ends_withoutADelivery_areStaleAndWithoutARecordThrow() {
        assertThatThrownBy(() -> world.journal.completeDelivery(KEY, "d")).isInstanceOf(RecordMissingException.class);
        world.given(Status.COMPLETED, MANUAL);
        assertThat(world.journal.completeDelivery(KEY, "d")).isEqualTo(DeliveryEnd.STALE);
        assertThat(world.journal.settleDelivery(KEY, HAPPENED)).isEqualTo(DeliveryEnd.STALE);
    }

    @Test
    void ends_whenTheRecordGoes_throw() {
        world.given(Status.DELIVERING, MANUAL);
        String id = delivery().deliveryId();
        world.faults.next(Operation.SWAP, Fault.none().before(() -> world.memory.remove(KEY)));

        assertThatThrownBy(() -> world.journal.completeDelivery(KEY, id)).isInstanceOf(RecordMissingException.class);
    }

    // Settlement

    @Test
    void settle_arrived_isDelivered() {
        world.given(Status.DELIVERING, MANUAL);

        assertThat(world.journal.settleDelivery(KEY, HAPPENED)).isEqualTo(DeliveryEnd.DONE);
        assertThat(world.record().status()).isEqualTo(Status.DELIVERED);
        assertThat(delivery().settlement()).isEqualTo(HAPPENED);
        assertThat(world.events(CheckpointEvent.DeliverySettled.class))
                .containsExactly(new CheckpointEvent.DeliverySettled(KEY, true, "ops"));
    }

    @Test
    void settle_notArrived_letsAnotherFollow() {
        world.given(Status.DELIVERING, MANUAL);
        world.passLease();

        assertThat(world.journal.settleDelivery(KEY, ABSENT)).isEqualTo(DeliveryEnd.DONE);
        assertThat(world.events(CheckpointEvent.DeliverySettled.class))
                .containsExactly(new CheckpointEvent.DeliverySettled(KEY, false, "ops"));
        assertThat(claim(false)).isInstanceOf(ClaimDelivery.Claimed.class);
    }

    @Test
    void settle_againTheSameWay_isDoneAndKeepsTheFirstEvidence() {
        world.given(Status.DELIVERING, MANUAL);
        world.journal.settleDelivery(KEY, HAPPENED);
        world.forgetEvents();

        assertThat(world.journal.settleDelivery(KEY, Evidence.happened("seen again", "ops")))
                .isEqualTo(DeliveryEnd.DONE);
        assertThat(world.journal.settleDelivery(KEY, ABSENT))
                .as("it was settled the other way")
                .isEqualTo(DeliveryEnd.STALE);
        assertThat(delivery().settlement()).isEqualTo(HAPPENED);
        assertThat(world.eventTypes()).isEmpty();
    }

    @Test
    void settle_againAsNotArrived_isDoneUntilAnotherIsClaimed() {
        world.given(Status.DELIVERING, MANUAL);
        world.passLease();
        world.journal.settleDelivery(KEY, ABSENT);

        assertThat(world.journal.settleDelivery(KEY, ABSENT)).isEqualTo(DeliveryEnd.DONE);
        assertThat(world.journal.settleDelivery(KEY, HAPPENED)).isEqualTo(DeliveryEnd.STALE);
        world.other.claimDelivery(KEY, LEASE, true);
        world.passLease();
        assertThat(world.journal.settleDelivery(KEY, ABSENT)).isEqualTo(DeliveryEnd.DONE);
        assertThat(world.events(CheckpointEvent.DeliverySettled.class)).hasSize(2);
    }

    @Test
    void settle_ofWhatItsHolderEnded_isStale() {
        world.given(Status.DELIVERED, MANUAL);

        assertThat(world.journal.settleDelivery(KEY, HAPPENED)).isEqualTo(DeliveryEnd.STALE);
    }

    @Test
    void settle_whileAnotherSettlesAnotherDelivery_isStale() {
        world.given(Status.COMPLETED, MANUAL);
        world.other.claimDelivery(KEY, LEASE, true);
        world.passLease();
        world.faults.next(Operation.SWAP, Fault.none().before(() -> {
            world.other.claimDelivery(KEY, LEASE, true);
            world.other.settleDelivery(KEY, HAPPENED);
        }));

        assertThat(world.journal.settleDelivery(KEY, HAPPENED)).isEqualTo(DeliveryEnd.STALE);
    }

    @Test
    void settle_whenTheRecordGoes_isStale() {
        world.given(Status.DELIVERING, MANUAL);
        world.faults.next(Operation.SWAP, Fault.none().before(() -> world.memory.remove(KEY)));

        assertThat(world.journal.settleDelivery(KEY, HAPPENED)).isEqualTo(DeliveryEnd.STALE);
    }
}

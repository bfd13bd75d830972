package dev.toolcheckpoint.journal;

import static dev.toolcheckpoint.fixture.World.ABSENT;
import static dev.toolcheckpoint.fixture.World.HAPPENED;
import static dev.toolcheckpoint.fixture.World.KEY;
import static dev.toolcheckpoint.fixture.World.LEASE;
import static dev.toolcheckpoint.fixture.World.MANUAL;
import static dev.toolcheckpoint.fixture.World.OTHER_RECEIPT;
import static dev.toolcheckpoint.fixture.World.RECEIPT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.toolcheckpoint.fixture.World;
import dev.toolcheckpoint.protocol.CheckpointKey;
import dev.toolcheckpoint.protocol.Payload;
import dev.toolcheckpoint.protocol.Receipt;
import dev.toolcheckpoint.protocol.RecordMissingException;
import dev.toolcheckpoint.protocol.Status;
import dev.toolcheckpoint.testing.Fault;
import dev.toolcheckpoint.testing.Operation;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What an answer remembers saves the next step its reads, and never makes it wrong. */
class DeliveryHandlesTest {

    private final World world = new World();

    private Deliverable completed() {
        return completed(RECEIPT);
    }

    private Deliverable completed(Receipt receipt) {
        Complete complete = world.journal.complete(world.acquire(MANUAL), receipt);
        return ((Complete.Completed) complete).deliverable();
    }

    private Deliverable replayed() {
        return ((Begin.Replay) world.journal.begin(MANUAL, LEASE)).deliverable();
    }

    private ClaimDelivery claim(Deliverable deliverable) {
        return world.journal.claimDelivery(deliverable, LEASE, true);
    }

    private ClaimDelivery.Claimed claimed(Deliverable deliverable) {
        ClaimDelivery claim = claim(deliverable);
        assertThat(claim).isInstanceOf(ClaimDelivery.Claimed.class);
        return (ClaimDelivery.Claimed) claim;
    }

    private String deliveryId() {
        return world.record().requireDelivery().deliveryId();
    }

    private int requests() {
        return world.faults.calls().size();
    }

    // Fresh

    @ParameterizedTest
    @ValueSource(ints = {20, 5_000})
    void delivery_afterACompletion_isTwoRequestsForAnySize(int size) {
        Receipt receipt = Receipt.success("text/plain", new byte[size]);
        Deliverable deliverable = completed(receipt);
        int before = requests();

        ClaimDelivery.Claimed claimed = claimed(deliverable);
        assertThat(claimed.outcome().payload()).isEqualTo(Payload.Inline.of(receipt.bytes()));
        assertThat(world.journal.completeDelivery(claimed.lease())).isEqualTo(DeliveryEnd.DONE);

        assertThat(requests() - before).isEqualTo(2);
        assertThat(world.record().status()).isEqualTo(Status.DELIVERED);
    }

    @Test
    void delivery_afterAReplay_isTwoRequests() {
        completed();
        Deliverable deliverable = replayed();
        int before = requests();

        assertThat(world.journal.releaseDelivery(claimed(deliverable).lease())).isEqualTo(DeliveryEnd.DONE);

        assertThat(requests() - before).isEqualTo(2);
        assertThat(world.record().status()).isEqualTo(Status.COMPLETED);
    }

    @Test
    void delivery_afterACompletionThatWasRepeated_isTwoRequests() {
        Lease lease = world.acquire(MANUAL);
        world.journal.complete(lease, RECEIPT);
        Deliverable same = ((Complete.Replayed) world.journal.complete(lease, RECEIPT)).deliverable();
        Deliverable kept = ((Complete.OutcomeConflict) world.journal.complete(lease, OTHER_RECEIPT)).deliverable();
        int before = requests();

        assertThat(world.journal.releaseDelivery(claimed(same).lease())).isEqualTo(DeliveryEnd.DONE);
        assertThat(requests() - before).isEqualTo(2);
        assertThat(claimed(kept).outcome().payload()).isEqualTo(Payload.Inline.of(RECEIPT.bytes()));
    }

    @Test
    void undeliverable_withItsLease_isOneRequest() {
        DeliveryLease lease = claimed(completed()).lease();
        int before = requests();

        assertThat(world.journal.markUndeliverable(lease, "400")).isEqualTo(DeliveryEnd.DONE);

        assertThat(requests() - before).isEqualTo(1);
        assertThat(world.record().requireDelivery().undeliverable()).isEqualTo("400");
    }

    // Old: the store's record decides

    @Test
    void claim_withWhatWasDeliveredSince_saysSo() {
        Deliverable old = completed();
        world.journal.completeDelivery(claimed(old).lease());

        assertThat(claim(old)).isEqualTo(new ClaimDelivery.AlreadyDelivered());
    }

    @Test
    void claim_withWhatIsBeingDeliveredSince_isBusyAndTakenOverLater() {
        Deliverable old = completed();
        world.other.claimDelivery(KEY, LEASE, true);

        assertThat(claim(old)).isInstanceOf(ClaimDelivery.Busy.class);
        world.passLease();
        assertThat(claimed(old).attempts()).isEqualTo(2);
    }

    @Test
    void claim_withWhatWasReleasedSince_countsOn() {
        Deliverable old = completed();
        world.journal.releaseDelivery(claimed(old).lease());

        assertThat(claimed(old).attempts()).isEqualTo(2);
    }

    @Test
    void claim_withAPayloadThatWasForgottenSince_handsOutNone() {
        Deliverable old = completed(Receipt.success("text/plain", new byte[5_000]));
        world.journal.forget(KEY);

        assertThat(claimed(old).outcome().payload()).isInstanceOf(Payload.Forgotten.class);
    }

    @Test
    void claim_withAReplayOfAnOpenDelivery_asksHowItStandsNow() {
        completed();
        world.other.claimDelivery(KEY, LEASE, true);
        Deliverable old = replayed();
        world.other.completeDelivery(KEY, deliveryId());
        world.passLease();

        assertThat(claim(old)).isEqualTo(new ClaimDelivery.AlreadyDelivered());
    }

    @Test
    void claim_withAReplayOfADelivery_whoseRecordIsGone_throws() {
        world.journal.completeDelivery(claimed(completed()).lease());
        Deliverable old = replayed();
        world.memory.remove(KEY);

        assertThatThrownBy(() -> claim(old)).isInstanceOf(RecordMissingException.class);
    }

    @Test
    void claim_whoseRecordIsGoneOrAnotherCalls_takesNothing() {
        Deliverable old = completed();
        world.memory.remove(KEY);
        assertThatThrownBy(() -> claim(old)).isInstanceOf(RecordMissingException.class);

        World.acquire(world.other, MANUAL);
        assertThat(claim(old)).isEqualTo(new ClaimDelivery.NotCompleted(Status.EXECUTING));
    }

    @Test
    void ends_withALeaseThatWasTakenOver_areStaleAndChangeNothing() {
        DeliveryLease old = claimed(completed()).lease();
        world.passLease();
        world.other.claimDelivery(KEY, LEASE, true);
        String second = deliveryId();

        assertThat(world.journal.completeDelivery(old)).isEqualTo(DeliveryEnd.STALE);
        assertThat(world.journal.releaseDelivery(old)).isEqualTo(DeliveryEnd.STALE);
        assertThat(world.journal.markUndeliverable(old, "400")).isEqualTo(DeliveryEnd.STALE);
        assertThat(deliveryId()).isEqualTo(second);
        assertThat(world.record().status()).isEqualTo(Status.DELIVERING);
    }

    @Test
    void ends_withALeaseThatEnded_sayHow() {
        DeliveryLease ended = claimed(completed()).lease();
        world.journal.completeDelivery(ended);

        assertThat(world.journal.completeDelivery(ended)).isEqualTo(DeliveryEnd.DONE);
        assertThat(world.journal.releaseDelivery(ended)).isEqualTo(DeliveryEnd.STALE);
        assertThat(world.journal.markUndeliverable(ended, "400")).isEqualTo(DeliveryEnd.STALE);
    }

    @Test
    void complete_withALeaseThatAnOperatorSettled_isDoneOnlyWhenItArrived() {
        DeliveryLease arrived = claimed(completed()).lease();
        world.other.settleDelivery(KEY, HAPPENED);
        assertThat(world.journal.completeDelivery(arrived)).isEqualTo(DeliveryEnd.DONE);

        World second = new World();
        Complete complete = second.journal.complete(second.acquire(MANUAL), RECEIPT);
        Deliverable deliverable = ((Complete.Completed) complete).deliverable();
        ClaimDelivery claim = second.journal.claimDelivery(deliverable, LEASE, true);
        second.passLease();
        second.other.settleDelivery(KEY, ABSENT);
        assertThat(second.journal.completeDelivery(((ClaimDelivery.Claimed) claim).lease()))
                .isEqualTo(DeliveryEnd.STALE);
    }

    @Test
    void complete_whoseRecordIsGone_throws() {
        DeliveryLease lease = claimed(completed()).lease();
        world.memory.remove(KEY);

        assertThatThrownBy(() -> world.journal.completeDelivery(lease)).isInstanceOf(RecordMissingException.class);
    }

    // Lost answers

    @Test
    void claim_whoseAnswerIsLost_isClaimedAndItsLeaseEndsIt() {
        Deliverable deliverable = completed();
        world.faults.next(Operation.SWAP, Fault.loseAnswer());

        DeliveryLease lease = claimed(deliverable).lease();

        assertThat(lease.deliveryId()).isEqualTo(deliveryId());
        assertThat(world.journal.completeDelivery(lease)).isEqualTo(DeliveryEnd.DONE);
    }

    @Test
    void claim_whoseAnswerIsLostAndThatWasTakenOver_isInDoubt() {
        Deliverable deliverable = completed();
        world.faults.next(Operation.SWAP, Fault.loseAnswer().after(() -> {
            world.passLease();
            world.other.claimDelivery(KEY, LEASE, true);
        }));

        assertThat(claim(deliverable)).isInstanceOf(ClaimDelivery.InDoubt.class);
    }

    @Test
    void complete_whoseAnswerIsLost_isDone() {
        DeliveryLease lease = claimed(completed()).lease();
        world.faults.next(Operation.SWAP, Fault.loseAnswer(), Fault.withholdRecord());

        assertThat(world.journal.completeDelivery(lease)).isEqualTo(DeliveryEnd.DONE);
        assertThat(world.record().status()).isEqualTo(Status.DELIVERED);
    }

    @Test
    void release_whoseAnswerIsLostAndThatAnotherFollowed_isDone() {
        DeliveryLease lease = claimed(completed()).lease();
        world.faults.next(Operation.SWAP, Fault.loseAnswer().after(() -> world.other.claimDelivery(KEY, LEASE, true)));

        assertThat(world.journal.releaseDelivery(lease)).isEqualTo(DeliveryEnd.DONE);
        assertThat(deliveryId()).isNotEqualTo(lease.deliveryId());
    }

    // Values

    @Test
    void handles_areEqualByWhatTheyNameAndShowNoPayload() {
        Deliverable deliverable = completed(Receipt.successJson("\"secret\""));
        DeliveryLease lease = claimed(deliverable).lease();

        assertThat(deliverable).isEqualTo(Deliverable.of(KEY)).hasSameHashCodeAs(Deliverable.of(KEY));
        assertThat(deliverable)
                .isNotEqualTo(Deliverable.of(CheckpointKey.of("tenant", "call-2")))
                .isNotEqualTo(lease);
        assertThat(lease)
                .isEqualTo(DeliveryLease.of(KEY, lease.deliveryId(), world.now()))
                .hasSameHashCodeAs(DeliveryLease.of(KEY, lease.deliveryId(), world.now()))
                .isNotEqualTo(DeliveryLease.of(KEY, "another", lease.leaseUntil()))
                .isNotEqualTo(
                        DeliveryLease.of(CheckpointKey.of("tenant", "call-2"), lease.deliveryId(), lease.leaseUntil()))
                .isNotEqualTo(deliverable);
        assertThat(List.of(deliverable.toString(), lease.toString()))
                .allSatisfy(text -> assertThat(text).contains(KEY.id()).doesNotContain("secret"));
        assertThat(lease.toString()).contains(lease.deliveryId());
        assertThat(lease.key()).isEqualTo(KEY);
        assertThat(lease.leaseUntil()).isEqualTo(world.now().plus(LEASE));
    }
}

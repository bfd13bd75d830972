package dev.toolcheckpoint.cases;

import static dev.toolcheckpoint.fixture.Workers.ABSENT;
import static dev.toolcheckpoint.fixture.Workers.HAPPENED;
import static dev.toolcheckpoint.fixture.Workers.IDEMPOTENT;
import static dev.toolcheckpoint.fixture.Workers.KEY;
import static dev.toolcheckpoint.fixture.Workers.LEASE;
import static dev.toolcheckpoint.fixture.Workers.MANUAL;
import static dev.toolcheckpoint.fixture.Workers.MILLI;
import static dev.toolcheckpoint.fixture.Workers.OTHER_RECEIPT;
import static dev.toolcheckpoint.fixture.Workers.RECEIPT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.toolcheckpoint.fixture.Workers;
import dev.toolcheckpoint.journal.Abandon;
import dev.toolcheckpoint.journal.Begin;
import dev.toolcheckpoint.journal.CheckpointEvent;
import dev.toolcheckpoint.journal.ClaimDelivery;
import dev.toolcheckpoint.journal.Complete;
import dev.toolcheckpoint.journal.DeliveryEnd;
import dev.toolcheckpoint.journal.Journal;
import dev.toolcheckpoint.journal.Lease;
import dev.toolcheckpoint.journal.Mark;
import dev.toolcheckpoint.journal.Renew;
import dev.toolcheckpoint.journal.Settle;
import dev.toolcheckpoint.protocol.Delivery;
import dev.toolcheckpoint.protocol.DeliveryTransitions;
import dev.toolcheckpoint.protocol.ProtocolException;
import dev.toolcheckpoint.protocol.Status;
import dev.toolcheckpoint.protocol.Uncertainty;
import dev.toolcheckpoint.testing.Fault;
import dev.toolcheckpoint.testing.Operation;
import java.time.Duration;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** A write got no answer, and others wrote since: the lasting mark decides (the table of protocol.md, section 5). */
@SuppressWarnings("this-escape")
public abstract class OvertakenWriteCases extends WorkersCases {

    private final Workers world = workers();

    /** Cases over what this makes. */
    protected OvertakenWriteCases(Supplier<Workers> source) {
        super(source);
    }

    /** The next swap is applied, its answer lost, and something else happens before it is repeated. */
    private void lostThen(Runnable overtaking) {
        world.faults.next(Operation.SWAP, Fault.loseAnswer().after(overtaking));
    }

    /** The next swap never arrives, nobody knows, and something else happens before it is repeated. */
    private void droppedThen(Runnable overtaking) {
        world.faults.next(Operation.SWAP, Fault.dropRequest().after(overtaking));
    }

    private Lease held() {
        return world.held();
    }

    private String deliveryId() {
        return world.record().requireDelivery().deliveryId();
    }

    private void takeOver() {
        world.passLease();
        Workers.acquire(world.other, IDEMPOTENT);
    }

    // Claim: any attempt id this begin sent

    @Test
    void claim_overtakenByARenewalOfOurAttempt_isAcquired() {
        world.faults.next(Operation.CREATE, Fault.loseAnswer().after(() -> world.other.renew(held(), LEASE)));

        assertThat(world.journal.begin(MANUAL, LEASE))
                .isInstanceOfSatisfying(
                        Begin.Acquired.class,
                        acquired -> assertThat(acquired.lease().fence())
                                .isEqualTo(world.record().requireExecution().fence()));
        assertThat(world.events(CheckpointEvent.OwnWriteRecognised.class))
                .containsExactly(new CheckpointEvent.OwnWriteRecognised(KEY, "claim"));
        assertThat(world.events(CheckpointEvent.Acquired.class)).hasSize(1);
    }

    @Test
    void claim_overtakenByAnOperatorsMark_isUncertain() {
        world.faults.next(
                Operation.CREATE, Fault.loseAnswer().after(() -> world.other.markUncertain(KEY, "gone", "ops")));

        assertThat(world.journal.begin(MANUAL, LEASE)).isInstanceOf(Begin.Uncertain.class);
    }

    @Test
    void claim_overtakenByAnotherAttempt_isBusy() {
        world.faults.next(Operation.CREATE, Fault.loseAnswer().after(this::takeOver));

        assertThat(world.journal.begin(IDEMPOTENT, LEASE)).isInstanceOf(Begin.Busy.class);
        assertThat(world.record().requireExecution().epoch()).isEqualTo(2);
    }

    @Test
    void claim_recognisedAfterItsLease_isNotAcquired() {
        world.faults.next(Operation.CREATE, Fault.loseAnswer().after(() -> {
            world.other.renew(held(), LEASE.plusSeconds(1));
            world.clock.advance(LEASE.plusSeconds(1));
        }));

        assertThat(world.journal.begin(MANUAL, LEASE))
                .as("the tool surely never started")
                .isInstanceOfSatisfying(
                        Begin.Replay.class,
                        ended ->
                                assertThat(ended.outcome().retryableAsNewCall()).isTrue());
    }

    // Complete: the same attempt and an equal outcome

    @Test
    void complete_overtakenByADelivery_isCompleted() {
        Lease lease = world.acquire(MANUAL);
        lostThen(() -> world.other.claimDelivery(KEY, LEASE, true));

        assertThat(world.journal.complete(lease, RECEIPT)).isInstanceOf(Complete.Completed.class);
        assertThat(world.record().status()).isEqualTo(Status.DELIVERING);
        assertThat(world.events(CheckpointEvent.OwnWriteRecognised.class))
                .containsExactly(new CheckpointEvent.OwnWriteRecognised(KEY, "complete"));
        assertThat(world.events(CheckpointEvent.Completed.class)).hasSize(1);
    }

    @Test
    void complete_droppedAndSettledWithTheSame_isReplayedAndStaysSettled() {
        Lease lease = world.acquire(MANUAL);
        droppedThen(() -> {
            world.other.markUncertain(KEY, "gone", "ops");
            world.other.settle(KEY, HAPPENED, RECEIPT, Duration.ZERO);
        });

        assertThat(world.journal.complete(lease, RECEIPT)).isInstanceOf(Complete.Replayed.class);
        assertThat(world.record().requireOutcome().settlement()).isEqualTo(HAPPENED);
    }

    @Test
    void complete_droppedAndSettledOtherwise_isAConflict() {
        Lease lease = world.acquire(MANUAL);
        droppedThen(() -> {
            world.other.markUncertain(KEY, "gone", "ops");
            world.other.settle(KEY, HAPPENED, OTHER_RECEIPT, Duration.ZERO);
        });

        assertThat(world.journal.complete(lease, RECEIPT)).isInstanceOf(Complete.OutcomeConflict.class);
    }

    @Test
    void complete_droppedAndTakenOver_isStale() {
        Lease lease = world.acquire(IDEMPOTENT);
        droppedThen(this::takeOver);

        assertThat(world.journal.complete(lease, RECEIPT)).isInstanceOf(Complete.Stale.class);
        assertThat(world.record().status()).isEqualTo(Status.EXECUTING);
    }

    @Test
    void complete_refusedByTheOwnHeartbeat_sendsTheSameIdAndBytesFromTheNewBase() {
        Lease lease = world.acquire(MANUAL);
        world.sent.transitions().clear();
        world.sent.payloads().clear();
        droppedThen(() -> world.other.renew(lease, LEASE.plusSeconds(5)));

        assertThat(world.journal.complete(lease, RECEIPT)).isInstanceOf(Complete.Completed.class);

        assertThat(world.sent.transitions()).hasSize(3);
        assertThat(world.sent.transitions())
                .extracting(sent -> sent.next().writeId())
                .containsOnly("mine-3");
        assertThat(world.sent.payloads())
                .allSatisfy(payload ->
                        assertThat(payload).isSameAs(world.sent.payloads().get(0)));
        assertThat(world.faults.count(Operation.SEAL)).isEqualTo(1);
    }

    @Test
    void complete_whoseLatePacketMeetsAnotherAttempt_changesNothing() {
        Lease lease = world.acquire(IDEMPOTENT);
        world.faults.next(Operation.SWAP, Fault.hold().after(this::takeOver));
        assertThat(world.journal.complete(lease, RECEIPT)).isInstanceOf(Complete.Stale.class);

        world.faults.releaseAll();

        assertThat(world.record().status()).isEqualTo(Status.EXECUTING);
        assertThat(world.record().requireExecution().epoch()).isEqualTo(2);
    }

    // Settle: an equal outcome that was settled

    @Test
    void settle_overtakenByADelivery_isSettled() {
        world.given(Status.UNCERTAIN, MANUAL);
        lostThen(() -> world.other.claimDelivery(KEY, LEASE, true));

        assertThat(world.journal.settle(KEY, HAPPENED, RECEIPT, Duration.ZERO)).isInstanceOf(Settle.Settled.class);
        assertThat(world.events(CheckpointEvent.Settled.class)).hasSize(1);
    }

    @Test
    void settle_droppedAndCompletedByTheAttempt_isReplayedOrAConflict() {
        world.given(Status.UNCERTAIN, MANUAL);
        Lease lease = held();
        droppedThen(() -> world.other.complete(lease, RECEIPT));
        assertThat(world.journal.settle(KEY, HAPPENED, RECEIPT, Duration.ZERO)).isInstanceOf(Settle.Replayed.class);
        assertThat(world.journal.settle(KEY, HAPPENED, OTHER_RECEIPT, Duration.ZERO))
                .isInstanceOf(Settle.Conflict.class);
        assertThat(world.record().requireOutcome().settlement()).isNull();
    }

    // Abandon, mark: a no-op that succeeds, unless the record proves the opposite

    @Test
    void abandon_overtakenByTheNextAttempt_isDoneWithoutAnAlarm() {
        Lease lease = world.acquire(IDEMPOTENT);
        lostThen(() -> Workers.acquire(world.other, IDEMPOTENT));

        assertThat(world.journal.abandon(lease)).isInstanceOf(Abandon.Abandoned.class);
        assertThat(world.events(CheckpointEvent.LeaseLost.class)).isEmpty();
    }

    @Test
    void abandon_droppedAndOvertakenByTheOwnHeartbeat_isWrittenAgain() {
        Lease lease = world.acquire(IDEMPOTENT);
        droppedThen(() -> world.other.renew(lease, LEASE.plusSeconds(5)));

        assertThat(world.journal.abandon(lease)).isInstanceOf(Abandon.Abandoned.class);
        assertThat(world.record().requireExecution().abandonedAt()).isNotNull();
    }

    @Test
    void mark_overtakenByTheAttemptsReceipt_isDone() {
        Lease lease = world.acquire(MANUAL);
        lostThen(() -> world.other.complete(lease, RECEIPT));

        assertThat(world.journal.markUncertain(lease, Uncertainty.Code.AMBIGUOUS_FAILURE, "reset"))
                .isEqualTo(new Mark.Marked());
        assertThat(world.record().status()).isEqualTo(Status.COMPLETED);
    }

    @Test
    void mark_droppedAndOvertakenByAHeartbeat_isWrittenAgain() {
        Lease lease = world.acquire(MANUAL);
        droppedThen(() -> world.other.renew(lease, LEASE.plusSeconds(5)));

        assertThat(world.journal.markUncertain(KEY, "gone", "ops")).isEqualTo(new Mark.Marked());
        assertThat(world.record().status()).isEqualTo(Status.UNCERTAIN);
    }

    @Test
    void mark_droppedAndTakenOver_isStale() {
        Lease lease = world.acquire(IDEMPOTENT);
        droppedThen(this::takeOver);

        assertThat(world.journal.markUncertain(lease, Uncertainty.Code.AMBIGUOUS_FAILURE, "reset"))
                .as("no way leads from UNCERTAIN back to EXECUTING")
                .isEqualTo(new Mark.Stale(world.record()));
    }

    @Test
    void expire_droppedAndRenewed_isStale() {
        Lease lease = world.acquire(MANUAL);
        // The operator's clock is ahead of the owner's by more than the margin covers.
        Journal ahead = world.worker(builder -> builder.clock(world.clock.withOffset(LEASE.plus(Workers.MARGIN))));
        droppedThen(() -> world.other.renew(lease, LEASE.plusSeconds(5)));

        assertThat(ahead.expire(KEY)).isEqualTo(new Mark.Stale(world.record()));
        assertThat(world.record().status()).isEqualTo(Status.EXECUTING);
    }

    @Test
    void mark_byAnOperatorOvertakenByTheReceipt_isDone() {
        Lease lease = world.acquire(MANUAL);
        lostThen(() -> world.other.complete(lease, RECEIPT));

        assertThat(world.journal.markUncertain(KEY, "gone", "ops")).isEqualTo(new Mark.Marked());
    }

    // Renew: still executing under our fence with our lease or a longer one

    @Test
    void renew_overtakenByALongerOne_isRenewedWithTheLonger() {
        Lease lease = world.acquire(MANUAL);
        lostThen(() -> world.other.renew(held(), LEASE.plusSeconds(10)));

        assertThat(world.journal.renew(lease, LEASE.plusSeconds(5)))
                .isInstanceOfSatisfying(
                        Renew.Renewed.class,
                        longer -> assertThat(longer.lease().leaseUntil())
                                .isEqualTo(world.record().requireExecution().leaseUntil()));
        assertThat(world.events(CheckpointEvent.OwnWriteRecognised.class))
                .containsExactly(new CheckpointEvent.OwnWriteRecognised(KEY, "renew"));
    }

    @Test
    void renew_droppedAndOvertakenByAShorterOne_isWrittenAgain() {
        Lease lease = world.acquire(MANUAL);
        droppedThen(() -> world.other.renew(held(), LEASE.plus(MILLI)));

        assertThat(world.journal.renew(lease, LEASE.plusSeconds(5))).isInstanceOf(Renew.Renewed.class);
        assertThat(world.record().requireExecution().leaseUntil())
                .isEqualTo(world.now().plus(LEASE).plusSeconds(5));
    }

    @Test
    void renew_overtakenByAnything_isLost() {
        Lease lease = world.acquire(IDEMPOTENT);
        lostThen(() -> world.other.abandon(lease));
        assertThat(world.journal.renew(lease, LEASE.plusSeconds(5)))
                .as("given up")
                .isEqualTo(new Renew.Lost());

        Lease next = Workers.acquire(world.other, IDEMPOTENT);
        lostThen(() -> world.other.complete(next, RECEIPT));
        assertThat(world.journal.renew(next, LEASE.plusSeconds(5))).as("ended").isEqualTo(new Renew.Lost());
    }

    // Deliveries: our delivery id

    @Test
    void claimDelivery_overtakenByAnother_isInDoubt() {
        world.given(Status.COMPLETED, MANUAL);
        lostThen(() -> {
            world.passLease();
            assertThat(world.other.claimDelivery(KEY, LEASE, true)).isInstanceOf(ClaimDelivery.Claimed.class);
        });

        assertThat(world.journal.claimDelivery(KEY, LEASE, true)).isInstanceOf(ClaimDelivery.InDoubt.class);
        assertThat(world.events(CheckpointEvent.DeliveryInDoubt.class)).hasSize(1);
    }

    @Test
    void claimDelivery_foundUnderOurId_isClaimed() {
        world.given(Status.COMPLETED, MANUAL);
        lostThen(() -> {
            String ours = deliveryId();
            world.apply(DeliveryTransitions.releaseDelivery(world.record(), ours, "w8", world.now()));
            world.apply(DeliveryTransitions.claimDelivery(world.record(), ours, true, LEASE, "w9", world.now()));
        });

        assertThat(world.journal.claimDelivery(KEY, LEASE, true))
                .isInstanceOfSatisfying(ClaimDelivery.Claimed.class, claimed -> {
                    Delivery delivery = world.record().requireDelivery();
                    assertThat(claimed.deliveryId()).isEqualTo(delivery.deliveryId());
                    assertThat(claimed.attempts()).isEqualTo(delivery.attempts());
                });
        assertThat(world.events(CheckpointEvent.OwnWriteRecognised.class))
                .containsExactly(new CheckpointEvent.OwnWriteRecognised(KEY, "claim delivery"));
    }

    @Test
    void completeDelivery_overtakenByForgetting_isDone() {
        world.given(Status.DELIVERING, MANUAL);
        lostThen(() -> world.other.forget(KEY));

        assertThat(world.journal.completeDelivery(KEY, deliveryId())).isEqualTo(DeliveryEnd.DONE);
    }

    @Test
    void completeDelivery_droppedAndTakenOver_isStale() {
        world.given(Status.COMPLETED, MANUAL);
        world.other.claimDelivery(KEY, LEASE, true);
        String mine = deliveryId();
        Runnable takeOver = () -> {
            world.passLease();
            world.other.claimDelivery(KEY, LEASE, true);
        };
        droppedThen(takeOver);
        assertThat(world.journal.completeDelivery(KEY, mine)).isEqualTo(DeliveryEnd.STALE);

        String second = deliveryId();
        droppedThen(takeOver);
        assertThat(world.journal.markUndeliverable(KEY, second, "refused")).isEqualTo(DeliveryEnd.STALE);
        assertThat(world.record().status()).isEqualTo(Status.DELIVERING);
    }

    @Test
    void release_overtakenByAnotherDelivery_isDone() {
        world.given(Status.DELIVERING, MANUAL);
        String mine = deliveryId();
        lostThen(() -> world.other.claimDelivery(KEY, LEASE, true));

        assertThat(world.journal.releaseDelivery(KEY, mine)).isEqualTo(DeliveryEnd.DONE);
        assertThat(deliveryId()).isNotEqualTo(mine);
    }

    @Test
    void settleDelivery_overtakenByAnotherDelivery_isDoneAndLeavesThatOneAlone() {
        world.given(Status.DELIVERING, MANUAL);
        world.passLease();
        lostThen(() -> world.other.claimDelivery(KEY, LEASE, true));

        assertThat(world.journal.settleDelivery(KEY, ABSENT)).isEqualTo(DeliveryEnd.DONE);
        assertThat(world.record().status()).isEqualTo(Status.DELIVERING);
    }

    @Test
    void settleDelivery_ofADeliveryThatWasTakenOver_isStale() {
        world.given(Status.COMPLETED, MANUAL);
        world.other.claimDelivery(KEY, LEASE, true);
        world.passLease();
        world.faults.next(Operation.SWAP, Fault.none().before(() -> world.other.claimDelivery(KEY, LEASE, true)));

        assertThat(world.journal.settleDelivery(KEY, HAPPENED)).isEqualTo(DeliveryEnd.STALE);
        assertThat(world.record().status()).isEqualTo(Status.DELIVERING);
    }

    @Test
    void settleDelivery_absentNeverStored_overtakenByTheHoldersCompletion_isStale() {
        world.given(Status.DELIVERING, MANUAL);
        String held = deliveryId();
        world.passLease();
        droppedThen(() -> world.other.completeDelivery(KEY, held));

        assertThat(world.journal.settleDelivery(KEY, ABSENT)).isEqualTo(DeliveryEnd.STALE);
        assertThat(world.record().status()).isEqualTo(Status.DELIVERED);
    }

    @Test
    void settleDelivery_happenedNeverStored_overtakenByAnotherDelivery_isStale() {
        world.given(Status.COMPLETED, MANUAL);
        world.other.claimDelivery(KEY, LEASE, true);
        world.passLease();
        droppedThen(() -> world.other.claimDelivery(KEY, LEASE, true));

        assertThat(world.journal.settleDelivery(KEY, HAPPENED)).isEqualTo(DeliveryEnd.STALE);
        assertThat(world.record().status()).isEqualTo(Status.DELIVERING);
    }

    @Test
    void settleDelivery_absentTooEarly_isRefused() {
        world.given(Status.DELIVERING, MANUAL);

        assertThatThrownBy(() -> world.journal.settleDelivery(KEY, ABSENT)).isInstanceOf(ProtocolException.class);
    }
}

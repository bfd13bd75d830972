package dev.toolcheckpoint.journal;

import static dev.toolcheckpoint.fixture.World.HAPPENED;
import static dev.toolcheckpoint.fixture.World.IDEMPOTENT;
import static dev.toolcheckpoint.fixture.World.KEY;
import static dev.toolcheckpoint.fixture.World.LEASE;
import static dev.toolcheckpoint.fixture.World.MANUAL;
import static dev.toolcheckpoint.fixture.World.MILLI;
import static dev.toolcheckpoint.fixture.World.OTHER_RECEIPT;
import static dev.toolcheckpoint.fixture.World.RECEIPT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.toolcheckpoint.fixture.World;
import dev.toolcheckpoint.json.Digests;
import dev.toolcheckpoint.protocol.CompletionUnconfirmedException;
import dev.toolcheckpoint.protocol.ErrorCode;
import dev.toolcheckpoint.protocol.Fence;
import dev.toolcheckpoint.protocol.LateReceipts;
import dev.toolcheckpoint.protocol.Outcome;
import dev.toolcheckpoint.protocol.Payload;
import dev.toolcheckpoint.protocol.ProtocolException;
import dev.toolcheckpoint.protocol.Receipt;
import dev.toolcheckpoint.protocol.Retention;
import dev.toolcheckpoint.protocol.Status;
import dev.toolcheckpoint.protocol.StoreException;
import dev.toolcheckpoint.protocol.Uncertainty;
import dev.toolcheckpoint.testing.Fault;
import dev.toolcheckpoint.testing.Operation;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What becomes of a receipt. */
class CompleteTest {

    private final World world = new World();

    private Complete complete(Lease lease) {
        return world.journal.complete(lease, RECEIPT);
    }

    // Completed

    @Test
    void complete_byTheHolder_storesTheReceipt() {
        Lease lease = world.acquire(MANUAL);
        world.forgetEvents();
        world.clock.advance(Duration.ofSeconds(3));

        Complete completed = complete(lease);

        assertThat(completed).isInstanceOfSatisfying(Complete.Completed.class, stored -> {
            assertThat(stored.outcome().payload()).isEqualTo(Payload.Inline.of(RECEIPT.bytes()));
            assertThat(stored.outcome().digest()).isEqualTo(Digests.sha256(RECEIPT.bytes()));
            assertThat(stored.outcome().completedAt()).isEqualTo(world.now());
        });
        assertThat(world.record().status()).isEqualTo(Status.COMPLETED);
        assertThat(world.record().retainUntil()).isEqualTo(world.now().plus(Retention.DEFAULT.total()));
        assertThat(world.events(CheckpointEvent.Completed.class))
                .containsExactly(new CheckpointEvent.Completed(
                        KEY, lease.fence(), Outcome.Kind.SUCCESS, RECEIPT.size(), Duration.ofSeconds(3), false));
        assertThat(world.faults.count(Operation.FIND))
                .as("the lease remembers the record")
                .isZero();
    }

    @Test
    void complete_withALeaseRebuiltFromItsParts_works() {
        Lease lease = world.acquire(IDEMPOTENT);
        Lease rebuilt =
                Lease.of(lease.key(), lease.fence(), lease.leaseUntil(), lease.reacquired(), lease.retryStartBefore());

        assertThat(complete(rebuilt)).isInstanceOf(Complete.Completed.class);
        assertThat(world.faults.count(Operation.FIND)).isEqualTo(1);
    }

    @Test
    void complete_afterTheOwnHeartbeat_readsAnewAndRepeats() {
        Lease lease = world.acquire(MANUAL);
        world.clock.advance(Duration.ofSeconds(10));
        assertThat(world.journal.renew(lease, LEASE)).isInstanceOf(Renew.Renewed.class);

        assertThat(complete(lease))
                .as("a heartbeat can't make its own owner stale")
                .isInstanceOf(Complete.Completed.class);
    }

    // Late receipts

    @Test
    void complete_late_isAcceptedAndSaidToBeLate() {
        Lease lease = world.acquire(MANUAL);
        world.clock.advance(Duration.ofHours(2));

        assertThat(complete(lease)).isInstanceOf(Complete.Completed.class);
        assertThat(world.events(CheckpointEvent.Completed.class))
                .singleElement()
                .satisfies(event -> assertThat(event.late()).isTrue());
    }

    @Test
    void complete_lateAndUncertain_isTheBestEvidenceThereIs() {
        Lease lease = world.acquire(MANUAL);
        world.passLease();
        assertThat(world.other.begin(MANUAL, LEASE)).isInstanceOf(Begin.Uncertain.class);

        assertThat(complete(lease)).isInstanceOf(Complete.Completed.class);
        assertThat(world.record().status()).isEqualTo(Status.COMPLETED);
        assertThat(world.record().uncertainty()).isNotNull();
    }

    @Test
    void complete_afterTakeover_isStale() {
        Lease lease = world.acquire(IDEMPOTENT);
        world.passLease();
        World.acquire(world.other, IDEMPOTENT);
        world.forgetEvents();

        assertThat(complete(lease)).isEqualTo(new Complete.Stale(world.record()));
        assertThat(world.record().status()).isEqualTo(Status.EXECUTING);
        assertThat(world.events(CheckpointEvent.ReceiptRefused.class))
                .containsExactly(new CheckpointEvent.ReceiptRefused(KEY, lease.fence(), RECEIPT, Status.EXECUTING));
    }

    @Test
    void complete_afterTakeoverAndTheOthersEqualOutcome_isStaleStill() {
        Lease lease = world.acquire(IDEMPOTENT);
        world.passLease();
        world.other.complete(World.acquire(world.other, IDEMPOTENT), RECEIPT);

        assertThat(complete(lease))
                .isInstanceOfSatisfying(
                        Complete.Stale.class,
                        stale -> assertThat(stale.recordGone()).isFalse());
    }

    @Test
    void complete_strict_isStaleFromTheLeaseEndOn() {
        Journal strict = world.worker(builder -> builder.lateReceipts(LateReceipts.REJECT));
        Lease lease = World.acquire(strict, MANUAL);
        world.clock.advance(LEASE);

        assertThat(strict.complete(lease, RECEIPT)).isInstanceOf(Complete.Stale.class);
        assertThat(world.events(CheckpointEvent.ReceiptRefused.class)).hasSize(1);
        assertThat(world.record().status()).isEqualTo(Status.EXECUTING);
    }

    @Test
    void complete_strictOneMilliBeforeTheLeaseEnd_isStored() {
        Journal strict = world.worker(builder -> builder.lateReceipts(LateReceipts.REJECT));
        Lease lease = World.acquire(strict, MANUAL);
        world.clock.advance(LEASE.minus(MILLI));

        assertThat(strict.complete(lease, RECEIPT)).isInstanceOf(Complete.Completed.class);
    }

    @Test
    void complete_strictAndUncertain_isStale() {
        Journal strict = world.worker(builder -> builder.lateReceipts(LateReceipts.REJECT));
        Lease lease = World.acquire(strict, MANUAL);
        world.other.markUncertain(KEY, "gone", "ops");

        assertThat(strict.complete(lease, RECEIPT)).isInstanceOf(Complete.Stale.class);
        assertThat(world.record().status()).isEqualTo(Status.UNCERTAIN);
    }

    @Test
    void complete_strictWithTheLeaseBeforeARenewal_goesByTheRenewedLease() {
        Journal strict = world.worker(builder -> builder.lateReceipts(LateReceipts.REJECT));
        Lease lease = World.acquire(strict, MANUAL);
        world.clock.advance(Duration.ofSeconds(20));
        strict.renew(lease, LEASE);
        world.clock.advance(Duration.ofSeconds(20));

        assertThat(strict.complete(lease, RECEIPT)).isInstanceOf(Complete.Completed.class);
    }

    // Equal and other outcomes

    @Test
    void complete_again_isReplayed() {
        Lease lease = world.acquire(MANUAL);
        complete(lease);
        world.forgetEvents();

        assertThat(complete(lease))
                .isInstanceOfSatisfying(
                        Complete.Replayed.class,
                        replayed ->
                                assertThat(replayed.outcome().payload()).isEqualTo(Payload.Inline.of(RECEIPT.bytes())));
        assertThat(world.eventTypes()).isEmpty();
        assertThat(world.record().revision()).isEqualTo(2);
    }

    @Test
    void complete_againAfterForgetting_isReplayedWithoutItsPayload() {
        Lease lease = world.acquire(MANUAL);
        complete(lease);
        world.other.forget(KEY);

        assertThat(complete(lease))
                .isInstanceOfSatisfying(
                        Complete.Replayed.class,
                        replayed -> assertThat(replayed.outcome().forgotten()).isTrue());
        assertThat(world.journal.complete(lease, OTHER_RECEIPT)).isInstanceOf(Complete.OutcomeConflict.class);
    }

    @Test
    void complete_withAnotherOutcome_isAConflictAndTheFirstStays() {
        Lease lease = world.acquire(MANUAL);
        complete(lease);
        world.forgetEvents();

        assertThat(world.journal.complete(lease, OTHER_RECEIPT))
                .isEqualTo(new Complete.OutcomeConflict(
                        world.record().requireOutcome(), world.record().status(), Deliverable.of(KEY)));
        assertThat(world.record().requireOutcome().payload()).isEqualTo(Payload.Inline.of(RECEIPT.bytes()));
        assertThat(world.events(CheckpointEvent.ReceiptRefused.class))
                .containsExactly(
                        new CheckpointEvent.ReceiptRefused(KEY, lease.fence(), OTHER_RECEIPT, Status.COMPLETED));
    }

    @Test
    void complete_afterASettlementWithAnEqualOutcome_isReplayed() {
        Lease lease = world.acquire(MANUAL);
        world.other.markUncertain(KEY, "gone", "ops");
        world.other.settle(KEY, HAPPENED, RECEIPT, Duration.ZERO);

        assertThat(complete(lease)).isInstanceOf(Complete.Replayed.class);
        assertThat(world.journal.complete(lease, OTHER_RECEIPT)).isInstanceOf(Complete.OutcomeConflict.class);
    }

    // Gone and broken

    @Test
    void complete_whenTheRecordIsGone_isStaleAndSaysSo() {
        Lease lease = world.acquire(MANUAL);
        world.memory.remove(KEY);

        assertThat(complete(lease))
                .isInstanceOfSatisfying(
                        Complete.Stale.class,
                        stale -> assertThat(stale.recordGone()).isTrue());
        assertThat(world.memory.find(KEY)).as("never made again").isEmpty();
        assertThat(world.events(CheckpointEvent.ReceiptRefused.class))
                .containsExactly(new CheckpointEvent.ReceiptRefused(KEY, lease.fence(), RECEIPT, null));
    }

    @Test
    void complete_whenTheRecordIsBroken_throwsAndTellsTheReceipt() {
        Lease lease = world.acquire(MANUAL);
        world.faults.next(Operation.SWAP, Fault.failWith(() -> ProtocolException.invalidCheckpoint("broken")));

        assertThatThrownBy(() -> complete(lease)).hasMessage("broken");
        assertThat(world.events(CheckpointEvent.ReceiptRefused.class))
                .containsExactly(new CheckpointEvent.ReceiptRefused(KEY, lease.fence(), RECEIPT, null));
        assertThat(world.events(CheckpointEvent.RecordInvalid.class)).hasSize(1);
    }

    @Test
    void complete_byAnUnknownAttempt_isStale() {
        world.acquire(MANUAL);
        Lease forged = Lease.of(KEY, new Fence("forged", 1), world.now(), false, null);

        assertThat(complete(forged)).isInstanceOf(Complete.Stale.class);
        assertThat(world.record().status()).isEqualTo(Status.EXECUTING);
    }

    // Limits and failures

    @Test
    void complete_overTheLimit_throwsBeforeAnyAccess() {
        Journal small = world.worker(builder -> builder.maxResult(1_024));
        Lease lease = World.acquire(small, MANUAL);
        int calls = world.faults.calls().size();
        Receipt atTheLimit = Receipt.success("text/plain", new byte[1_024]);
        Receipt over = Receipt.success("text/plain", new byte[1_025]);

        assertThatThrownBy(() -> small.complete(lease, over))
                .isInstanceOfSatisfying(
                        ProtocolException.class,
                        refused -> assertThat(refused.code()).isEqualTo(ErrorCode.PAYLOAD_TOO_LARGE));
        assertThat(world.faults.calls()).hasSize(calls);
        assertThat(small.complete(lease, atTheLimit)).isInstanceOf(Complete.Completed.class);
    }

    @Test
    void complete_thatStaysUnknown_throwsWithTheReceipt() {
        Lease lease = world.acquire(MANUAL);
        world.faults.always(Operation.SWAP, Fault.dropRequest());

        assertThatThrownBy(() -> complete(lease))
                .isInstanceOfSatisfying(
                        CompletionUnconfirmedException.class,
                        unknown -> assertThat(unknown.receipt()).isEqualTo(RECEIPT));
        assertThat(world.events(CheckpointEvent.CompletionUnconfirmed.class))
                .containsExactly(new CheckpointEvent.CompletionUnconfirmed(KEY, lease.fence(), RECEIPT));
        assertThat(world.now()).isBefore(lease.leaseUntil());
    }

    @Test
    void complete_whenTheKeyServiceThrottles_sealsAgain() {
        Lease lease = world.acquire(MANUAL);
        world.faults.next(
                Operation.SEAL,
                Fault.failWith(() -> StoreException.kmsUnavailable("throttled", null, true)),
                Fault.failWith(() -> StoreException.kmsUnavailable("throttled", null, true)));

        assertThat(complete(lease)).isInstanceOf(Complete.Completed.class);
        assertThat(world.faults.count(Operation.SEAL)).isEqualTo(3);
    }

    @Test
    void complete_whenTheKeyServiceRefuses_throwsWithTheReceipt() {
        Lease lease = world.acquire(MANUAL);
        world.faults.next(Operation.SEAL, Fault.failWith(() -> StoreException.kmsUnavailable("disabled", null, false)));

        assertThatThrownBy(() -> complete(lease)).isInstanceOf(CompletionUnconfirmedException.class);
        assertThat(world.faults.count(Operation.SEAL)).isEqualTo(1);
    }

    @Test
    void complete_anErrorReceipt_keepsItsMarks() {
        Lease lease = world.acquire(MANUAL);
        Receipt error = Receipt.errorJson("REFUSED", "no", true);

        world.journal.complete(lease, error);

        Outcome stored = world.record().requireOutcome();
        assertThat(stored.kind()).isEqualTo(Outcome.Kind.ERROR);
        assertThat(stored.retryableAsNewCall()).isTrue();
        assertThat(new String(((Payload.Inline) stored.payload()).bytes(), StandardCharsets.UTF_8))
                .isEqualTo("{\"code\":\"REFUSED\",\"message\":\"no\"}");
    }

    @Test
    void complete_afterTheAttemptGaveItselfUp_isStoredAllTheSame() {
        Lease lease = world.acquire(IDEMPOTENT);
        assertThat(world.journal.abandon(lease)).isInstanceOf(Abandon.Abandoned.class);

        assertThat(complete(lease)).isInstanceOf(Complete.Completed.class);
    }

    @Test
    void complete_afterItMarkedItselfUncertain_isStored() {
        Lease lease = world.acquire(MANUAL);
        world.journal.markUncertain(lease, Uncertainty.Code.AMBIGUOUS_FAILURE, "reset");

        assertThat(complete(lease)).isInstanceOf(Complete.Completed.class);
    }
}

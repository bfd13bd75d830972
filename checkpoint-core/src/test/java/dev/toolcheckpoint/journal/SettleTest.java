package dev.toolcheckpoint.journal;

import static dev.toolcheckpoint.fixture.World.ABSENT;
import static dev.toolcheckpoint.fixture.World.HAPPENED;
import static dev.toolcheckpoint.fixture.World.IDEMPOTENT;
import static dev.toolcheckpoint.fixture.World.KEY;
import static dev.toolcheckpoint.fixture.World.LEASE;
import static dev.toolcheckpoint.fixture.World.MANUAL;
import static dev.toolcheckpoint.fixture.World.MARGIN;
import static dev.toolcheckpoint.fixture.World.MILLI;
import static dev.toolcheckpoint.fixture.World.OTHER_RECEIPT;
import static dev.toolcheckpoint.fixture.World.RECEIPT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.toolcheckpoint.fixture.World;
import dev.toolcheckpoint.protocol.ErrorCode;
import dev.toolcheckpoint.protocol.Outcome;
import dev.toolcheckpoint.protocol.Payload;
import dev.toolcheckpoint.protocol.ProtocolException;
import dev.toolcheckpoint.protocol.Receipt;
import dev.toolcheckpoint.protocol.RecordMissingException;
import dev.toolcheckpoint.protocol.Status;
import dev.toolcheckpoint.protocol.StoreException;
import dev.toolcheckpoint.testing.Fault;
import dev.toolcheckpoint.testing.Operation;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Evidence, and forgetting. */
class SettleTest {

    private final World world = new World();

    private Settle settle(Receipt receipt) {
        return world.journal.settle(KEY, HAPPENED, receipt, Duration.ZERO);
    }

    @Test
    void settle_anUncertainCall_storesOutcomeAndEvidence() {
        world.given(Status.UNCERTAIN, MANUAL);

        assertThat(settle(RECEIPT)).isInstanceOfSatisfying(Settle.Settled.class, settled -> {
            assertThat(settled.outcome().settlement()).isEqualTo(HAPPENED);
            assertThat(settled.outcome().payload()).isEqualTo(Payload.Inline.of(RECEIPT.bytes()));
        });
        assertThat(world.record().status()).isEqualTo(Status.COMPLETED);
        assertThat(world.record().uncertainty()).as("kept as history").isNotNull();
        assertThat(world.events(CheckpointEvent.Settled.class))
                .containsExactly(new CheckpointEvent.Settled(KEY, Outcome.Kind.SUCCESS, "ops"));
        assertThat(world.other.begin(MANUAL, LEASE)).isInstanceOf(Begin.Replay.class);
    }

    @ParameterizedTest
    @EnumSource(
            value = Status.class,
            names = {"READY", "EXECUTING"})
    void settle_beforeUncertainty_isRefused(Status status) {
        world.given(status, MANUAL);
        world.clock.advance(Duration.ofDays(1));

        assertThat(settle(RECEIPT)).isEqualTo(new Settle.NotUncertain(status));
        assertThat(world.faults.count(Operation.SEAL)).as("nothing to seal").isZero();
    }

    @ParameterizedTest
    @EnumSource(
            value = Status.class,
            names = {"COMPLETED", "DELIVERING", "DELIVERED"})
    void settle_withTheStoredOutcome_isReplayedAndWithAnotherAConflict(Status status) {
        world.given(status, MANUAL);

        assertThat(settle(RECEIPT)).isInstanceOfSatisfying(Settle.Replayed.class, replayed -> {
            assertThat(replayed.status()).isEqualTo(status);
            assertThat(replayed.outcome().settlement()).isNull();
        });
        assertThat(settle(OTHER_RECEIPT)).isEqualTo(new Settle.Conflict(List.of("outcome"), status));
        assertThat(world.eventTypes()).isEmpty();
    }

    @Test
    void settle_withTheForgottenOutcome_isReplayed() {
        world.given(Status.COMPLETED, MANUAL);
        world.other.forget(KEY);

        assertThat(settle(RECEIPT))
                .isInstanceOfSatisfying(
                        Settle.Replayed.class,
                        replayed -> assertThat(replayed.outcome().forgotten()).isTrue());
    }

    @Test
    void settle_absentAfterALongerLeaseWasGivenUp_countsNoSoonerThanItsRequestsCouldAct() {
        Duration quiescence = Duration.ofSeconds(10);
        Lease longer = ((Begin.Acquired) world.journal.begin(IDEMPOTENT, Duration.ofMinutes(30))).lease();
        world.clock.advance(Duration.ofSeconds(5));
        Instant stopped = world.now();
        world.journal.abandon(longer);
        // The next owner's clock is behind by the whole margin.
        world.clock.set(stopped.minus(MARGIN).plus(MILLI));
        Begin next = world.other.begin(IDEMPOTENT, MILLI);
        assertThat(next).isInstanceOf(Begin.Acquired.class);
        world.journal.markUncertain(KEY, "gone", "ops");

        Settle settle =
                world.journal.settle(KEY, ABSENT, Receipt.errorJson("NOT_SENT", "It was not sent.", true), quiescence);

        assertThat(settle)
                .isInstanceOfSatisfying(
                        Settle.TooEarly.class,
                        early -> assertThat(early.countsFrom()).isAfter(stopped.plus(quiescence)));
    }

    @Test
    void settle_absentTooEarly_saysFromWhenOnItCounts() {
        Instant leaseUntil =
                world.given(Status.UNCERTAIN, MANUAL).requireExecution().leaseUntil();
        Duration quiescence = Duration.ofSeconds(10);
        Instant countsFrom = leaseUntil.plus(MARGIN).plus(quiescence);
        Receipt nothing = Receipt.errorJson("NOT_SENT", "It was not sent.", true);

        world.clock.set(countsFrom.minus(MILLI));
        assertThat(world.journal.settle(KEY, ABSENT, nothing, quiescence)).isEqualTo(new Settle.TooEarly(countsFrom));
        assertThat(world.record().status()).isEqualTo(Status.UNCERTAIN);
        assertThat(world.faults.count(Operation.SEAL)).isZero();

        world.clock.set(countsFrom);
        assertThat(world.journal.settle(KEY, ABSENT, nothing, quiescence)).isInstanceOf(Settle.Settled.class);
    }

    @Test
    void settle_ofAnotherCall_isAConflictAndOfTheSameIsNot() {
        world.given(Status.UNCERTAIN, IDEMPOTENT);

        assertThat(world.journal.settle(MANUAL, HAPPENED, RECEIPT, Duration.ZERO))
                .isEqualTo(new Settle.Conflict(List.of("recovery"), Status.UNCERTAIN));
        assertThat(world.journal.settle(IDEMPOTENT, HAPPENED, RECEIPT, Duration.ZERO))
                .isInstanceOf(Settle.Settled.class);
    }

    @Test
    void settle_withArgumentsOutOfRange_throwsBeforeAnyAccess() {
        Journal small = world.worker(builder -> builder.maxResult(1_024));

        assertThatThrownBy(() -> small.settle(KEY, HAPPENED, RECEIPT, MILLI.negated()))
                .hasMessageContaining("quiescence must be 0 ms or more, found -1 ms");
        assertThatThrownBy(() ->
                        small.settle(KEY, HAPPENED, Receipt.success("text/plain", new byte[1_025]), Duration.ZERO))
                .isInstanceOfSatisfying(
                        ProtocolException.class,
                        refused -> assertThat(refused.code()).isEqualTo(ErrorCode.PAYLOAD_TOO_LARGE));
        assertThat(world.faults.calls()).isEmpty();

        world.given(Status.UNCERTAIN, MANUAL);
        assertThat(small.settle(KEY, HAPPENED, Receipt.success("text/plain", new byte[1_024]), Duration.ZERO))
                .isInstanceOf(Settle.Settled.class);
    }

    @Test
    void settle_ofAnUnknownOrDeletedCall_throws() {
        assertThatThrownBy(() -> settle(RECEIPT)).isInstanceOf(RecordMissingException.class);
        world.given(Status.UNCERTAIN, MANUAL);
        world.faults.next(Operation.SWAP, Fault.none().before(() -> world.memory.remove(KEY)));
        assertThatThrownBy(() -> settle(RECEIPT)).isInstanceOf(RecordMissingException.class);
    }

    @Test
    void settle_refusedByAConcurrentWrite_sealsOnlyOnce() {
        world.given(Status.EXECUTING, MANUAL);
        Lease lease = Lease.of(world.record());
        world.other.markUncertain(KEY, "gone", "ops");
        world.faults.next(Operation.SWAP, Fault.dropRequest().after(() -> world.other.complete(lease, RECEIPT)));

        assertThat(settle(RECEIPT)).isInstanceOf(Settle.Replayed.class);
        assertThat(world.faults.count(Operation.SEAL)).isEqualTo(1);
    }

    @Test
    void settle_ofARecordThatWasMadeAnew_sendsTheSameBytes() {
        world.given(Status.UNCERTAIN, MANUAL);
        world.faults.next(Operation.SWAP, Fault.none().before(() -> {
            world.memory.remove(KEY);
            world.given(Status.UNCERTAIN, MANUAL);
        }));

        assertThat(settle(RECEIPT)).isInstanceOf(Settle.Settled.class);
        assertThat(world.faults.count(Operation.SEAL)).isEqualTo(1);
        assertThat(world.sent.payloads().get(1)).isSameAs(world.sent.payloads().get(0));
    }

    @Test
    void settle_whenTheKeyServiceThrottles_sealsAgain() {
        world.given(Status.UNCERTAIN, MANUAL);
        world.faults.next(Operation.SEAL, Fault.failWith(() -> StoreException.kmsUnavailable("throttled", null, true)));

        assertThat(settle(RECEIPT)).isInstanceOf(Settle.Settled.class);
    }

    @ParameterizedTest
    @EnumSource(Status.class)
    void forget_inEveryState_onlyWhereAnOutcomeRests(Status status) {
        world.given(status, MANUAL);
        boolean rests = status == Status.COMPLETED || status == Status.DELIVERED;

        assertThat(world.journal.forget(KEY)).isEqualTo(rests ? Forget.FORGOTTEN : Forget.NOT_FORGETTABLE);
        assertThat(world.journal.forget(KEY)).isEqualTo(rests ? Forget.ALREADY_FORGOTTEN : Forget.NOT_FORGETTABLE);
        assertThat(world.record().status()).isEqualTo(status);
        assertThat(world.eventTypes()).isEqualTo(rests ? List.of("PayloadForgotten") : List.of());
    }

    @Test
    void forget_ofAnUnknownOrDeletedCall_saysSo() {
        assertThatThrownBy(() -> world.journal.forget(KEY)).isInstanceOf(RecordMissingException.class);
        world.given(Status.COMPLETED, MANUAL);
        world.faults.next(Operation.SWAP, Fault.none().before(() -> world.memory.remove(KEY)));
        assertThat(world.journal.forget(KEY)).isEqualTo(Forget.NOT_FORGETTABLE);
    }
}

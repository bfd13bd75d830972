package dev.toolcheckpoint.journal;

import static dev.toolcheckpoint.fixture.World.BINDING;
import static dev.toolcheckpoint.fixture.World.IDEMPOTENT;
import static dev.toolcheckpoint.fixture.World.KEY;
import static dev.toolcheckpoint.fixture.World.LEASE;
import static dev.toolcheckpoint.fixture.World.MANUAL;
import static dev.toolcheckpoint.fixture.World.MARGIN;
import static dev.toolcheckpoint.fixture.World.MILLI;
import static dev.toolcheckpoint.fixture.World.RECEIPT;
import static dev.toolcheckpoint.fixture.World.WINDOW;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.toolcheckpoint.fixture.World;
import dev.toolcheckpoint.protocol.Binding;
import dev.toolcheckpoint.protocol.Checkpoint;
import dev.toolcheckpoint.protocol.ErrorCode;
import dev.toolcheckpoint.protocol.Fence;
import dev.toolcheckpoint.protocol.Payload;
import dev.toolcheckpoint.protocol.ProtocolException;
import dev.toolcheckpoint.protocol.Receipt;
import dev.toolcheckpoint.protocol.Recovery;
import dev.toolcheckpoint.protocol.Status;
import dev.toolcheckpoint.protocol.StoreException;
import dev.toolcheckpoint.protocol.Uncertainty;
import dev.toolcheckpoint.testing.Fault;
import dev.toolcheckpoint.testing.Operation;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The answers of begin, in their order of precedence. */
class BeginTest {

    private final World world = new World();

    private Begin begin(Intent intent) {
        return world.journal.begin(intent, LEASE);
    }

    // Acquired

    @Test
    void begin_ofANewCall_createsAndClaimsInOneWrite() {
        Begin begun = begin(IDEMPOTENT);

        assertThat(begun).isInstanceOfSatisfying(Begin.Acquired.class, acquired -> {
            Lease lease = acquired.lease();
            assertThat(lease.key()).isEqualTo(KEY);
            assertThat(lease.fence()).isEqualTo(new Fence("mine-1", 1));
            assertThat(lease.leaseUntil()).isEqualTo(world.now().plus(LEASE));
            assertThat(lease.reacquired()).isFalse();
            assertThat(lease.retryStartBefore()).isEqualTo(world.now().plus(WINDOW));
            assertThat(lease)
                    .hasToString("Lease[" + KEY + ", " + lease.fence() + ", until " + lease.leaseUntil() + "]");
        });
        assertThat(world.record().revision()).isEqualTo(1);
        assertThat(world.faults.calls())
                .extracting(call -> call.operation())
                .containsExactly(Operation.PREPARE, Operation.CREATE);
        assertThat(world.eventTypes()).containsExactly("Acquired");
    }

    @Test
    void begin_ofAReadyCall_claimsIt() {
        world.given(Status.READY, MANUAL);

        assertThat(begin(MANUAL))
                .isInstanceOfSatisfying(
                        Begin.Acquired.class,
                        acquired ->
                                assertThat(acquired.lease().retryStartBefore()).isNull());
        assertThat(world.record().revision()).isEqualTo(2);
    }

    @Test
    void begin_afterAnExpiredAttemptThatMayBeRepeated_isReacquired() {
        World.acquire(world.other, IDEMPOTENT);
        world.passLease();

        Begin begun = begin(IDEMPOTENT);

        assertThat(begun).isInstanceOfSatisfying(Begin.Acquired.class, acquired -> {
            assertThat(acquired.lease().reacquired()).isTrue();
            assertThat(acquired.lease().fence().epoch()).isEqualTo(2);
        });
        assertThat(world.events(CheckpointEvent.Acquired.class))
                .singleElement()
                .satisfies(event -> assertThat(event.fence().epoch()).isEqualTo(2));
    }

    @Test
    void begin_afterAnAbandonedAttempt_isReacquiredAtOnce() {
        Lease first = World.acquire(world.other, IDEMPOTENT);
        world.other.abandon(first);

        assertThat(begin(IDEMPOTENT)).isInstanceOf(Begin.Acquired.class);
    }

    // Busy

    @Test
    void begin_whileAnotherIsBelievedAlive_isBusyUntilLeaseEndPlusMargin() {
        Instant leaseUntil = World.acquire(world.other, IDEMPOTENT).leaseUntil();
        world.clock.advance(LEASE.plus(MARGIN).minus(MILLI));

        assertThat(begin(IDEMPOTENT)).isEqualTo(new Begin.Busy(leaseUntil, leaseUntil.plus(MARGIN)));
        assertThat(world.events(CheckpointEvent.Busy.class))
                .containsExactly(new CheckpointEvent.Busy(KEY, leaseUntil.plus(MARGIN)));
        assertThat(world.record().revision()).as("nothing was written").isEqualTo(1);

        world.clock.advance(MILLI);
        assertThat(begin(IDEMPOTENT)).isInstanceOf(Begin.Acquired.class);
    }

    @Test
    void begin_beforeTheCutoffButBusy_staysBusyAfterIt() {
        Lease first = World.acquire(world.other, IDEMPOTENT);
        Begin renewed = new Begin.Acquired(first);
        assertThat(world.other.renew(((Begin.Acquired) renewed).lease(), WINDOW.plus(LEASE)))
                .isInstanceOf(Renew.Renewed.class);
        world.clock.advance(WINDOW.plusSeconds(5));

        assertThat(begin(IDEMPOTENT)).as("a live owner past the cutoff").isInstanceOf(Begin.Busy.class);
        assertThat(world.other.complete(first, RECEIPT)).isInstanceOf(Complete.Completed.class);
    }

    // Uncertain

    @Test
    void begin_afterAnExpiredManualAttempt_writesUncertain() {
        World.acquire(world.other, MANUAL);
        world.passLease();

        Begin begun = begin(MANUAL);

        assertThat(begun).isInstanceOfSatisfying(Begin.Uncertain.class, uncertain -> {
            assertThat(uncertain.reason().code()).isEqualTo(Uncertainty.Code.LEASE_EXPIRED);
            assertThat(uncertain.since()).isEqualTo(world.now());
        });
        assertThat(world.record().status()).isEqualTo(Status.UNCERTAIN);
        assertThat(world.eventTypes()).containsExactly("BecameUncertain");
    }

    @Test
    void begin_atTheCutoffMinusMargin_isUncertainAndOneMilliBeforeReacquired() {
        World.acquire(world.other, IDEMPOTENT);
        world.clock.advance(WINDOW.minus(MARGIN).minus(MILLI));
        assertThat(world.journal.peek(IDEMPOTENT)).as("would claim").isEmpty();
        world.clock.advance(MILLI);

        assertThat(begin(IDEMPOTENT)).isInstanceOf(Begin.Uncertain.class);
        assertThat(world.record().requireExecution().epoch()).isEqualTo(1);
    }

    @Test
    void begin_withAttemptsUsedUp_isUncertain() {
        Intent once = Intent.of(BINDING, Recovery.idempotent(WINDOW).maxAttempts(1));
        World.acquire(world.other, once);
        world.passLease();

        assertThat(begin(once)).isInstanceOf(Begin.Uncertain.class);
    }

    @Test
    void begin_ofAnUncertainCall_saysSinceWhen() {
        Checkpoint record = world.given(Status.UNCERTAIN, IDEMPOTENT);
        world.clock.advance(Duration.ofDays(1));

        Uncertainty reason = record.requireUncertainty();
        assertThat(begin(IDEMPOTENT)).isEqualTo(new Begin.Uncertain(reason, reason.at()));
        assertThat(world.eventTypes()).containsExactly("StillUncertain");
        assertThat(world.record()).isEqualTo(record);
    }

    // Replay

    @ParameterizedTest
    @EnumSource(
            value = Status.class,
            names = {"COMPLETED", "DELIVERING", "DELIVERED"})
    void begin_ofACallWithAnOutcome_handsItOut(Status status) {
        Checkpoint record = world.given(status, MANUAL);
        world.clock.advance(Duration.ofDays(99));

        assertThat(begin(MANUAL)).isEqualTo(new Begin.Replay(record.requireOutcome(), status, Deliverable.of(KEY)));
        assertThat(world.events(CheckpointEvent.Replayed.class))
                .containsExactly(new CheckpointEvent.Replayed(
                        KEY, record.requireOutcome().kind(), status));
        assertThat(world.record()).isEqualTo(record);
    }

    @Test
    void begin_ofAForgottenOutcome_saysThatItIsKeptNoLonger() {
        world.given(Status.COMPLETED, MANUAL);
        assertThat(world.other.forget(KEY)).isEqualTo(Forget.FORGOTTEN);

        assertThat(begin(MANUAL))
                .isInstanceOfSatisfying(
                        Begin.Replay.class,
                        replay -> assertThat(replay.outcome().forgotten()).isTrue());
    }

    @Test
    void begin_ofALargeOutcomeThatIsForgottenMeanwhile_saysThatItIsKeptNoLonger() {
        byte[] large = "x".repeat(5_000).getBytes(StandardCharsets.UTF_8);
        world.other.complete(World.acquire(world.other, MANUAL), Receipt.success("text/plain", large));
        world.faults.next(Operation.LOAD_PAYLOAD, Fault.none().before(() -> world.other.forget(KEY)));

        assertThat(begin(MANUAL))
                .isInstanceOfSatisfying(
                        Begin.Replay.class,
                        replay -> assertThat(replay.outcome().forgotten()).isTrue());
    }

    @Test
    void begin_ofALargeOutcome_loadsIt() {
        byte[] large = "x".repeat(5_000).getBytes(StandardCharsets.UTF_8);
        world.other.complete(World.acquire(world.other, MANUAL), Receipt.success("text/plain", large));

        assertThat(begin(MANUAL))
                .isInstanceOfSatisfying(
                        Begin.Replay.class,
                        replay -> assertThat(replay.outcome().payload()).isEqualTo(Payload.Inline.of(large)));
    }

    // Conflict

    @ParameterizedTest
    @EnumSource(Status.class)
    void begin_ofAnotherCallUnderTheSameId_isAConflictInEveryState(Status status) {
        Checkpoint record = world.given(status, IDEMPOTENT);
        Binding other = new Binding("tenant", "call-1", "refund", "2", BINDING.inputFingerprint());
        world.clock.advance(Duration.ofDays(1));

        assertThat(begin(Intent.of(other, Recovery.manual())))
                .isEqualTo(new Begin.Conflict(List.of("toolName", "toolRevision", "recovery")));
        assertThat(world.events(CheckpointEvent.Conflicted.class))
                .containsExactly(new CheckpointEvent.Conflicted(KEY, List.of("toolName", "toolRevision", "recovery")));
        assertThat(world.record()).isEqualTo(record);
    }

    // Errors come first

    @Test
    void begin_withALeaseOutOfRange_throwsBeforeAnyAccess() {
        for (Duration lease : List.of(Duration.ZERO, Duration.ofHours(24).plusMillis(1))) {
            assertThatThrownBy(() -> world.journal.begin(MANUAL, lease)).isInstanceOf(ProtocolException.class);
        }
        assertThat(world.faults.calls()).isEmpty();
    }

    @Test
    void begin_withADownstreamThatForgetsTooSoon_throwsBeforeAnyAccess() {
        Duration sum = WINDOW.plus(LEASE).plus(MARGIN).plusSeconds(3);
        Intent exact = new Intent(BINDING, IDEMPOTENT.recovery(), sum, Duration.ofSeconds(3));
        Intent less = new Intent(BINDING, IDEMPOTENT.recovery(), sum.minus(MILLI), Duration.ofSeconds(3));

        assertThatThrownBy(() -> begin(less)).hasMessageContaining("downstream keeps keys");
        assertThat(world.faults.calls()).isEmpty();
        assertThat(begin(exact)).isInstanceOf(Begin.Acquired.class);
    }

    @Test
    void intent_withPartsThatDoNotBelongTogether_isRefused() {
        assertThatThrownBy(() -> new Intent(BINDING, Recovery.manual(), WINDOW, Duration.ZERO))
                .hasMessageContaining("downstreamKeeps (3600000 ms) belongs to idempotent");
        assertThatThrownBy(() -> new Intent(BINDING, Recovery.manual(), null, MILLI.negated()))
                .hasMessageContaining("longestRequest must be 0 ms or more, found -1 ms");
        assertThat(IDEMPOTENT.key()).isEqualTo(KEY);
    }

    @Test
    void begin_ofABrokenRecord_throwsAndTellsAndLeavesItAsItIs() {
        Checkpoint record = world.given(Status.COMPLETED, MANUAL);
        world.plant(new Checkpoint(
                record.schemaVersion(),
                record.binding(),
                record.recovery(),
                record.revision(),
                record.writeId(),
                Status.READY,
                record.execution(),
                record.firstAcquiredAt(),
                null,
                null,
                record.outcome(),
                null,
                record.createdAt(),
                record.updatedAt(),
                record.expiresAt(),
                record.retainUntil()));

        assertThatThrownBy(() -> begin(MANUAL))
                .isInstanceOfSatisfying(
                        ProtocolException.class,
                        broken -> assertThat(broken.code()).isEqualTo(ErrorCode.INVALID_CHECKPOINT));
        assertThatThrownBy(() -> world.journal.inspect(KEY)).isInstanceOf(ProtocolException.class);
        assertThat(world.events(CheckpointEvent.RecordInvalid.class))
                .hasSize(2)
                .containsOnly(new CheckpointEvent.RecordInvalid(KEY, ErrorCode.INVALID_CHECKPOINT));
    }

    @Test
    void begin_ofARecordOfAnotherSchema_tellsAndThrows() {
        world.faults.next(Operation.CREATE, Fault.failWith(() -> ProtocolException.unsupportedSchema("2")));

        assertThatThrownBy(() -> begin(MANUAL)).hasMessageContaining("schema version 2");
        assertThat(world.events(CheckpointEvent.RecordInvalid.class))
                .containsExactly(new CheckpointEvent.RecordInvalid(KEY, ErrorCode.UNSUPPORTED_SCHEMA));
    }

    @Test
    void begin_refusedForAnotherReason_tellsOfNoBrokenRecord() {
        world.faults.next(Operation.CREATE, Fault.failWith(() -> ProtocolException.invalidArgument("not that")));

        assertThatThrownBy(() -> begin(MANUAL)).hasMessage("not that");
        assertThat(world.eventTypes()).isEmpty();
    }

    // Prepare

    @Test
    void begin_whenPrepareFails_claimsNothing() {
        world.faults.next(Operation.PREPARE, Fault.failWith(() -> StoreException.kmsUnavailable("down", null, true)));

        assertThatThrownBy(() -> begin(MANUAL))
                .isInstanceOfSatisfying(
                        StoreException.class, down -> assertThat(down.code()).isEqualTo(ErrorCode.KMS_UNAVAILABLE));
        assertThat(world.memory.find(KEY)).isEmpty();
        assertThat(world.events(CheckpointEvent.class))
                .containsExactly(new CheckpointEvent.Unprepared(KEY, ErrorCode.KMS_UNAVAILABLE));
    }

    @Test
    void begin_whenPrepareFails_stillSaysWhatIsStored() {
        Checkpoint record = world.given(Status.COMPLETED, MANUAL);
        world.faults.next(Operation.PREPARE, Fault.failWith(() -> StoreException.kmsUnavailable("down", null, true)));

        assertThat(begin(MANUAL))
                .isEqualTo(new Begin.Replay(record.requireOutcome(), Status.COMPLETED, Deliverable.of(KEY)));
        assertThat(world.eventTypes()).containsExactly("Unprepared", "Replayed");
    }

    @Test
    void begin_whenPrepareFailsAndTheAttemptMayBeRepeated_claimsNothing() {
        World.acquire(world.other, IDEMPOTENT);
        world.passLease();
        world.faults.next(Operation.PREPARE, Fault.unavailable());

        assertThatThrownBy(() -> begin(IDEMPOTENT)).isInstanceOf(StoreException.class);
        assertThat(world.record().requireExecution().epoch()).isEqualTo(1);
    }

    // Peek

    @ParameterizedTest
    @EnumSource(Status.class)
    void peek_inEveryState_answersLikeBeginAndWritesNothing(Status status) {
        Checkpoint record = world.given(status, MANUAL);

        var peeked = world.journal.peek(MANUAL);

        assertThat(world.record()).isEqualTo(record);
        assertThat(world.eventTypes()).isEmpty();
        if (status == Status.READY) {
            assertThat(peeked).isEmpty();
        } else {
            assertThat(peeked).contains(begin(MANUAL));
        }
    }

    @Test
    void peek_ofAnUnknownCall_isEmpty() {
        assertThat(world.journal.peek(MANUAL)).isEmpty();
    }

    @Test
    void peek_ofAnAbandonedAttemptThatNoneMayFollow_isUncertainSinceThen() {
        world.other.abandon(World.acquire(world.other, IDEMPOTENT));
        Instant abandonedAt = world.now();
        world.clock.advance(WINDOW);

        assertThat(world.journal.peek(IDEMPOTENT))
                .hasValueSatisfying(answer -> assertThat(answer)
                        .isInstanceOfSatisfying(
                                Begin.Uncertain.class,
                                uncertain -> assertThat(uncertain.since()).isEqualTo(abandonedAt)));
    }

    @Test
    void peek_ofAnExpiredManualAttempt_isUncertainWithoutAMark() {
        Instant leaseUntil = World.acquire(world.other, MANUAL).leaseUntil();
        world.passLease();

        assertThat(world.journal.peek(MANUAL))
                .hasValueSatisfying(answer -> assertThat(answer)
                        .isInstanceOfSatisfying(Begin.Uncertain.class, uncertain -> {
                            assertThat(uncertain.reason().code()).isEqualTo(Uncertainty.Code.LEASE_EXPIRED);
                            assertThat(uncertain.reason().by()).isEqualTo(Uncertainty.PROTOCOL);
                            assertThat(uncertain.since()).isEqualTo(leaseUntil);
                        }));
        assertThat(world.record().status()).isEqualTo(Status.EXECUTING);
    }

    @Test
    void peek_ofAnotherCall_isAConflict() {
        world.given(Status.COMPLETED, MANUAL);

        assertThat(world.journal.peek(IDEMPOTENT)).contains(new Begin.Conflict(List.of("recovery")));
    }

    // One clock reading

    @Test
    void begin_whenTheClockIsSetBackInBetween_decidesAndWritesAtOneInstant() {
        World.acquire(world.other, IDEMPOTENT);
        world.passLease();
        Instant expired = world.now();
        Journal jumpy = world.worker(builder -> builder.clock(new SteppingClock(List.of(
                expired, // prepare
                expired, // the first try to create
                expired, // the decision about what was found, and its write
                expired.minusSeconds(5), // after the claim
                expired.minusSeconds(5)))));

        assertThat(jumpy.begin(IDEMPOTENT, LEASE)).isInstanceOf(Begin.Acquired.class);
        assertThat(world.record().requireExecution().claimedAt()).isEqualTo(expired);
    }
}

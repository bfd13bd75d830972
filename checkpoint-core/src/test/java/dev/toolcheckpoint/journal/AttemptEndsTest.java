package dev.toolcheckpoint.journal;

import static dev.toolcheckpoint.fixture.World.BINDING;
import static dev.toolcheckpoint.fixture.World.IDEMPOTENT;
import static dev.toolcheckpoint.fixture.World.KEY;
import static dev.toolcheckpoint.fixture.World.LEASE;
import static dev.toolcheckpoint.fixture.World.MANUAL;
import static dev.toolcheckpoint.fixture.World.MILLI;
import static dev.toolcheckpoint.fixture.World.RECEIPT;
import static dev.toolcheckpoint.fixture.World.WINDOW;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.toolcheckpoint.fixture.World;
import dev.toolcheckpoint.protocol.ErrorCode;
import dev.toolcheckpoint.protocol.ProtocolException;
import dev.toolcheckpoint.protocol.RecordMissingException;
import dev.toolcheckpoint.protocol.Recovery;
import dev.toolcheckpoint.protocol.Status;
import dev.toolcheckpoint.protocol.Uncertainty;
import dev.toolcheckpoint.testing.Fault;
import dev.toolcheckpoint.testing.Operation;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Renewing, abandoning and marking uncertain. */
class AttemptEndsTest {

    private final World world = new World();

    // Renew

    @Test
    void renew_byTheHolder_makesTheLeaseLonger() {
        Lease lease = world.acquire(IDEMPOTENT);
        world.forgetEvents();
        world.clock.advance(Duration.ofSeconds(10));

        Renew renewed = world.journal.renew(lease, LEASE);

        assertThat(renewed).isInstanceOfSatisfying(Renew.Renewed.class, longer -> {
            assertThat(longer.lease().leaseUntil()).isEqualTo(world.now().plus(LEASE));
            assertThat(longer.lease().fence()).isEqualTo(lease.fence());
            assertThat(longer.lease().retryStartBefore()).isEqualTo(lease.retryStartBefore());
        });
        assertThat(world.events(CheckpointEvent.Renewed.class))
                .containsExactly(new CheckpointEvent.Renewed(
                        KEY, lease.fence(), world.now().plus(LEASE)));
    }

    @Test
    void renew_forLess_neverShortens() {
        Lease lease = world.acquire(MANUAL);

        assertThat(world.journal.renew(lease, MILLI))
                .isInstanceOfSatisfying(
                        Renew.Renewed.class,
                        same -> assertThat(same.lease().leaseUntil()).isEqualTo(lease.leaseUntil()));
        assertThat(world.record().requireExecution().leaseUntil()).isEqualTo(lease.leaseUntil());
    }

    @Test
    void renew_atItsEnd_isLostAndOneMilliBeforeRenewed() {
        Lease lease = world.acquire(MANUAL);
        world.clock.advance(LEASE.minus(MILLI));
        assertThat(world.journal.renew(lease, MILLI)).isInstanceOf(Renew.Renewed.class);
        world.forgetEvents();
        world.clock.advance(MILLI);

        assertThat(world.journal.renew(lease, LEASE)).isEqualTo(new Renew.Lost());
        assertThat(world.events(CheckpointEvent.LeaseLost.class))
                .containsExactly(new CheckpointEvent.LeaseLost(KEY, lease.fence()));
    }

    @Test
    void renew_againWithTheFirstLease_goesByTheRenewedOne() {
        Lease lease = world.acquire(MANUAL);
        world.clock.advance(Duration.ofSeconds(20));
        world.journal.renew(lease, LEASE);
        world.clock.advance(Duration.ofSeconds(20));

        assertThat(world.journal.renew(lease, LEASE)).isInstanceOf(Renew.Renewed.class);
    }

    @Test
    void renew_afterTakeoverOrEnd_isLost() {
        Lease lease = world.acquire(IDEMPOTENT);
        world.passLease();
        Lease taken = World.acquire(world.other, IDEMPOTENT);
        assertThat(world.journal.renew(lease, LEASE)).isEqualTo(new Renew.Lost());
        assertThat(world.record().requireExecution().leaseUntil()).isEqualTo(taken.leaseUntil());

        world.other.complete(taken, RECEIPT);
        assertThat(world.other.renew(taken, LEASE)).isEqualTo(new Renew.Lost());

        world.memory.remove(KEY);
        assertThat(world.other.renew(taken, LEASE)).isEqualTo(new Renew.Lost());
    }

    @Test
    void renew_afterAbandoning_isLost() {
        Lease lease = world.acquire(IDEMPOTENT);
        world.journal.abandon(lease);

        assertThat(world.journal.renew(lease, LEASE)).isEqualTo(new Renew.Lost());
    }

    @Test
    void renew_thatTookLongerThanTheLeaseItMade_isLost() {
        Lease lease = world.acquire(MANUAL);
        world.faults.next(Operation.SWAP, Fault.delayAfter(world.clock, LEASE));

        assertThat(world.journal.renew(lease, LEASE)).isEqualTo(new Renew.Lost());
    }

    @Test
    void renew_withALeaseOutOfRange_throwsBeforeAnyAccess() {
        Lease lease = world.acquire(MANUAL);
        int calls = world.faults.calls().size();

        assertThatThrownBy(() -> world.journal.renew(lease, Duration.ZERO)).isInstanceOf(ProtocolException.class);
        assertThat(world.faults.calls()).hasSize(calls);
    }

    // Abandon

    @Test
    void abandon_admissible_letsAFurtherAttemptStartAtOnce() {
        Lease lease = world.acquire(IDEMPOTENT);
        world.forgetEvents();

        assertThat(world.journal.abandon(lease)).isEqualTo(new Abandon.Abandoned(world.now()));
        assertThat(world.eventTypes()).containsExactly("Abandoned");
        assertThat(World.acquire(world.other, IDEMPOTENT).fence().epoch()).isEqualTo(2);
    }

    @Test
    void abandon_notAdmissible_isUncertain() {
        Intent once = Intent.of(BINDING, Recovery.idempotent(WINDOW).maxAttempts(1));
        Lease lease = world.acquire(once);
        world.forgetEvents();

        Abandon abandoned = world.journal.abandon(lease);

        Uncertainty reason = world.record().requireUncertainty();
        assertThat(abandoned).isEqualTo(new Abandon.Uncertain(reason));
        assertThat(reason.code()).isEqualTo(Uncertainty.Code.ABANDONED);
        assertThat(world.events(CheckpointEvent.BecameUncertain.class))
                .containsExactly(new CheckpointEvent.BecameUncertain(KEY, reason));
        assertThat(world.journal.abandon(lease)).as("again").isEqualTo(new Abandon.Uncertain(reason));
    }

    @Test
    void abandon_twice_isDone() {
        Lease lease = world.acquire(IDEMPOTENT);
        world.journal.abandon(lease);
        world.forgetEvents();

        assertThat(world.journal.abandon(lease)).isEqualTo(new Abandon.Abandoned(world.now()));
        assertThat(world.eventTypes()).isEmpty();
    }

    @Test
    void abandon_afterTakeover_isStale() {
        Lease lease = world.acquire(IDEMPOTENT);
        world.passLease();
        World.acquire(world.other, IDEMPOTENT);
        world.forgetEvents();

        assertThat(world.journal.abandon(lease)).isEqualTo(new Abandon.Stale());
        assertThat(world.eventTypes()).containsExactly("LeaseLost");
        assertThat(world.record().requireExecution().abandonedAt()).isNull();
    }

    @Test
    void abandon_manual_isRefused() {
        Lease lease = world.acquire(MANUAL);

        assertThatThrownBy(() -> world.journal.abandon(lease))
                .isInstanceOfSatisfying(
                        ProtocolException.class,
                        refused -> assertThat(refused.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT))
                .hasMessageContaining("manual");
        assertThat(world.record().status()).isEqualTo(Status.EXECUTING);
    }

    @Test
    void abandon_whenTheRecordIsGone_isStale() {
        Lease lease = world.acquire(IDEMPOTENT);
        world.memory.remove(KEY);

        assertThat(world.journal.abandon(lease)).isEqualTo(new Abandon.Stale());
    }

    // Mark uncertain

    @Test
    void markUncertain_byTheHolder_isMarkedAtAnyTime() {
        Lease lease = world.acquire(IDEMPOTENT);
        world.forgetEvents();

        assertThat(world.journal.markUncertain(lease, Uncertainty.Code.DECLARED_BY_TOOL, "reset"))
                .isEqualTo(new Mark.Marked());
        Uncertainty reason = new Uncertainty(
                Uncertainty.Code.DECLARED_BY_TOOL,
                "reset",
                world.now(),
                lease.fence().attemptId());
        assertThat(world.record().uncertainty()).isEqualTo(reason);
        assertThat(world.events(CheckpointEvent.BecameUncertain.class))
                .containsExactly(new CheckpointEvent.BecameUncertain(KEY, reason));
        assertThat(world.journal.markUncertain(lease, Uncertainty.Code.DECLARED_BY_TOOL, "again"))
                .isEqualTo(new Mark.Marked());
        assertThat(world.record().uncertainty()).as("the first stays").isEqualTo(reason);
    }

    @Test
    void markUncertain_byAStaleHolder_isStaleAndShowsWhatIsThere() {
        Lease lease = world.acquire(IDEMPOTENT);
        world.passLease();
        Lease taken = World.acquire(world.other, IDEMPOTENT);
        assertThat(world.journal.markUncertain(lease, Uncertainty.Code.AMBIGUOUS_FAILURE, "reset"))
                .isEqualTo(new Mark.Stale(world.record()));

        world.other.markUncertain(taken, Uncertainty.Code.AMBIGUOUS_FAILURE, "reset");
        assertThat(world.journal.markUncertain(lease, Uncertainty.Code.AMBIGUOUS_FAILURE, "reset"))
                .as("uncertain under another attempt")
                .isInstanceOf(Mark.Stale.class);

        world.memory.remove(KEY);
        assertThat(world.journal.markUncertain(lease, Uncertainty.Code.AMBIGUOUS_FAILURE, "reset"))
                .isEqualTo(new Mark.Stale(null));
    }

    @Test
    void markUncertain_byAnOperator_isMarkedWhileTheAttemptIsAlive() {
        world.acquire(IDEMPOTENT);

        assertThat(world.journal.markUncertain(KEY, "the host burnt down", "ops@example.com"))
                .isEqualTo(new Mark.Marked());
        assertThat(world.record().uncertainty())
                .isEqualTo(new Uncertainty(
                        Uncertainty.Code.MARKED_BY_OPERATOR, "the host burnt down", world.now(), "ops@example.com"));
        assertThat(world.journal.markUncertain(KEY, "again", "ops")).isEqualTo(new Mark.Marked());
    }

    @Test
    void markUncertain_ofACallThatDoesNotExecute_isStale() {
        world.given(Status.COMPLETED, MANUAL);

        assertThat(world.journal.markUncertain(KEY, "gone", "ops")).isEqualTo(new Mark.Stale(world.record()));
        assertThat(world.eventTypes()).isEmpty();
    }

    @Test
    void markUncertain_ofAnUnknownCall_throws() {
        assertThatThrownBy(() -> world.journal.markUncertain(KEY, "gone", "ops"))
                .isInstanceOf(RecordMissingException.class);
        assertThatThrownBy(() -> world.journal.expire(KEY)).isInstanceOf(RecordMissingException.class);
    }

    // Expire

    @Test
    void expire_byAnyone_onlyOnceExpiredAndNotAdmissible() {
        Instant claimed = world.now();
        world.acquire(IDEMPOTENT);
        assertThat(world.journal.expire(KEY)).as("alive").isInstanceOf(Mark.Stale.class);
        world.passLease();
        assertThat(world.journal.expire(KEY)).as("may be repeated").isInstanceOf(Mark.Stale.class);
        world.clock.set(claimed.plus(WINDOW));

        assertThat(world.journal.expire(KEY)).isEqualTo(new Mark.Marked());
        assertThat(world.record().requireUncertainty().code()).isEqualTo(Uncertainty.Code.LEASE_EXPIRED);
    }

    @Test
    void expire_byAnOperator_onlyOnceExpiredButEvenWhenAdmissible() {
        world.acquire(IDEMPOTENT);
        world.clock.advance(LEASE);
        assertThat(world.journal.expire(KEY, "drained", "ops"))
                .as("inside the margin")
                .isInstanceOf(Mark.Stale.class);
        world.clock.advance(World.MARGIN);

        assertThat(world.journal.expire(KEY, "drained", "ops")).isEqualTo(new Mark.Marked());
        assertThat(world.record().requireUncertainty().code()).isEqualTo(Uncertainty.Code.MARKED_BY_OPERATOR);
    }
}

package dev.toolcheckpoint.cases;

import static dev.toolcheckpoint.fixture.Workers.HAPPENED;
import static dev.toolcheckpoint.fixture.Workers.IDEMPOTENT;
import static dev.toolcheckpoint.fixture.Workers.KEY;
import static dev.toolcheckpoint.fixture.Workers.LEASE;
import static dev.toolcheckpoint.fixture.Workers.MANUAL;
import static dev.toolcheckpoint.fixture.Workers.RECEIPT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.toolcheckpoint.fixture.Workers;
import dev.toolcheckpoint.journal.Begin;
import dev.toolcheckpoint.journal.Complete;
import dev.toolcheckpoint.journal.Lease;
import dev.toolcheckpoint.protocol.Checkpoint;
import dev.toolcheckpoint.protocol.ProtocolException;
import dev.toolcheckpoint.protocol.Retention;
import dev.toolcheckpoint.protocol.Status;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * R12: gone too early, or expired but still there. Where the case says "re-extended on every transition" the design wins: the
 * retention is fixed at completion, and an open record never expires.
 */
@SuppressWarnings("this-escape")
public abstract class R12RetentionCases extends WorkersCases {

    private final Workers world = workers();

    /** Cases over what this makes. */
    protected R12RetentionCases(Supplier<Workers> source) {
        super(source);
    }

    @Test
    void r12_retentionWithinTheReplayWindow_isRefused() {
        assertThatThrownBy(() -> Retention.of(Duration.ofDays(14), Duration.ofDays(-13)))
                .isInstanceOf(ProtocolException.class)
                .hasMessageContaining("must exceed the replay window");
    }

    @ParameterizedTest
    @EnumSource(
            value = Status.class,
            names = {"READY", "EXECUTING", "UNCERTAIN", "DELIVERING"})
    void r12_anOpenRecord_neverExpires(Status status) {
        assertThat(world.given(status, MANUAL).expiresAt()).isNull();
    }

    @Test
    void r12_theEndOfRetention_isFixedAtCompletion() {
        Instant until = world.given(Status.COMPLETED, MANUAL).expiresAt();
        assertThat(until).isEqualTo(world.now().plus(Duration.ofDays(30)));

        world.clock.advance(Duration.ofDays(3));
        world.other.claimDelivery(KEY, LEASE, false);
        assertThat(world.record().retainUntil()).isEqualTo(until);
        world.other.settleDelivery(KEY, HAPPENED);
        assertThat(world.record().expiresAt()).isEqualTo(until);
    }

    @ParameterizedTest
    @EnumSource(
            value = Status.class,
            names = {"COMPLETED", "DELIVERED"})
    void r12_anExpiredRecordThatIsStillThere_countsInFull(Status status) {
        Checkpoint record = world.given(status, IDEMPOTENT);
        world.clock.set(record.requireOutcome().completedAt().plus(Duration.ofDays(31)));

        assertThat(world.journal.begin(IDEMPOTENT, LEASE)).isInstanceOf(Begin.Replay.class);
    }

    @Test
    void r12_aTombstone_countsInFullEvenWhenExpired() {
        Checkpoint record = world.given(Status.COMPLETED, IDEMPOTENT);
        world.other.forget(KEY);
        world.clock.set(record.requireOutcome().completedAt().plus(Duration.ofDays(31)));

        assertThat(world.journal.begin(IDEMPOTENT, LEASE))
                .isInstanceOfSatisfying(
                        Begin.Replay.class,
                        replay -> assertThat(replay.outcome().forgotten()).isTrue());
    }

    @Test
    void r12_aRecordRemovedBetweenReadAndWrite_isNotMadeAgain() {
        Lease lease = world.acquire(MANUAL);
        world.remove();

        assertThat(world.journal.complete(lease, RECEIPT)).isEqualTo(new Complete.Stale(null));
        assertThat(world.exists()).isFalse();
    }
}

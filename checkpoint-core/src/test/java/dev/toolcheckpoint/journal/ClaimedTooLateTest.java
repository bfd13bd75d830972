package dev.toolcheckpoint.journal;

import static dev.toolcheckpoint.fixture.World.BINDING;
import static dev.toolcheckpoint.fixture.World.IDEMPOTENT;
import static dev.toolcheckpoint.fixture.World.LEASE;
import static dev.toolcheckpoint.fixture.World.MANUAL;
import static dev.toolcheckpoint.fixture.World.MILLI;
import static dev.toolcheckpoint.fixture.World.WINDOW;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.toolcheckpoint.fixture.World;
import dev.toolcheckpoint.protocol.LateReceipts;
import dev.toolcheckpoint.protocol.Outcome;
import dev.toolcheckpoint.protocol.Payload;
import dev.toolcheckpoint.protocol.Receipt;
import dev.toolcheckpoint.protocol.Recovery;
import dev.toolcheckpoint.protocol.Status;
import dev.toolcheckpoint.protocol.StoreException;
import dev.toolcheckpoint.testing.Fault;
import dev.toolcheckpoint.testing.Operation;
import org.junit.jupiter.api.Test;

/** The claim's write took longer than the lease it stored: another may start, so this caller must not. */
class ClaimedTooLateTest {

    private final World world = new World();

    @Test
    void begin_whoseClaimTookOneMilliLess_isAcquired() {
        world.faults.next(Operation.CREATE, Fault.delayAfter(world.clock, LEASE.minus(MILLI)));

        assertThat(world.journal.begin(MANUAL, LEASE)).isInstanceOf(Begin.Acquired.class);
    }

    @Test
    void begin_manual_storesTheErrorThatNothingHappened() {
        world.faults.next(Operation.CREATE, Fault.delayAfter(world.clock, LEASE));

        Begin begun = world.journal.begin(MANUAL, LEASE);

        assertThat(begun).isInstanceOfSatisfying(Begin.Replay.class, replay -> {
            assertThat(replay.status()).isEqualTo(Status.COMPLETED);
            assertThat(replay.outcome().kind()).isEqualTo(Outcome.Kind.ERROR);
            assertThat(replay.outcome().retryableAsNewCall()).isTrue();
            assertThat(replay.outcome().payload())
                    .isEqualTo(Payload.Inline.of(Receipt.notStarted().bytes()));
        });
        assertThat(world.record().status()).isEqualTo(Status.COMPLETED);
        assertThat(world.eventTypes()).containsExactly("Completed", "Replayed");
    }

    @Test
    void begin_manualWhoseErrorCannotBeStored_throwsAndStartedNothing() {
        world.faults.next(Operation.CREATE, Fault.delayAfter(world.clock, LEASE));
        world.faults.always(Operation.SWAP, Fault.dropRequest());

        assertThat(catchThrowableOfType(StoreException.class, () -> world.journal.begin(MANUAL, LEASE))
                        .ambiguous())
                .isTrue();
    }

    @Test
    void begin_manualStrict_throwsAndBecomesUncertainLater() {
        Journal strict = world.worker(builder -> builder.lateReceipts(LateReceipts.REJECT));
        world.faults.next(Operation.CREATE, Fault.delayAfter(world.clock, LEASE));

        assertThatThrownBy(() -> strict.begin(MANUAL, LEASE)).hasMessageContaining("nothing was started");
        world.clock.advance(World.MARGIN);
        assertThat(strict.begin(MANUAL, LEASE)).isInstanceOf(Begin.Uncertain.class);
    }

    @Test
    void begin_idempotent_givesTheAttemptUp() {
        world.faults.next(Operation.CREATE, Fault.delayAfter(world.clock, LEASE));

        assertThatThrownBy(() -> world.journal.begin(IDEMPOTENT, LEASE))
                .isInstanceOfSatisfying(
                        StoreException.class,
                        failure -> assertThat(failure.retryable()).isTrue())
                .hasMessageContaining("longer than its lease");
        assertThat(world.record().requireExecution().abandonedAt()).isEqualTo(world.now());
        assertThat(World.acquire(world.other, IDEMPOTENT).fence().epoch()).isEqualTo(2);
    }

    @Test
    void begin_idempotentWithoutAFurtherAttempt_isUncertain() {
        Intent once = Intent.of(BINDING, Recovery.idempotent(WINDOW).maxAttempts(1));
        world.faults.next(Operation.CREATE, Fault.delayAfter(world.clock, LEASE));

        assertThat(world.journal.begin(once, LEASE))
                .isInstanceOfSatisfying(
                        Begin.Uncertain.class,
                        uncertain -> assertThat(uncertain.since())
                                .isEqualTo(uncertain.reason().at()));
        assertThat(world.record().status()).isEqualTo(Status.UNCERTAIN);
        assertThat(world.eventTypes()).containsExactly("BecameUncertain");
    }
}

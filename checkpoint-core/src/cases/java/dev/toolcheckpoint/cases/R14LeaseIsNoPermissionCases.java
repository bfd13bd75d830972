package dev.toolcheckpoint.cases;

import static dev.toolcheckpoint.fixture.Workers.IDEMPOTENT;
import static dev.toolcheckpoint.fixture.Workers.LEASE;
import static dev.toolcheckpoint.fixture.Workers.MANUAL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.toolcheckpoint.fixture.Workers;
import dev.toolcheckpoint.journal.Begin;
import dev.toolcheckpoint.protocol.Status;
import java.time.Duration;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** R14: a lease that timed out is no permission to run again. */
@SuppressWarnings("this-escape")
public abstract class R14LeaseIsNoPermissionCases extends WorkersCases {

    private final Workers world = workers();

    /** Cases over what this makes. */
    protected R14LeaseIsNoPermissionCases(Supplier<Workers> source) {
        super(source);
    }

    @Test
    void r14_aRetryWhileTheToolRuns_isInProgress() {
        world.acquire(MANUAL);
        world.clock.advance(Duration.ofSeconds(10));

        assertThat(world.other.begin(MANUAL, LEASE)).isInstanceOf(Begin.Busy.class);
    }

    @Test
    void r14_aRetryAfterTheManualToolWasKilled_isUncertain() {
        world.acquire(MANUAL);
        world.clock.advance(Duration.ofSeconds(31));

        assertThat(world.other.begin(MANUAL, LEASE)).isInstanceOf(Begin.Uncertain.class);
        assertThat(world.other.begin(MANUAL, LEASE)).isInstanceOf(Begin.Uncertain.class);
        assertThat(world.record().requireExecution().epoch()).isEqualTo(1);
    }

    @Test
    void r14_aRetryOfARepeatableTool_runsOnlyInsideItsWindow() {
        world.acquire(IDEMPOTENT);
        world.clock.advance(Duration.ofSeconds(31));
        assertThat(world.other.begin(IDEMPOTENT, LEASE)).isInstanceOf(Begin.Acquired.class);

        world.clock.advance(Workers.WINDOW);
        assertThat(world.other.begin(IDEMPOTENT, LEASE)).isInstanceOf(Begin.Uncertain.class);
        assertThat(world.record().status()).isEqualTo(Status.UNCERTAIN);
    }

    @Test
    void r14_everyAttempt_hasALease() {
        world.acquire(MANUAL);

        assertThat(world.record().requireExecution().leaseUntil())
                .isEqualTo(world.now().plus(LEASE));
    }
}

package dev.toolcheckpoint.journal;

import static dev.toolcheckpoint.fixture.World.IDEMPOTENT;
import static dev.toolcheckpoint.fixture.World.KEY;
import static dev.toolcheckpoint.fixture.World.LEASE;
import static dev.toolcheckpoint.fixture.World.MANUAL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.toolcheckpoint.fixture.World;
import dev.toolcheckpoint.protocol.Status;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** R14: a lease that timed out is no permission to run again. */
class R14LeaseIsNoPermissionTest {

    private final World world = new World();

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

        world.clock.advance(World.WINDOW);
        assertThat(world.other.begin(IDEMPOTENT, LEASE)).isInstanceOf(Begin.Uncertain.class);
        assertThat(world.record().status()).isEqualTo(Status.UNCERTAIN);
    }

    @Test
    void r14_everyAttempt_hasALease() {
        world.acquire(MANUAL);

        assertThat(world.memory.find(KEY).orElseThrow().requireExecution().leaseUntil())
                .isEqualTo(world.now().plus(LEASE));
    }
}

package dev.toolcheckpoint.journal;

import static dev.toolcheckpoint.fixture.World.BINDING;
import static dev.toolcheckpoint.fixture.World.LEASE;
import static dev.toolcheckpoint.fixture.World.WINDOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.toolcheckpoint.fixture.World;
import dev.toolcheckpoint.protocol.Recovery;
import dev.toolcheckpoint.protocol.Status;
import org.junit.jupiter.api.Test;

/** R23: endless attempts that no counter sees. The claim counts, so an attempt that was killed counts. */
class R23KilledAttemptsTest {

    @Test
    void r23_attemptsThatWereKilled_count() {
        World world = new World();
        Intent thrice = Intent.of(BINDING, Recovery.idempotent(WINDOW).maxAttempts(3));

        for (long attempt = 1; attempt <= 3; attempt++) {
            assertThat(world.acquire(thrice).fence().epoch()).isEqualTo(attempt);
            world.passLease();
        }

        assertThat(world.journal.begin(thrice, LEASE)).isInstanceOf(Begin.Uncertain.class);
        assertThat(world.record().status()).isEqualTo(Status.UNCERTAIN);
        assertThat(world.record().requireExecution().epoch()).isEqualTo(3);
    }
}

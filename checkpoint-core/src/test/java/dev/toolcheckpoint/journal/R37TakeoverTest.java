package dev.toolcheckpoint.journal;

import static dev.toolcheckpoint.fixture.World.IDEMPOTENT;
import static dev.toolcheckpoint.fixture.World.KEY;
import static dev.toolcheckpoint.fixture.World.LEASE;
import static dev.toolcheckpoint.fixture.World.MANUAL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.toolcheckpoint.fixture.World;
import dev.toolcheckpoint.protocol.Status;
import dev.toolcheckpoint.store.AttentionQuery;
import dev.toolcheckpoint.testing.Fault;
import dev.toolcheckpoint.testing.Operation;
import dev.toolcheckpoint.testing.SequentialIds;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** R37: recovery takes over something alive. A listing is a hint; only the winner of a conditional write goes on. */
class R37TakeoverTest {

    private final World world = new World();

    @Test
    void r37_theOwnerRenewsWhileASweeperClaims_theSweeperStops() {
        Lease owner = World.acquire(world.other, IDEMPOTENT);
        Journal ahead = world.worker(builder -> builder.clock(world.clock.withOffset(Duration.ofSeconds(2))));
        world.clock.advance(LEASE.minus(World.MARGIN));
        assertThat(ahead.attention(AttentionQuery.dueBefore(ahead.clock().instant()))
                        .records())
                .as("the sweeper's list")
                .hasSize(1);
        world.faults.next(Operation.SWAP, Fault.none().before(() -> world.other.renew(owner, LEASE)));

        assertThat(ahead.begin(IDEMPOTENT, LEASE)).isInstanceOf(Begin.Busy.class);
        assertThat(world.record().requireExecution().epoch()).isEqualTo(1);
    }

    @Test
    void r37_theOwnerRenewsWhileASweeperMarks_theSweeperStops() {
        Lease owner = World.acquire(world.other, MANUAL);
        Journal ahead = world.worker(builder -> builder.clock(world.clock.withOffset(Duration.ofSeconds(2))));
        world.clock.advance(LEASE.minus(World.MARGIN));
        world.faults.next(Operation.SWAP, Fault.none().before(() -> world.other.renew(owner, LEASE)));

        assertThat(ahead.expire(KEY)).isInstanceOf(Mark.Stale.class);
        assertThat(world.record().status()).isEqualTo(Status.EXECUTING);
    }

    @Test
    void r37_twoSweepersAtOnce_oneWins() {
        World.acquire(world.other, IDEMPOTENT);
        world.passLease();
        Journal second = Journal.builder(world.memory)
                .clock(world.clock)
                .ids(new SequentialIds("second"))
                .build();
        world.faults.next(Operation.SWAP, Fault.none().before(() -> World.acquire(second, IDEMPOTENT)));

        assertThat(world.journal.begin(IDEMPOTENT, LEASE)).isInstanceOf(Begin.Busy.class);
        assertThat(world.record().requireExecution().epoch()).isEqualTo(2);
    }
}

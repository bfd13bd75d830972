package dev.toolcheckpoint.cases;

import static dev.toolcheckpoint.fixture.Workers.IDEMPOTENT;
import static dev.toolcheckpoint.fixture.Workers.KEY;
import static dev.toolcheckpoint.fixture.Workers.LEASE;
import static dev.toolcheckpoint.fixture.Workers.MANUAL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.toolcheckpoint.fixture.Workers;
import dev.toolcheckpoint.journal.Begin;
import dev.toolcheckpoint.journal.Journal;
import dev.toolcheckpoint.journal.Lease;
import dev.toolcheckpoint.journal.Mark;
import dev.toolcheckpoint.protocol.Status;
import dev.toolcheckpoint.store.AttentionQuery;
import dev.toolcheckpoint.testing.Fault;
import dev.toolcheckpoint.testing.Operation;
import dev.toolcheckpoint.testing.SequentialIds;
import java.time.Duration;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** R37: recovery takes over something alive. A listing is a hint; only the winner of a conditional write goes on. */
@SuppressWarnings("this-escape")
public abstract class R37TakeoverCases extends WorkersCases {

    private final Workers world = workers();

    /** Cases over what this makes. */
    protected R37TakeoverCases(Supplier<Workers> source) {
        super(source);
    }

    @Test
    void r37_theOwnerRenewsWhileASweeperClaims_theSweeperStops() {
        Lease owner = Workers.acquire(world.other, IDEMPOTENT);
        Journal ahead = world.worker(builder -> builder.clock(world.clock.withOffset(Duration.ofSeconds(2))));
        world.clock.advance(LEASE.minus(Workers.MARGIN));
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
        Lease owner = Workers.acquire(world.other, MANUAL);
        Journal ahead = world.worker(builder -> builder.clock(world.clock.withOffset(Duration.ofSeconds(2))));
        world.clock.advance(LEASE.minus(Workers.MARGIN));
        world.faults.next(Operation.SWAP, Fault.none().before(() -> world.other.renew(owner, LEASE)));

        assertThat(ahead.expire(KEY)).isInstanceOf(Mark.Stale.class);
        assertThat(world.record().status()).isEqualTo(Status.EXECUTING);
    }

    @Test
    void r37_twoSweepersAtOnce_oneWins() {
        Workers.acquire(world.other, IDEMPOTENT);
        world.passLease();
        Journal second = Journal.builder(world.store)
                .clock(world.clock)
                .ids(new SequentialIds("second"))
                .build();
        world.faults.next(Operation.SWAP, Fault.none().before(() -> Workers.acquire(second, IDEMPOTENT)));

        assertThat(world.journal.begin(IDEMPOTENT, LEASE)).isInstanceOf(Begin.Busy.class);
        assertThat(world.record().requireExecution().epoch()).isEqualTo(2);
    }
}

package dev.toolcheckpoint.cases;

import static dev.toolcheckpoint.fixture.Tools.call;
import static dev.toolcheckpoint.fixture.Workers.IDEMPOTENT;
import static dev.toolcheckpoint.fixture.Workers.KEY;
import static dev.toolcheckpoint.fixture.Workers.LEASE;
import static dev.toolcheckpoint.fixture.Workers.MARGIN;
import static dev.toolcheckpoint.fixture.Workers.MILLI;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolcheckpoint.fixture.Tools;
import dev.toolcheckpoint.fixture.Workers;
import dev.toolcheckpoint.journal.Begin;
import dev.toolcheckpoint.journal.CheckpointEvent;
import dev.toolcheckpoint.journal.Journal;
import dev.toolcheckpoint.journal.Lease;
import dev.toolcheckpoint.journal.Renew;
import dev.toolcheckpoint.protocol.Recovery;
import dev.toolcheckpoint.tool.TimeBudget;
import dev.toolcheckpoint.tool.Tool;
import dev.toolcheckpoint.tool.ToolOutcome;
import dev.toolcheckpoint.tool.ToolRunner;
import java.time.Duration;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** R15: seconds, milliseconds and zero: how much time is left, and which instant still belongs to whom. */
@SuppressWarnings("this-escape")
public abstract class R15TimeLeftCases extends WorkersCases {

    private final Workers world = workers();
    private final ToolRunner runner = ToolRunner.over(world.journal);
    private int runs;

    /** Cases over what this makes. */
    protected R15TimeLeftCases(Supplier<Workers> source) {
        super(source);
    }

    private Tool<JsonNode, String> tool(Recovery recovery) {
        return Tools.tool(recovery, (input, context) -> "run " + ++runs);
    }

    private ToolOutcome run(Recovery recovery, Duration left) {
        return runner.run(tool(recovery), call(), TimeBudget.killedAfter(left, Duration.ofSeconds(2)));
    }

    @ParameterizedTest
    @ValueSource(longs = {-30_000, 0, 1, 299})
    void r15_run_withTooLittleTime_claimsNothing(long left) {
        assertThat(run(Recovery.manual(), Duration.ofMillis(left))).isEqualTo(new ToolOutcome.Retryable(world.now()));

        assertThat(world.exists()).isFalse();
        assertThat(runs).isZero();
        assertThat(world.events(CheckpointEvent.ToolNotStarted.class))
                .containsExactly(
                        new CheckpointEvent.ToolNotStarted(KEY, "send-mail", Duration.ofMillis(Math.max(left, 0))));
    }

    @ParameterizedTest
    @ValueSource(longs = {300, 30_000})
    void r15_run_withJustEnoughTime_starts(long left) {
        assertThat(run(Recovery.manual(), Duration.ofMillis(left))).isInstanceOf(ToolOutcome.Executed.class);
        assertThat(world.record().requireExecution().leaseUntil())
                .isEqualTo(world.now().plusMillis(left).plusSeconds(2));
    }

    @Test
    void r15_aLease_isHeldByTheOwnersClockAndExpiresByEverybodyElses() {
        Journal behind = world.worker(builder -> builder.clock(world.clock.withOffset(Duration.ofSeconds(-1))));
        Journal ahead = world.worker(builder -> builder.clock(world.clock.withOffset(Duration.ofSeconds(1))));
        Lease lease = Workers.acquire(behind, IDEMPOTENT);
        world.clock.advance(LEASE.minus(MARGIN).minus(MILLI));

        assertThat(ahead.begin(IDEMPOTENT, LEASE)).as("two seconds apart").isInstanceOf(Begin.Busy.class);
        world.clock.advance(MILLI);
        assertThat(ahead.begin(IDEMPOTENT, LEASE)).isInstanceOf(Begin.Acquired.class);
        assertThat(behind.renew(lease, LEASE))
                .as("the margin covers one second only")
                .isEqualTo(new Renew.Lost());
    }
}

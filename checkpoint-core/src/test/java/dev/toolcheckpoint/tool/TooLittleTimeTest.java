package dev.toolcheckpoint.tool;

import static dev.toolcheckpoint.fixture.Tools.call;
import static dev.toolcheckpoint.fixture.Tools.outcome;
import static dev.toolcheckpoint.fixture.World.IDEMPOTENT;
import static dev.toolcheckpoint.fixture.World.KEY;
import static dev.toolcheckpoint.fixture.World.LEASE;
import static dev.toolcheckpoint.fixture.World.MARGIN;
import static dev.toolcheckpoint.fixture.World.MILLI;
import static dev.toolcheckpoint.fixture.World.WINDOW;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolcheckpoint.fixture.Tools;
import dev.toolcheckpoint.fixture.World;
import dev.toolcheckpoint.journal.CheckpointEvent;
import dev.toolcheckpoint.journal.Deliverable;
import dev.toolcheckpoint.journal.Intent;
import dev.toolcheckpoint.journal.Lease;
import dev.toolcheckpoint.json.Digests;
import dev.toolcheckpoint.json.JsonLimits;
import dev.toolcheckpoint.protocol.Binding;
import dev.toolcheckpoint.protocol.Outcome;
import dev.toolcheckpoint.protocol.Recovery;
import dev.toolcheckpoint.protocol.Status;
import dev.toolcheckpoint.protocol.StoreException;
import dev.toolcheckpoint.testing.Fault;
import dev.toolcheckpoint.testing.Operation;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Too little time to start: nothing is claimed, and what is stored is still handed out. */
class TooLittleTimeTest {

    /** Minimum 100 ms and write reserve 200 ms. */
    private static final Duration ENOUGH = Duration.ofMillis(300);

    private static final Binding BINDING =
            new Binding("tenant", "call-1", "send-mail", "1", Digests.fingerprint(Tools.input(), JsonLimits.DEFAULT));

    private final World world = new World();
    private final ToolRunner runner = ToolRunner.over(world.journal);
    private int runs;

    private Tool<JsonNode, String> tool(Recovery recovery) {
        return Tools.tool(recovery, (input, context) -> "run " + ++runs);
    }

    private ToolOutcome run(Recovery recovery, Duration left) {
        return runner.run(tool(recovery), call(), TimeBudget.killedAfter(left, Duration.ofSeconds(2)));
    }

    private ToolOutcome runWithTooLittle(Recovery recovery) {
        return run(recovery, ENOUGH.minus(MILLI));
    }

    @Test
    void run_withTooLittleTimeAndAStoredOutcome_replaysIt() {
        ToolOutcome executed = run(Recovery.manual(), LEASE);

        assertThat(runWithTooLittle(Recovery.manual()))
                .isEqualTo(new ToolOutcome.Replayed(outcome(executed), Status.COMPLETED, Deliverable.of(KEY)));
    }

    @Test
    void run_withTooLittleTimeAndALiveAttempt_isInProgress() {
        Lease lease = World.acquire(world.other, Intent.of(BINDING, Recovery.manual()));

        assertThat(runWithTooLittle(Recovery.manual()))
                .isEqualTo(new ToolOutcome.InProgress(lease.leaseUntil().plus(MARGIN)));
    }

    @Test
    void run_withTooLittleTimeAndAnUncertainCall_isUncertain() {
        World.acquire(world.other, Intent.of(BINDING, Recovery.manual()));
        world.passLease();

        assertThat(runWithTooLittle(Recovery.manual())).isInstanceOf(ToolOutcome.Uncertain.class);
        assertThat(world.record().status()).as("nothing was written").isEqualTo(Status.EXECUTING);
    }

    @Test
    void run_withTooLittleTimeAndAnotherCall_isAConflict() {
        World.acquire(world.other, Intent.of(BINDING, Recovery.manual()));

        assertThat(runWithTooLittle(IDEMPOTENT.recovery())).isInstanceOf(ToolOutcome.Conflict.class);
    }

    @Test
    void run_withTooLittleTimeAndAnAttemptThatMayBeRepeated_isRetryable() {
        World.acquire(world.other, Intent.of(BINDING, IDEMPOTENT.recovery()));
        world.passLease();

        assertThat(runWithTooLittle(IDEMPOTENT.recovery())).isEqualTo(new ToolOutcome.Retryable(world.now()));
        assertThat(world.record().requireExecution().epoch()).isEqualTo(1);
    }

    // Time goes while the call is claimed

    private ToolOutcome runWithSlowClaim(Recovery recovery, Duration left, Duration claim) {
        world.faults.next(Operation.CREATE, Fault.delayAfter(world.clock, claim));
        return run(recovery, left);
    }

    @Test
    void run_whoseClaimLeavesExactlyTheMinimum_starts() {
        assertThat(runWithSlowClaim(Recovery.manual(), Duration.ofSeconds(1), Duration.ofMillis(900)))
                .isInstanceOf(ToolOutcome.Executed.class);
        assertThat(runs).isEqualTo(1);
    }

    @Test
    void run_manualWhoseClaimLeavesLess_endsWithAnErrorThatNothingHappened() {
        ToolOutcome ended = runWithSlowClaim(Recovery.manual(), Duration.ofSeconds(1), Duration.ofMillis(901));

        assertThat(ended).isInstanceOf(ToolOutcome.Executed.class);
        assertThat(outcome(ended).kind()).isEqualTo(Outcome.Kind.ERROR);
        assertThat(outcome(ended).retryableAsNewCall()).isTrue();
        assertThat(Tools.text(ended)).contains("NOT_STARTED");
        assertThat(runs).isZero();
        assertThat(world.events(CheckpointEvent.ToolNotStarted.class))
                .containsExactly(new CheckpointEvent.ToolNotStarted(KEY, "send-mail", Duration.ofMillis(99)));
    }

    @Test
    void run_idempotentWhoseClaimLeavesLess_isGivenUp() {
        assertThat(runWithSlowClaim(IDEMPOTENT.recovery(), Duration.ofSeconds(1), Duration.ofMillis(901)))
                .isEqualTo(new ToolOutcome.Retryable(world.now()));
        assertThat(world.record().requireExecution().abandonedAt()).isEqualTo(world.now());
        assertThat(runs).isZero();
    }

    @Test
    void run_idempotentOnceWhoseClaimLeavesLess_endsWithAnErrorThatNothingHappened() {
        Recovery once = Recovery.idempotent(WINDOW).maxAttempts(1);

        ToolOutcome ended = runWithSlowClaim(once, Duration.ofSeconds(1), Duration.ofMillis(901));

        assertThat(outcome(ended).retryableAsNewCall()).isTrue();
        assertThat(runs).isZero();
    }

    @Test
    void run_whoseClaimIsNotAnswered_isNotClaimedAnewAfterTheToolsTime() {
        world.faults.always(Operation.CREATE, Fault.unavailable());

        assertThatThrownBy(() -> run(Recovery.manual(), Duration.ofMillis(400))).isInstanceOf(StoreException.class);
        assertThat(world.faults.count(Operation.CREATE))
                .as("at 0, 50 and 150 ms, not at 350")
                .isEqualTo(3);
    }
}

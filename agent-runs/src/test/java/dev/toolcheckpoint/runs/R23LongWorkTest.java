package dev.toolcheckpoint.runs;

import static dev.toolcheckpoint.runs.ScriptedModel.calls;
import static dev.toolcheckpoint.runs.ScriptedModel.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolcheckpoint.protocol.Recovery;
import dev.toolcheckpoint.runs.store.RunStore;
import dev.toolcheckpoint.tool.Tool;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** R23: work that outlives its host. Attempts are counted before anything is done, so kills count; near its end the host hands over. */
class R23LongWorkTest {

    private final World world = new World();

    /** Executes until the engine's nth boundary, where its process is killed; then its claim runs out. */
    private void killed(Agent agent, RunKey run, int boundary) {
        Disturbance kill = new Disturbance(Disturbance.Kind.KILL, boundary, null);
        RunStore store = new DisturbedRunStore(world.store, () -> kill);
        Runs dying = Runs.builder(store, world.journal).agents(agent).build();
        assertThatThrownBy(() -> dying.execute(run, World.limits())).isInstanceOf(Killed.class);
        world.clock.advance(Duration.ofMinutes(2));
    }

    @Test
    void aStepThatKillsItsWorkersEndsAfterItsAttempts() {
        ScriptedModel model = ScriptedModel.turns(says("never stored"));
        Agent agent = Agent.named("a", model).maxAttempts(3).build();
        Runs runs = world.runs(agent);
        RunKey run = world.start(runs, "a", "1");
        for (int worker = 1; worker <= 3; worker++) {
            killed(agent, run, 2);
            assertThat(runs.find(run).orElseThrow().attempts()).isEqualTo(worker);
        }

        assertThat(world.execute(runs, run)).isEqualTo(RunStatus.FAILED);
        assertThat(model.asked()).hasSize(3);
        assertThat(runs.find(run).orElseThrow().error())
                .isNotNull()
                .extracting(RunError::code)
                .isEqualTo(RunError.Code.ATTEMPTS);
    }

    @Test
    void aMailThatWentOutBeforeTheKillsGoesOutOnce() {
        ScriptedModel model = ScriptedModel.turns(calls("mail", "{\"order\":\"1\"}"), says("ok"));
        Agent agent = Agent.named("a", model)
                .maxAttempts(3)
                .tools(world.effect("mail", "1", Recovery.manual()))
                .build();
        Runs runs = world.runs(agent);
        RunKey run = world.start(runs, "a", "1");
        for (int worker = 1; worker <= 3; worker++) {
            // The turn is stored by the first worker; each dies before the step is.
            killed(agent, run, worker == 1 ? 4 : 2);
        }

        assertThat(world.execute(runs, run)).isEqualTo(RunStatus.FAILED);
        assertThat(world.effects).containsExactly("mail:1");
        assertThat(model.asked()).hasSize(1);
    }

    @Test
    void aHostThatIsAboutToStopHandsOverAfterTheStep() {
        ScriptedModel model =
                ScriptedModel.turns(calls("mail", "{\"order\":\"1\"}"), calls("mail", "{\"order\":\"2\"}"), says("ok"));
        Runs runs = world.runs(Agent.named("a", model)
                .tools(RunTool.effect(
                        World.specification("mail", "order"),
                        Tool.named("mail", JsonNode.class).handler((input, context) -> {
                            world.clock.advance(Duration.ofMinutes(5));
                            world.effects.add(input.path("order").asText());
                            return "sent";
                        })))
                .build());
        RunKey run = world.start(runs, "a", "1");

        for (int invocation = 1; invocation <= 2; invocation++) {
            world.dispatched.clear();
            assertThat(status(runs, run)).isEqualTo(RunStatus.INTERRUPTED);
            assertThat(world.dispatched).containsExactly(run);
            assertThat(runs.find(run).orElseThrow().claim()).isNull();
        }
        assertThat(status(runs, run)).isEqualTo(RunStatus.COMPLETED);
        assertThat(world.effects).containsExactly("1", "2");
        assertThat(model.asked()).hasSize(3);
    }

    /** A function of six minutes that keeps two for a step. */
    private RunStatus status(Runs runs, RunKey run) {
        Instant now = world.clock.instant();
        ExecutionLimits limits = ExecutionLimits.killedAt(
                now, now.plus(Duration.ofMinutes(6)), Duration.ofSeconds(3), Duration.ofMinutes(2));
        ExecutionLimits quiet = new ExecutionLimits(
                limits.lease(),
                Duration.ZERO,
                false,
                limits.deadline(),
                limits.grace(),
                limits.stepReserve(),
                limits.drain());
        return ((Execute.Settled) runs.execute(run, quiet)).run().status();
    }

    @Test
    void budgetsStopBeforeTheNextModelCall() {
        ScriptedModel model = new ScriptedModel(messages -> calls("lookup", "{\"order\":\"1\"}"));
        Agent.Builder builder = Agent.named("steps", model)
                .tools(RunTool.plain(World.specification("lookup", "order"), input -> "paid"));
        Runs steps = world.runs(
                builder.budget(new Budget(3, 1_000, Duration.ofHours(1))).build());
        RunKey run = world.start(steps, "steps", "1");
        assertThat(world.execute(steps, run)).isEqualTo(RunStatus.FAILED);
        assertThat(model.asked()).hasSize(3);
        assertThat(steps.find(run).orElseThrow().error())
                .isEqualTo(new RunError(RunError.Code.STEP_BUDGET, "All 3 steps are used."));

        Runs tokens = world.runs(
                builder.budget(new Budget(30, 31, Duration.ofHours(1))).build());
        RunKey other = world.start(tokens, "steps", "2");
        assertThat(world.execute(tokens, other)).isEqualTo(RunStatus.FAILED);
        assertThat(model.asked()).hasSize(6);
        assertThat(tokens.find(other).orElseThrow().usage().total()).isEqualTo(45);
    }

    @Test
    void theTimeOfAnExecutionIsItsOwn() {
        Agent agent = Agent.named("a", new ScriptedModel(messages -> calls("wait", "{}")))
                .budget(new Budget(10, 1_000, Duration.ofMinutes(3)))
                .tools(RunTool.plain(World.specification("wait"), input -> {
                    world.clock.advance(Duration.ofMinutes(1));
                    return "waited";
                }))
                .build();
        Runs runs = world.runs(agent);
        RunKey run = world.start(runs, "a", "1");
        boolean[] drain = {true};
        world.execute(runs, run, World.limits().drainedWhen(() -> drain[0]));
        world.clock.advance(Duration.ofHours(5));

        assertThat(world.execute(runs, run)).isEqualTo(RunStatus.FAILED);
        assertThat(runs.find(run).orElseThrow().error())
                .isNotNull()
                .extracting(RunError::code)
                .isEqualTo(RunError.Code.TIME_BUDGET);
        assertThat(runs.find(run).orElseThrow().stepsUsed()).isEqualTo(3);
    }
}

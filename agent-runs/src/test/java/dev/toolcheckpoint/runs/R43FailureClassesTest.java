package dev.toolcheckpoint.runs;

import static dev.toolcheckpoint.runs.ScriptedModel.calls;
import static dev.toolcheckpoint.runs.ScriptedModel.says;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.toolcheckpoint.protocol.Checkpoint;
import dev.toolcheckpoint.protocol.Evidence;
import dev.toolcheckpoint.protocol.Receipt;
import dev.toolcheckpoint.protocol.Recovery;
import dev.toolcheckpoint.store.ListQuery;
import dev.toolcheckpoint.tool.NoEffectException;
import dev.toolcheckpoint.tool.Tool;
import dev.toolcheckpoint.tool.ToolException;
import dev.toolcheckpoint.tool.ToolHandler;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** R43: what a failed tool means for its run: told, tried again, or waited for, by what is known of its effect. */
class R43FailureClassesTest {

    private final World world = new World();
    private final ScriptedModel model = ScriptedModel.turns(calls("refund", "{\"order\":\"1\"}"), says("ok"));
    private final AtomicInteger calls = new AtomicInteger();

    private Agent agent(Recovery recovery, ToolHandler<JsonNode, String> handler) {
        return builder(recovery, handler).build();
    }

    private Agent.Builder builder(Recovery recovery, ToolHandler<JsonNode, String> handler) {
        return Agent.named("a", model)
                .tools(RunTool.effect(
                        World.specification("refund", "order"),
                        Tool.named("refund", JsonNode.class).recovery(recovery).handler((input, context) -> {
                            calls.incrementAndGet();
                            return handler.handle(input, context);
                        })));
    }

    private String told() {
        return ((ToolExecutionResultMessage) model.asked().get(1).get(2)).text();
    }

    @Test
    void aBusinessErrorIsToldToTheModel() {
        Runs runs = world.runs(agent(Recovery.manual(), (input, context) -> {
            throw new ToolException("CLOSED", "The account is closed.");
        }));
        RunKey run = world.start(runs, "a", "1");

        assertThat(world.execute(runs, run)).isEqualTo(RunStatus.COMPLETED);
        assertThat(told()).contains("CLOSED").contains("The account is closed.");
    }

    @Test
    void aFailureSurelyWithoutEffectIsToldOrTriedAgainUnderTheSameKey() {
        Runs manual = world.runs(agent(Recovery.manual(), (input, context) -> {
            throw new NoEffectException("DOWN", "Not reached.");
        }));
        assertThat(world.execute(manual, world.start(manual, "a", "1"))).isEqualTo(RunStatus.COMPLETED);
        assertThat(told()).contains("DOWN");

        calls.set(0);
        Runs idempotent = world.runs(agent(Recovery.idempotent(Duration.ofHours(1)), (input, context) -> {
            if (context.attempt() < 3) {
                throw new NoEffectException("DOWN", "Not reached.");
            }
            return "done";
        }));
        assertThat(world.execute(idempotent, world.start(idempotent, "a", "2"))).isEqualTo(RunStatus.COMPLETED);
        assertThat(calls).hasValue(3);
    }

    /** Told, it would be called again under another id, and an earlier attempt may have acted. */
    @Test
    void anIdempotentToolThatKeepsFailingIsTriedLaterNeverTold() {
        Runs runs = world.runs(agent(Recovery.idempotent(Duration.ofHours(1)), (input, context) -> {
            throw new IOException("reset");
        }));
        RunKey run = world.start(runs, "a", "1");

        assertThat(world.execute(runs, run)).isEqualTo(RunStatus.INTERRUPTED);
        assertThat(model.asked()).hasSize(1);
        world.clock.advance(Duration.ofHours(2));
        assertThat(world.execute(runs, run)).isEqualTo(RunStatus.WAITING);
        assertThat(runs.load(run).orElseThrow().run().waiting())
                .extracting(WaitPoint::kind)
                .containsExactly(WaitPoint.Kind.UNCERTAIN);
        assertThat(model.asked()).hasSize(1);
    }

    @Test
    void anAmbiguousFailureParksTheRunUntilItIsSettled() {
        Runs runs = world.runs(agent(Recovery.manual(), (input, context) -> {
            throw new IOException("reset");
        }));
        RunKey run = world.start(runs, "a", "1");

        assertThat(world.execute(runs, run)).isEqualTo(RunStatus.WAITING);
        assertThat(world.execute(runs, resumed(runs, run))).isEqualTo(RunStatus.WAITING);
        world.clock.advance(Duration.ofMinutes(2));
        assertThat(runs.tick(world.clock.instant().plusSeconds(60)).settled()).isZero();
        Checkpoint record = world.journal.list(ListQuery.all()).records().get(0);
        world.journal.settle(
                record.key(),
                Evidence.happened("seen at the bank", "operator"),
                Receipt.successJson("\"refunded, reference 77\""),
                Duration.ZERO);
        world.clock.advance(Duration.ofMinutes(2));
        assertThat(runs.tick(world.clock.instant().plusSeconds(60)).settled()).isEqualTo(1);
        assertThat(world.execute(runs, run)).isEqualTo(RunStatus.COMPLETED);
        assertThat(told()).contains("reference 77");
        assertThat(calls).hasValue(1);
    }

    private static RunKey resumed(Runs runs, RunKey run) {
        assertThat(runs.resume(run, "operator")).isTrue();
        return run;
    }

    @Test
    void anErrorOfTheMachineIsNeverLeftAsRunning() {
        Runs runs = world.runs(agent(Recovery.manual(), (input, context) -> {
            throw new OutOfMemoryError("made up");
        }));
        RunKey run = world.start(runs, "a", "1");

        assertThat(world.execute(runs, run)).isEqualTo(RunStatus.WAITING);
        assertThat(calls).hasValue(1);
    }

    @Test
    void anAgentThatSaysSoTellsItsModel() {
        Runs runs = world.runs(builder(Recovery.manual(), (input, context) -> {
                    throw new IOException("reset");
                })
                .tellsUncertain()
                .build());
        RunKey run = world.start(runs, "a", "1");

        assertThat(world.execute(runs, run)).isEqualTo(RunStatus.COMPLETED);
        assertThat(told()).contains("Nobody knows");
    }

    @Test
    void codeThatChangedParksTheRunUntilItIsBack() {
        Agent one = Agent.named("a", model)
                .tools(world.effect("refund", "1", Recovery.manual()))
                .build();
        Agent two = Agent.named("a", model)
                .tools(world.effect("refund", "2", Recovery.manual()))
                .build();
        Agent none = Agent.named("a", model).build();
        Runs runs = world.runs(one);
        RunKey run = world.start(runs, "a", "1");
        Disturbance kill = new Disturbance(Disturbance.Kind.KILL, 4, null);
        Runs dying = Runs.builder(new DisturbedRunStore(world.store, () -> kill), world.journal)
                .agents(one)
                .build();
        org.assertj.core.api.Assertions.assertThatThrownBy(() -> dying.execute(run, World.limits()))
                .isInstanceOf(Killed.class);
        world.clock.advance(Duration.ofMinutes(2));

        for (Agent changed : new Agent[] {two, none}) {
            Runs other = world.runs(changed);
            assertThat(world.execute(other, run)).isEqualTo(RunStatus.WAITING);
            RunError error = other.find(run).orElseThrow().error();
            assertThat(String.valueOf(error))
                    .contains("TOOL_CHANGED")
                    .contains("refund")
                    .contains("resume");
            assertThat(other.resume(run, "operator")).isTrue();
        }
        assertThat(world.execute(runs, run)).isEqualTo(RunStatus.COMPLETED);
        assertThat(world.effects).containsExactly("refund:1");
        assertThat(model.asked()).hasSize(2);
    }
}

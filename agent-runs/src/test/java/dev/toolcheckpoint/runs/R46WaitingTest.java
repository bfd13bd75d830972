package dev.toolcheckpoint.runs;

import static dev.toolcheckpoint.runs.ScriptedModel.calls;
import static dev.toolcheckpoint.runs.ScriptedModel.says;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** R46: a run that waits is not a duplicate in progress: it has no claim, and its trigger answers that it waits. */
class R46WaitingTest {

    private final World world = new World();
    private final ScriptedModel model = ScriptedModel.turns(calls("refund", "{\"order\":\"1\"}"), says("ok"));
    private final Runs runs = world.runs(Agent.named("a", model)
            .tools(world.effect("refund").approvedWithin(Duration.ofDays(7)))
            .build());

    @Test
    void aDuplicateOfItsTriggerIsToldThatItWaits() {
        RunKey run = world.start(runs, "a", "1");
        world.execute(runs, run);
        world.clock.advance(Duration.ofDays(3));

        Start again = runs.start(StartRequest.of(World.NAMESPACE, "a", world.trigger("1")));
        assertThat(again).isInstanceOf(Start.AlreadyStarted.class);
        assertThat(again.run().key()).isEqualTo(run);
        assertThat(again.run().status()).isEqualTo(RunStatus.WAITING);
        assertThat(again.run().claim()).isNull();
    }

    @Test
    void itGoesOnWithTheRightTokenAfterDays() {
        RunKey run = world.start(runs, "a", "1");
        world.execute(runs, run);
        world.clock.advance(Duration.ofDays(6));
        world.dispatched.clear();

        runs.approve(World.NAMESPACE, world.requests.get(0).token(), "boss");
        assertThat(world.dispatched).containsExactly(run);
        assertThat(world.execute(runs, run)).isEqualTo(RunStatus.COMPLETED);
        assertThat(world.effects).containsExactly("refund:1");
        assertThat(model.asked()).hasSize(2);
    }

    @Test
    void executingItMeanwhileAsksNobodyAnew() {
        RunKey run = world.start(runs, "a", "1");
        world.execute(runs, run);

        assertThat(runs.execute(run, World.limits())).isInstanceOf(Execute.NotClaimed.class);
        assertThat(model.asked()).hasSize(1);
        assertThat(world.requests).hasSize(1);
    }

    @Test
    void anotherTriggerUnderItsIdIsAConflict() {
        RunKey run = world.start(runs, "a", "1");
        TriggerEnvelope other = TriggerEnvelope.of(
                "1", "mail", "arrived", JsonNodeFactory.instance.textNode("something else"), world.clock.instant());

        Start conflict = runs.start(StartRequest.of(World.NAMESPACE, "a", other));
        assertThat(conflict).isInstanceOf(Start.Conflict.class);
        assertThat(conflict.run().key()).isEqualTo(run);
    }
}

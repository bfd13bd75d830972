package dev.toolcheckpoint.runs;

import static dev.toolcheckpoint.runs.ScriptedModel.calls;
import static dev.toolcheckpoint.runs.ScriptedModel.says;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.UserMessage;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** R35: before every model call, each call of the history has exactly one result, in its place. The scripted model checks it, as providers do. */
class R35HistoryTest {

    private final World world = new World();

    private Start start(Runs runs, String triggerId) {
        TriggerEnvelope trigger = new TriggerEnvelope(
                triggerId,
                "chat",
                "message",
                JsonNodeFactory.instance.textNode("hello " + triggerId),
                Map.of(),
                "thread-1",
                world.clock.instant());
        return runs.start(StartRequest.of(World.NAMESPACE, "a", trigger));
    }

    @Test
    void aThreadGoesOnFromARunThatEndedWithOpenCalls() {
        ScriptedModel model = new ScriptedModel(messages -> ScriptedModel.answersIn(messages) == 0
                ? calls("refund", "{\"order\":\"1\"}", "refund", "{\"order\":\"2\"}", "refund", "{\"order\":\"3\"}")
                : says("ok"));
        Runs runs = world.runs(Agent.named("a", model)
                .continuesThread()
                .tools(world.effect("refund").approvedWithin(Duration.ofHours(1)))
                .build());
        RunKey first = start(runs, "1").run().key();
        world.execute(runs, first);
        runs.cancel(first, "user");
        RunKey second = start(runs, "2").run().key();

        assertThat(world.execute(runs, second)).isEqualTo(RunStatus.COMPLETED);
        List<ChatMessage> told = model.asked().get(1);
        assertThat(told).filteredOn(UserMessage.class::isInstance).hasSize(2);
        assertThat(told.toString()).contains("do not repeat it");
        assertThat(world.effects).isEmpty();
    }

    @Test
    void aThreadGoesOnFromAllThatWasSaid() {
        ScriptedModel model = new ScriptedModel(messages -> says("answer " + messages.size()));
        Runs runs = world.runs(Agent.named("a", model).continuesThread().build());
        for (int number = 1; number <= 4; number++) {
            world.execute(runs, start(runs, "t" + number).run().key());
        }

        assertThat(model.asked().get(3)).hasSize(7);
        assertThat(model.asked().get(3).get(5).toString()).contains("answer 5");
    }

    @Test
    void anAgentThatDoesNotSaySoStartsAfresh() {
        ScriptedModel model = new ScriptedModel(messages -> says("answer"));
        Runs runs = world.runs(Agent.named("a", model).build());
        world.execute(runs, start(runs, "1").run().key());
        world.execute(runs, start(runs, "2").run().key());

        assertThat(model.asked().get(1)).hasSize(1);
    }

    /** A result that came after the fill isn't lost: the record has it, and the history keeps what the model went on from. */
    @Test
    void aHistoryThatTheModelWentOnFromIsNeverRewritten() {
        ScriptedModel model = ScriptedModel.turns(
                calls("refund", "{\"order\":\"1\"}"), calls("refund", "{\"order\":\"2\"}"), says("ok"));
        Runs runs =
                world.runs(Agent.named("a", model).tools(world.effect("refund")).build());
        RunKey run = world.start(runs, "a", "1");
        world.execute(runs, run);

        assertThat(model.asked().get(2).subList(0, 3)).isEqualTo(model.asked().get(1));
        assertThat(model.asked().get(1).subList(0, 1)).isEqualTo(model.asked().get(0));
    }
}

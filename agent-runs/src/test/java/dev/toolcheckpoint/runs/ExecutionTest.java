package dev.toolcheckpoint.runs;

import static dev.toolcheckpoint.runs.ScriptedModel.calls;
import static dev.toolcheckpoint.runs.ScriptedModel.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.toolcheckpoint.runs.RunEvent.ModelAsked;
import dev.toolcheckpoint.runs.RunEvent.StepStored;
import dev.toolcheckpoint.runs.RunEvent.ToolStarting;
import dev.toolcheckpoint.runs.RunEvent.TurnStored;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The seven steps of an execution, as events and stored steps show them. */
class ExecutionTest {

    private final World world = new World();

    @Test
    void aRunGoesFromItsTriggerToItsAnswer() {
        ScriptedModel model = ScriptedModel.turns(
                calls("lookup", "{\"order\":\"7\"}"),
                calls("refund", "{\"order\":\"7\"}"),
                says("Order 7 is refunded."));
        Runs runs = world.runs(Agent.named("refunds", model)
                .instructions("Be brief.")
                .tools(RunTool.plain(World.specification("lookup", "order"), input -> "paid"), world.effect("refund"))
                .build());
        RunKey run = world.start(runs, "refunds", "7");

        assertThat(world.execute(runs, run)).isEqualTo(RunStatus.COMPLETED);

        RunDetails details = runs.load(run).orElseThrow();
        assertThat(details.run().output()).isEqualTo("Order 7 is refunded.");
        assertThat(details.run().usage()).isEqualTo(new Usage(30, 15));
        assertThat(details.steps())
                .extracting(step -> step.index() + "." + step.position() + " " + step.kind() + " " + step.name() + " "
                        + step.output())
                .containsExactly(
                        "1.0 LLM scripted null",
                        "1.1 TOOL lookup paid",
                        "2.0 LLM scripted null",
                        "2.1 TOOL refund \"done 7\"",
                        "3.0 LLM scripted Order 7 is refunded.");
        assertThat(world.effects).containsExactly("refund:7");
    }

    @Test
    void theModelSeesOnlySourceTriggerAndPayload() {
        ScriptedModel model = ScriptedModel.turns(says("ok"));
        Runs runs = world.runs(Agent.named("a", model).build());
        world.execute(runs, world.start(runs, "a", "7"));

        assertThat(model.asked().get(0))
                .containsExactly(UserMessage.from(
                        "{\"source\":\"mail\",\"trigger\":\"arrived\",\"payload\":{\"order\":\"7\"}}"));
    }

    @Test
    void aTurnWithEffectsIsStoredBeforeAnyOfThemStarts() {
        ScriptedModel model = ScriptedModel.turns(
                calls("lookup", "{\"order\":\"1\"}"), calls("refund", "{\"order\":\"1\"}"), says("ok"));
        Runs runs = world.runs(Agent.named("a", model)
                .tools(RunTool.plain(World.specification("lookup", "order"), input -> "paid"), world.effect("refund"))
                .build());
        world.execute(runs, world.start(runs, "a", "1"));

        assertThat(world.events.stream()
                        .filter(event -> event instanceof ModelAsked
                                || event instanceof TurnStored
                                || event instanceof ToolStarting
                                || event instanceof StepStored)
                        .map(event -> event.getClass().getSimpleName())
                        .collect(Collectors.toList()))
                .containsExactly(
                        "ModelAsked",
                        "ToolStarting",
                        "StepStored",
                        "ModelAsked",
                        "TurnStored",
                        "ToolStarting",
                        "StepStored",
                        "ModelAsked",
                        "StepStored");
    }

    @Test
    void resultsComeInCallOrderAlsoWhenTheyRunTogether() {
        ScriptedModel model = ScriptedModel.turns(
                calls(
                        "refund", "{\"order\":\"1\"}",
                        "refund", "{\"order\":\"2\"}",
                        "lookup", "{\"order\":\"3\"}",
                        "refund", "{\"order\":\"4\"}"),
                says("ok"));
        Runs runs = world.runs(Agent.named("a", model)
                .tools(RunTool.plain(World.specification("lookup", "order"), input -> "paid"), world.effect("refund"))
                .build());
        world.execute(runs, world.start(runs, "a", "1"));

        List<String> results = model.asked().get(1).stream()
                .filter(ToolExecutionResultMessage.class::isInstance)
                .map(message -> ((ToolExecutionResultMessage) message).text())
                .toList();
        assertThat(results).containsExactly("\"done 1\"", "\"done 2\"", "paid", "\"done 4\"");
        assertThat(world.effects).containsExactlyInAnyOrder("refund:1", "refund:2", "refund:4");
    }

    @Test
    void stateIsReadWrittenAndSavedWithTheStep() {
        ScriptedModel model = ScriptedModel.turns(
                calls("get_notes", "{}", "set_notes", "{\"value\":{\"seen\":1}}", "get_notes", "{}"), says("ok"));
        Runs runs = world.runs(Agent.named("a", model).state("notes").build());
        RunKey run = world.start(runs, "a", "1");
        world.execute(runs, run);

        assertThat(runs.load(run).orElseThrow().state().get("notes")).hasToString("{\"seen\":1}");
        assertThat(model.asked().get(1).stream()
                        .filter(ToolExecutionResultMessage.class::isInstance)
                        .map(message -> ((ToolExecutionResultMessage) message).text()))
                .containsExactly("null", "saved", "{\"seen\":1}");
    }
}

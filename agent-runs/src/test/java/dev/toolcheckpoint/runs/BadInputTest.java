package dev.toolcheckpoint.runs;

import static dev.toolcheckpoint.runs.ScriptedModel.calls;
import static dev.toolcheckpoint.runs.ScriptedModel.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.exception.InvalidRequestException;
import dev.langchain4j.exception.RateLimitException;
import dev.toolcheckpoint.protocol.CheckpointException;
import dev.toolcheckpoint.protocol.ErrorCode;
import dev.toolcheckpoint.protocol.ProtocolException;
import dev.toolcheckpoint.runs.store.Cell;
import dev.toolcheckpoint.runs.store.Change;
import dev.toolcheckpoint.runs.store.Commit;
import dev.toolcheckpoint.runs.store.Expected;
import dev.toolcheckpoint.runs.store.RunItem;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a model, a caller or a stored document may get wrong. */
class BadInputTest {

    private final World world = new World();

    @Test
    void anUnknownAgentStartsNothing() {
        Runs runs = world.runs(Agent.named("a", ScriptedModel.turns(says("ok"))).build());

        assertThatThrownBy(() -> world.start(runs, "b", "1"))
                .isInstanceOf(ProtocolException.class)
                .hasMessageContaining("no agent called \"b\"")
                .hasMessageContaining("There are: a");
        assertThat(runs.list(World.NAMESPACE, 10, null).entries()).isEmpty();
    }

    @Test
    void aWorkerWithoutTheAgentLeavesTheRunAlone() {
        Runs runs = world.runs(Agent.named("a", ScriptedModel.turns(says("ok"))).build());
        RunKey run = world.start(runs, "a", "1");
        Runs others =
                world.runs(Agent.named("b", ScriptedModel.turns(says("ok"))).build());

        assertThat(others.execute(run, World.limits())).isInstanceOf(Execute.UnknownAgent.class);
        assertThat(world.execute(runs, run)).isEqualTo(RunStatus.COMPLETED);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            nonsense | {"order":"1"}        | There is no tool called "nonsense". There are: refund.
            refund   | {"order":            | The arguments are not one JSON object
            refund   | [1]                  | The arguments must be one JSON object, found array.
            refund   | "x"                  | The arguments must be one JSON object, found string.
            refund   | {}                   | required property 'order' not found
            refund   | {"order":7}          | integer found, string expected
            refund   | {"order":"1","order":"2"} | The arguments are not one JSON object
            """)
    void aCallThatCantBeMadeIsAnsweredToTheModel(String tool, String arguments, String told) {
        ScriptedModel model = ScriptedModel.turns(calls(tool, arguments), says("sorry"));
        Runs runs =
                world.runs(Agent.named("a", model).tools(world.effect("refund")).build());
        RunKey run = world.start(runs, "a", "1");

        assertThat(world.execute(runs, run)).isEqualTo(RunStatus.COMPLETED);
        ToolExecutionResultMessage result =
                (ToolExecutionResultMessage) model.asked().get(1).get(2);
        assertThat(result.text()).contains(told);
        assertThat(result.isError()).isTrue();
        assertThat(world.effects).isEmpty();
        assertThat(world.heard(RunEvent.TurnStored.class)).isEmpty();
    }

    @Test
    void callIdsTwiceInOneTurnAndInTheNextAreCallsOfTheirOwn() {
        AiMessage twice = AiMessage.from(List.of(call("x", "1"), call("x", "2"), call(" ", "3"), call("x", "4")));
        ScriptedModel model = ScriptedModel.turns(twice, AiMessage.from(call("x", "5")), says("ok"));
        Runs runs =
                world.runs(Agent.named("a", model).tools(world.effect("refund")).build());
        world.execute(runs, world.start(runs, "a", "1"));

        assertThat(world.effects).containsExactlyInAnyOrder("refund:1", "refund:2", "refund:3", "refund:4", "refund:5");
        assertThat(model.asked().get(1).stream()
                        .filter(ToolExecutionResultMessage.class::isInstance)
                        .map(message -> ((ToolExecutionResultMessage) message).id()))
                .containsExactly("x", "x-2", "call", "x-3");
    }

    private static ToolExecutionRequest call(String id, String order) {
        return ToolExecutionRequest.builder()
                .id(id)
                .name("refund")
                .arguments("{\"order\":\"" + order + "\"}")
                .build();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "  "})
    void anEmptyAnswerIsAskedForAgainAndThenFailsTheRun(String text) {
        ScriptedModel model = new ScriptedModel(messages -> AiMessage.from(text));
        Runs runs = world.runs(Agent.named("a", model).maxAttempts(3).build());
        RunKey run = world.start(runs, "a", "1");

        assertThat(world.execute(runs, run)).isEqualTo(RunStatus.FAILED);
        assertThat(model.asked()).hasSize(3);
        RunError error = runs.find(run).orElseThrow().error();
        assertThat(error).isNotNull().extracting(RunError::code).isEqualTo(RunError.Code.EMPTY_ANSWER);
    }

    @Test
    void aModelThatFailsIsAskedAgainAfterAPause() {
        AtomicInteger asked = new AtomicInteger();
        ScriptedModel model = new ScriptedModel(messages -> {
            if (asked.incrementAndGet() < 3) {
                throw new RateLimitException("slow down, secret-key-123");
            }
            return says("ok");
        });
        Runs runs = world.runs(Agent.named("a", model).build());
        var before = world.clock.instant();

        assertThat(world.execute(runs, world.start(runs, "a", "1"))).isEqualTo(RunStatus.COMPLETED);
        assertThat(world.clock.instant()).isAfter(before);
        assertThat(world.heard(RunEvent.ModelFailed.class))
                .extracting(RunEvent.ModelFailed::attempt)
                .containsExactly(1, 2);
    }

    @Test
    void aModelThatRefusesForGoodFailsTheRunAtOnce() {
        ScriptedModel model = new ScriptedModel(messages -> {
            throw new InvalidRequestException("no such model, secret-key-123");
        });
        Runs runs = world.runs(Agent.named("a", model).build());
        RunKey run = world.start(runs, "a", "1");

        assertThat(world.execute(runs, run)).isEqualTo(RunStatus.FAILED);
        assertThat(model.asked()).hasSize(1);
        assertThat(String.valueOf(runs.find(run).orElseThrow().error()))
                .contains("MODEL_ERROR")
                .doesNotContain("secret-key-123");
    }

    @ParameterizedTest
    @ValueSource(strings = {"run", "claim"})
    void aDocumentOfANewerSchemaIsLeftAsItIs(String cell) {
        ScriptedModel model = ScriptedModel.turns(calls("refund", "{\"order\":\"1\"}"), says("ok"));
        Runs runs = world.runs(Agent.named("a", model)
                .tools(world.effect("refund").approvedWithin(Duration.ofHours(1)))
                .build());
        RunKey run = world.start(runs, "a", "1");
        world.execute(runs, run);
        RunItem before = plant(run, cell, "\"v\":1", "\"v\":2");

        assertThatThrownBy(() -> runs.execute(run, World.limits()))
                .isInstanceOfSatisfying(
                        CheckpointException.class,
                        refused -> assertThat(refused.code()).isEqualTo(ErrorCode.UNSUPPORTED_SCHEMA));
        assertThat(world.store.find(Keys.run(run))).contains(before);
    }

    private RunItem plant(RunKey run, String name, String from, String to) {
        Cell cell = World.cell(world.store.find(Keys.run(run)).orElseThrow(), name);
        String changed = new String(cell.body(), StandardCharsets.UTF_8).replace(from, to);
        world.store.commit(new Commit(
                "planted",
                List.of(Change.of(Keys.run(run))
                        .expect(name, new Expected.Version(cell.version()))
                        .put(name, Cell.open("planted", cell.fence(), changed.getBytes(StandardCharsets.UTF_8)))
                        .build())));
        return world.store.find(Keys.run(run)).orElseThrow();
    }

    @Test
    void aStepThatIsMissingIsNeverGoneOnFrom() {
        ScriptedModel model = ScriptedModel.turns(
                calls("refund", "{\"order\":\"1\"}"), calls("pay", "{\"order\":\"2\"}"), says("ok"));
        Runs runs = world.runs(Agent.named("a", model)
                .tools(world.effect("refund"), world.effect("pay").approvedWithin(Duration.ofHours(1)))
                .build());
        RunKey run = world.start(runs, "a", "1");
        world.execute(runs, run);
        RunItem step = world.store.find(Keys.step(run, 1)).orElseThrow();
        world.store.commit(new Commit(
                "lost",
                List.of(Change.of(step.key())
                        .expect(
                                Keys.DOC,
                                new Expected.Version(World.cell(step, Keys.DOC).version()))
                        .delete())));
        runs.approve(World.NAMESPACE, world.requests.get(0).token(), "boss");

        assertThatThrownBy(() -> runs.execute(run, World.limits()))
                .isInstanceOf(ProtocolException.class)
                .hasMessageContaining("Step 1 of run")
                .hasMessageContaining("missing");
        assertThat(world.effects).containsExactly("refund:1");
    }

    @Test
    void aPlainToolThatFailsIsAnsweredToTheModelWithoutItsMessage() {
        ScriptedModel model = ScriptedModel.turns(calls("lookup", "{\"order\":\"1\"}"), says("ok"));
        Runs runs = world.runs(Agent.named("a", model)
                .tools(RunTool.plain(World.specification("lookup", "order"), input -> {
                    throw new IllegalStateException("password=hunter2");
                }))
                .build());
        RunKey run = world.start(runs, "a", "1");

        assertThat(world.execute(runs, run)).isEqualTo(RunStatus.COMPLETED);
        List<ChatMessage> told = model.asked().get(1);
        assertThat(told.get(2).toString()).contains("IllegalStateException").doesNotContain("hunter2");
    }

    @Test
    void twoToolsOfOneNameAreRefusedBeforeTheModelIsAsked() {
        ScriptedModel model = ScriptedModel.turns(says("ok"));
        Runs runs = world.runs(Agent.named("a", model)
                .tools(world.effect("refund"), world.effect("refund"))
                .build());
        RunKey run = world.start(runs, "a", "1");

        assertThatThrownBy(() -> runs.execute(run, World.limits())).hasMessageContaining("Two tools are called");
        assertThat(model.asked()).isEmpty();
    }
}

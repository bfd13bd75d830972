package dev.toolcheckpoint.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.Content;
import dev.langchain4j.data.message.ImageContent;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.service.tool.ToolExecutionResult;
import dev.langchain4j.service.tool.ToolExecutor;
import dev.toolcheckpoint.journal.Journal;
import dev.toolcheckpoint.protocol.ConfigurationException;
import dev.toolcheckpoint.protocol.ProtocolException;
import dev.toolcheckpoint.store.InMemoryCheckpointStore;
import dev.toolcheckpoint.tool.ToolRunner;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Executors and their results, and declarations that are refused. */
class ExecutorTest {

    private static final ToolSpecification MAP =
            ToolSpecification.builder().name("map").description("Draws a map").build();

    private final ToolRunner runner = ToolRunner.over(Journal.over(new InMemoryCheckpointStore()));
    private final AtomicInteger runs = new AtomicInteger();

    private ToolExecutor wrapped(ToolExecutor executor, ToolRule rule) {
        return Objects.requireNonNull(CheckpointedTools.builder(runner, "shop")
                .tool(MAP, executor, rule)
                .buildMap()
                .get(MAP));
    }

    private ToolExecutor returning(ToolExecutionResult result) {
        return new ToolExecutor() {
            @Override
            public String execute(ToolExecutionRequest request, Object memoryId) {
                throw new AssertionError("The context must not get lost.");
            }

            @Override
            public ToolExecutionResult executeWithContext(ToolExecutionRequest request, InvocationContext context) {
                runs.incrementAndGet();
                return result;
            }
        };
    }

    private static ToolExecutionResult run(ToolExecutor executor, Object memoryId, String turn) {
        return executor.executeWithContext(
                ScriptedModel.call("a", "map", "{}"),
                InvocationContext.builder()
                        .chatMemoryId(memoryId)
                        .invocationParameters(Turn.of(turn))
                        .build());
    }

    @Test
    void contentsErrorMarkAndAttributes_areReplayedAsTheyWere() {
        List<Content> contents = List.of(TextContent.from("A map"), ImageContent.from("aGVsbG8=", "image/png"));
        ToolExecutor executor = wrapped(
                returning(ToolExecutionResult.builder()
                        .isError(true)
                        .resultContents(contents)
                        .attributes(Map.of("scale", "1:1000"))
                        .build()),
                ToolRule.manual());
        ToolExecutionResult first = run(executor, "c", "m-1");
        ToolExecutionResult again = run(executor, "c", "m-1");
        assertThat(first.resultContents()).isEqualTo(contents);
        assertThat(first.isError()).isTrue();
        assertThat(first.attributes()).containsExactlyEntriesOf(Map.of("scale", "1:1000"));
        assertThat(again).isEqualTo(first);
        assertThat(runs).hasValue(1);
    }

    @Test
    void emptyText_isReplayedAsSuch() {
        ToolExecutor executor =
                wrapped(returning(ToolExecutionResult.builder().resultText("").build()), ToolRule.manual());
        assertThat(run(executor, "c", "m-1").resultText()).isEmpty();
        assertThat(run(executor, "c", "m-1").resultText()).isEmpty();
        assertThat(runs).hasValue(1);
    }

    @Test
    void resultThatCanNotBeWritten_endsTheCall() {
        ToolExecutor executor = wrapped(
                returning(ToolExecutionResult.builder()
                        .resultTextSupplier(() -> {
                            throw new IllegalStateException("no text");
                        })
                        .build()),
                ToolRule.manual());
        assertThat(run(executor, "c", "m-1").resultText()).contains("RESULT_NOT_SERIALISABLE", "Do not repeat");
        assertThat(run(executor, "c", "m-1").resultText()).contains("RESULT_NOT_SERIALISABLE", "Do not repeat");
        assertThat(runs).hasValue(1);
    }

    @Test
    void memoryId_mustHaveTheSameTextInEveryProcess() {
        ToolExecutor executor = wrapped(
                returning(ToolExecutionResult.builder().resultText("map").build()), ToolRule.manual());
        assertThat(run(executor, new Object(), "m-1").resultText()).contains("The memory id must be a text");
        assertThat(runs).hasValue(0);
        assertThat(run(executor, 17, "m-1").resultText()).isEqualTo("map");
        assertThat(run(executor, new UUID(1, 2), "m-1").resultText()).isEqualTo("map");
        assertThat(runs).hasValue(2);
    }

    @Test
    void callWithoutContext_hasNoTurnAndIsRefused() {
        ToolExecutor executor = wrapped(
                returning(ToolExecutionResult.builder().resultText("map").build()), ToolRule.manual());
        assertThat(executor.execute(ScriptedModel.call("a", "map", "{}"), "c")).contains("Turn.of(id)");
        assertThat(runs).hasValue(0);
    }

    @Test
    void anotherRevision_isAConflict() {
        ToolExecutor plain =
                returning(ToolExecutionResult.builder().resultText("map").build());
        run(wrapped(plain, ToolRule.manual()), "c", "m-1");
        assertThat(run(wrapped(plain, ToolRule.manual().revision("2")), "c", "m-1")
                        .resultText())
                .contains("BINDING_CONFLICT", "toolRevision");
        assertThat(runs).hasValue(1);
    }

    @Test
    void idsWithSeparators_doNotMeet() {
        ToolExecutor executor = wrapped(
                returning(ToolExecutionResult.builder().resultText("map").build()), ToolRule.manual());
        run(executor, "c/m", "1");
        run(executor, "c", "m/1");
        assertThat(runs).hasValue(2);
    }

    @Test
    void turn_ofNothing_isRefused() {
        assertThatThrownBy(() -> Turn.of(" "))
                .isInstanceOf(ProtocolException.class)
                .hasMessage("The turn's id is blank.");
    }

    @Test
    void declarations_thatAreWrong_areAllNamedAtOnce() {
        assertThatThrownBy(() -> CheckpointedTools.wrap(runner, "shop", new Wrong(), new Wrong()))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("The tool \"both\" has both @Effect and @WithoutEffect")
                .hasMessageContaining("@Effect of tool \"window\": retryFor must be an ISO-8601 duration such as PT24H,"
                        + " found \"a day\"")
                .hasMessageContaining("@Effect of tool \"attempts\": maxAttempts belongs to retryFor")
                .hasMessageContaining("The tool \"key\" has no argument \"order\" for its key; expected one of [id]")
                .hasMessageContaining(
                        "The tool \"keeps\": Tool \"keeps\": downstreamKeeps belongs to idempotent recovery")
                .hasMessageContaining("The tool \"both\" is declared twice");
        assertThatThrownBy(() -> CheckpointedTools.wrap(runner, "shop"))
                .isInstanceOf(ConfigurationException.class)
                .hasMessage("Expected at least one tool, found none.");
        assertThatThrownBy(() -> CheckpointedTools.wrap(runner, "a#b", new RefundTools()))
                .isInstanceOf(ProtocolException.class);
    }

    @Test
    void rule_saysWhatTheAnnotationCan() {
        ToolRule rule = ToolRule.idempotent(Duration.ofHours(1))
                .downstreamKeeps(Duration.ofDays(2))
                .identity(CallIdentity.TOOL_CALL);
        assertThat(rule.recovery()).isEqualTo(dev.toolcheckpoint.protocol.Recovery.idempotent(Duration.ofHours(1)));
        assertThat(rule.downstreamKeeps()).isEqualTo(Duration.ofDays(2));
    }

    static final class Wrong {

        @Tool
        @Effect
        @WithoutEffect
        String both(String id) {
            return id;
        }

        @Tool
        @Effect(retryFor = "a day")
        String window(String id) {
            return id;
        }

        @Tool
        @Effect(maxAttempts = 2)
        String attempts(String id) {
            return id;
        }

        @Tool
        @Effect(keyArgument = "order")
        String key(String id) {
            return id;
        }

        @Tool
        @Effect(downstreamKeeps = "P1D")
        String keeps(String id) {
            return id;
        }
    }
}

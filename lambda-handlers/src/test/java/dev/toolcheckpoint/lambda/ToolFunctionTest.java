package dev.toolcheckpoint.lambda;

import static dev.toolcheckpoint.lambda.Fixture.answer;
import static dev.toolcheckpoint.lambda.Fixture.event;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolcheckpoint.journal.Journal;
import dev.toolcheckpoint.protocol.ConfigurationException;
import dev.toolcheckpoint.protocol.Recovery;
import dev.toolcheckpoint.store.InMemoryCheckpointStore;
import dev.toolcheckpoint.tool.Tool;
import dev.toolcheckpoint.tool.ToolCall;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ToolFunctionTest {

    private final Fixture fixture = new Fixture();

    @Test
    void callsOfTwoTools_areRoutedByName() {
        ToolFunction function = fixture.function(fixture.tool(Recovery.manual(), (input, context) -> "one"))
                .tool(Tool.named("other", JsonNode.class).handler((input, context) -> "two"))
                .build();

        assertThat(answer(function, event("k1"))).isEqualTo("\"one\"");
        assertThat(answer(function, event("k2").replace("\"act\"", "\"other\"")))
                .isEqualTo("\"two\"");
    }

    @Test
    void concurrentCalls_doNotMix_andEachKeyRunsOnce() throws Exception {
        ToolFunction function = ToolFunction.builder()
                .journal(Journal.over(new InMemoryCheckpointStore()))
                .tool(fixture.tool(Recovery.manual(), (input, context) -> context.callId() + input.get("order")))
                .build();
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            List<Future<String>> answers = IntStream.range(0, 400)
                    .mapToObj(i -> threads.submit(() -> answer(function, event("k" + i / 2))))
                    .toList();
            for (int i = 0; i < answers.size(); i++) {
                assertThat(answers.get(i).get())
                        .satisfiesAnyOf(result(i), busy -> assertThat(busy).contains("\"IN_PROGRESS\""));
            }
        } finally {
            threads.shutdownNow();
        }
        assertThat(fixture.executions).hasValue(200);
        for (int i = 0; i < 400; i += 2) {
            assertThat(answer(function, event("k" + i / 2))).satisfies(result(i));
        }
    }

    private static org.assertj.core.api.ThrowingConsumer<String> result(int i) {
        return answer -> assertThat(answer).isEqualTo("\"k" + i / 2 + "\\\"o-1\\\"\"");
    }

    /** All that a further event source takes. */
    static class PlainTextAdapter implements EventAdapter {

        @Override
        public String source() {
            return "a text";
        }

        @Override
        public boolean recognises(JsonNode event) {
            return event.isTextual();
        }

        @Override
        public List<EventCall> calls(LambdaEvent event) {
            String namespace = event.settings().namespace();
            return List.of(
                    new EventCall.Requested("act", ToolCall.of(namespace, "a", event.body())),
                    new EventCall.Refused("poison"),
                    new EventCall.Requested("act", ToolCall.of(namespace, "b", event.body())),
                    new EventCall.Requested("absent", ToolCall.of(namespace, "c", event.body())));
        }

        @Override
        public byte[] render(LambdaEvent event, List<CallResult> results) {
            return results.stream()
                    .map(result -> result.getClass().getSimpleName())
                    .toList()
                    .toString()
                    .getBytes(StandardCharsets.UTF_8);
        }
    }

    @Test
    void furtherAdapter_isOneClass_andOneBadItemDoesNotSpoilTheOthers() {
        ToolFunction function = fixture.function(fixture.tool(Recovery.manual(), (input, context) -> "x"))
                .adapter(new PlainTextAdapter())
                .build();

        assertThat(answer(function, "\"two calls\"")).isEqualTo("[Ended, Refused, Ended, Refused]");
        assertThat(fixture.executions).hasValue(2);
        assertThat(answer(function, event("k"))).isEqualTo("\"x\"");
    }

    @Test
    void eventThatTwoAdaptersClaim_isAnExplicitError() {
        ToolFunction function = fixture.function(fixture.tool(Recovery.manual(), (input, context) -> "x"))
                .adapter(new PlainTextAdapter() {
                    @Override
                    public boolean recognises(JsonNode event) {
                        return event.has("tool");
                    }
                })
                .build();

        assertThatThrownBy(() -> answer(function, event("k")))
                .isInstanceOf(UnrecognisedEventException.class)
                .hasMessageContaining("Several adapters");
        assertThat(fixture.executions).hasValue(0);
    }

    @Test
    void adapterOfTheBuilder_replacesTheOneOfItsClassThatIsFound() {
        ToolFunction function = fixture.function(fixture.tool(Recovery.manual(), (input, context) -> "x"))
                .adapter(new DirectAdapter())
                .build();

        assertThat(answer(function, event("k"))).isEqualTo("\"x\"");
    }

    @Test
    void disabled_runsEveryCall_withTheSameKeyForTheDownstream() {
        LambdaConfiguration configuration = LambdaConfiguration.from(
                Map.of("TOOL_CHECKPOINT_STORE", "nowhere:x", "TOOL_CHECKPOINT_DISABLED", "true"),
                LambdaConfiguration.Use.TOOLS);
        ToolFunction function = ToolFunction.builder()
                .configuration(configuration)
                .tool(fixture.tool(Recovery.manual(), (input, context) -> context.idempotencyKey()))
                .build();

        String first = answer(function, event("k"));

        assertThat(answer(function, event("k"))).isEqualTo(first);
        assertThat(fixture.executions).hasValue(2);
    }

    @Test
    void build_withoutToolOrWithTwoOfAName_isRefused() {
        assertThatThrownBy(() -> ToolFunction.builder().journal(fixture.journal).build())
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("at least one tool");
        Tool<JsonNode, String> tool = fixture.tool(Recovery.manual(), (input, context) -> "x");
        assertThatThrownBy(() -> fixture.function(tool).tool(tool))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("\"act\"");
        assertThatThrownBy(() -> fixture.function(tool).store("memory:").build())
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("one or the others");
    }

    @Test
    void values_leaveInputsOutOfTheirText() {
        LambdaEvent event = new LambdaEvent(
                Fixture.INPUT,
                new TestContext(1),
                new EventSettings(
                        "shop", java.util.Set.of("act"), Invocation.SYNC, 1_024, null, null, false, fixture.clock));

        assertThat(event.toString()).doesNotContain("o-1");
        assertThat(new EventCall.Requested("act", ToolCall.of("shop", "k", Fixture.INPUT)).toString())
                .doesNotContain("o-1");
    }
}

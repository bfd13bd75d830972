package dev.toolcheckpoint.lambda.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolcheckpoint.json.JsonLimits;
import dev.toolcheckpoint.json.StrictJson;
import dev.toolcheckpoint.lambda.CallRejectedException;
import dev.toolcheckpoint.lambda.EventFixture;
import dev.toolcheckpoint.lambda.Samples;
import dev.toolcheckpoint.lambda.ToolFunction;
import dev.toolcheckpoint.protocol.CheckpointKey;
import dev.toolcheckpoint.protocol.Recovery;
import dev.toolcheckpoint.testing.Operation;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Blocks of models: every end as the matching result block, and what is refused. */
class ToolBlockAdapterTest {

    private static final List<String> SAMPLES =
            List.of("anthropic-tool-use", "openai-function-call", "openai-chat-tool-call", "converse-tool-use");

    private final EventFixture fixture = new EventFixture();

    static Stream<Arguments> rows() {
        return SAMPLES.stream().flatMap(sample -> Arrays.stream(End.values()).map(end -> Arguments.of(sample, end)));
    }

    static List<String> samples() {
        return SAMPLES;
    }

    @ParameterizedTest
    @MethodSource("rows")
    void everyEnd_isTheMatchingBlock(String sample, End end) {
        End.Way way = new End.Way(fixture, callId(sample), Samples.text(sample));

        String answer = way.settled(end.reach(way));

        if (end == End.STORE_DOWN) {
            assertThat(answer).contains("STORE_UNAVAILABLE");
            assertThat(answer).startsWith(block(sample, true, "").substring(0, 20));
        } else {
            assertThat(answer).isEqualTo(block(sample, end.error, end.text));
        }
    }

    @ParameterizedTest
    @MethodSource("samples")
    void severalBlocks_areAnsweredInTheirOrder_andARetryOfThemReplays(String sample) {
        ObjectNode event = Samples.event(sample);
        JsonNode block = event.remove("block");
        JsonNode other = StrictJson.parse(block.toString().replace(id(sample), "other"), JsonLimits.DEFAULT);
        event.putArray("blocks").add(block).add(other);
        ToolFunction function =
                fixture.manual((input, context) -> fixture.executions().get());

        String first = fixture.answer(function, event);

        assertThat(first)
                .isEqualTo("[" + block(sample, false, "1") + ","
                        + block(sample, false, "2").replace(id(sample), "other") + "]");
        assertThat(fixture.answer(function, event)).isEqualTo(first);
        assertThat(fixture.executions()).hasValue(2);
    }

    @Test
    void severalBlocksOverTheCap_loseTheLargestFirst() {
        ObjectNode event = Samples.event("anthropic-tool-use");
        ObjectNode block = (ObjectNode) event.remove("block");
        event.putArray("blocks").add(block.deepCopy()).add(block.put("id", "small"));
        ToolFunction function = fixture.function(fixture.tool(
                        Recovery.manual(),
                        (input, context) -> "y".repeat(fixture.executions().get() == 1 ? 3000 : 100)))
                .maxResponse(2048)
                .build();

        String answer = fixture.answer(function, event);

        assertThat(answer.length()).isLessThan(2048);
        assertThat(answer).contains("RESPONSE_TOO_LARGE").contains("\\\"" + "y".repeat(100) + "\\\"");
    }

    @ParameterizedTest
    @MethodSource("samples")
    void anotherRunOrStep_isAnotherCall_evenWithTheSameBlockId(String sample) {
        ToolFunction function = fixture.manual((input, context) -> "x");
        ObjectNode event = Samples.event(sample);

        fixture.answer(function, event);
        fixture.answer(function, event.put("step", 4));
        fixture.answer(function, event.put("step", "3/other"));
        fixture.answer(function, event.put("run", "another").put("step", 3));
        fixture.answer(function, event.put("run", "another/3").put("step", "other"));

        assertThat(fixture.executions()).hasValue(5);
        assertThat(fixture.record(callId(sample))).isPresent();
    }

    @ParameterizedTest
    @MethodSource("samples")
    void namespaceOfTheEvent_isIgnored(String sample) {
        ObjectNode event = Samples.event(sample).put("namespace", "victim");
        event.withObject("/block").put("namespace", "victim");

        fixture.answer(fixture.manual((input, context) -> "x"), event);

        assertThat(fixture.record(callId(sample))).isPresent();
        assertThat(fixture.journal().inspect(CheckpointKey.of("victim", callId(sample))))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "\"\"", "\" \"", "7", "[\"a\"]", "LONG", "ABSENT"})
    void badRunOrStep_isAnErrorBlock_andClaimsNothing(String value) {
        for (String sample : SAMPLES) {
            for (String member : List.of("run", "step")) {
                if (member.equals("step") && value.equals("7")) {
                    continue;
                }
                assertRefused(sample, with(Samples.event(sample), member, value));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"unknown", "", "Refund-Order"})
    void unknownTool_isAnErrorBlock(String name) {
        for (String sample : SAMPLES) {
            String text = Samples.text(sample).replace("\"refund-order\"", "\"" + name + "\"");
            assertRefused(sample, (ObjectNode) StrictJson.parse(text, JsonLimits.DEFAULT));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{\"order\":", "{\"a\":1,\"a\":2}", "NaN", "order=1"})
    void argumentsThatAreNoJson_areAnErrorBlock(String arguments) {
        assertRefused(
                "openai-function-call", change("openai-function-call", block -> block.put("arguments", arguments)));
        assertRefused(
                "openai-chat-tool-call",
                change(
                        "openai-chat-tool-call",
                        block -> block.withObject("/function").put("arguments", arguments)));
    }

    @Test
    void missingOrUntypedArguments_areAnErrorBlock() {
        assertRefused("anthropic-tool-use", change("anthropic-tool-use", block -> block.without("input")));
        assertRefused(
                "converse-tool-use",
                change(
                        "converse-tool-use",
                        block -> block.withObject("/toolUse").without("input")));
        assertRefused("openai-function-call", change("openai-function-call", block -> block.without("arguments")));
        assertRefused("openai-function-call", change("openai-function-call", block -> block.putObject("arguments")));
    }

    @Test
    void blockWithoutAMatchingResult_isAnException_andNothingIsClaimed() {
        List<ObjectNode> events = List.of(
                change("anthropic-tool-use", block -> block.without("id")),
                change("anthropic-tool-use", block -> block.put("id", " ")),
                change("anthropic-tool-use", block -> block.put("id", "k".repeat(513))),
                change("openai-function-call", block -> block.without("call_id")),
                change("openai-chat-tool-call", block -> block.put("id", 7)),
                change(
                        "converse-tool-use",
                        block -> block.withObject("/toolUse").putNull("toolUseId")),
                change("anthropic-tool-use", block -> block.put("type", "text")),
                (ObjectNode) Samples.event("anthropic-tool-use").set("block", JsonNodeFactory.instance.nullNode()));
        ToolFunction function = fixture.manual((input, context) -> "x");

        for (ObjectNode event : events) {
            assertThatThrownBy(() -> fixture.answer(function, event))
                    .as(event.toString())
                    .isInstanceOf(CallRejectedException.class);
        }
        ObjectNode none = Samples.event("anthropic-tool-use");
        none.remove("block");
        none.putArray("blocks");
        assertThatThrownBy(() -> fixture.answer(function, none)).isInstanceOf(CallRejectedException.class);
        assertThat(fixture.store().count(Operation.CREATE)).isZero();
    }

    @Test
    void callIdTooLongInAll_isAnErrorBlock() {
        assertRefused("anthropic-tool-use", Samples.event("anthropic-tool-use").put("run", "r".repeat(500)));
    }

    private void assertRefused(String sample, ObjectNode event) {
        String answer = fixture.answer(fixture.manual((input, context) -> "x"), event);
        assertThat(answer).contains(id(sample)).contains("INVALID_ARGUMENT");
        assertThat(answer).startsWith(block(sample, true, "").substring(0, sample.startsWith("converse") ? 60 : 40));
        assertThat(fixture.executions()).hasValue(0);
        assertThat(fixture.store().count(Operation.CREATE)).isZero();
    }

    private static ObjectNode with(ObjectNode event, String member, String value) {
        switch (value) {
            case "ABSENT" -> event.remove(member);
            case "LONG" -> event.put(member, "k".repeat(10_240));
            default -> event.set(member, StrictJson.parse(value, JsonLimits.DEFAULT));
        }
        return event;
    }

    private static ObjectNode change(String sample, Consumer<ObjectNode> change) {
        ObjectNode event = Samples.event(sample);
        change.accept(event.withObject("/block"));
        return event;
    }

    private static String id(String sample) {
        return switch (sample) {
            case "anthropic-tool-use" -> "toolu_01A09q90qw90lq917835lq9";
            case "converse-tool-use" -> "tooluse_kZJMlvQmRJ6eAyJE5GIl7Q";
            default -> "call_unLAR8MvFNptuiZK6K6HCy5k";
        };
    }

    private static String callId(String sample) {
        return "block/run-2026-03-09-0042/3/" + id(sample);
    }

    private static String block(String sample, boolean error, String plain) {
        boolean marked = error && sample.startsWith("openai");
        String text = JsonNodeFactory.instance
                .textNode(marked ? "Error: " + plain : plain)
                .toString();
        String id = "\"" + id(sample) + "\"";
        return switch (sample) {
            case "anthropic-tool-use" ->
                "{\"type\":\"tool_result\",\"tool_use_id\":" + id + ",\"content\":" + text
                        + (error ? ",\"is_error\":true}" : "}");
            case "openai-function-call" ->
                "{\"type\":\"function_call_output\",\"call_id\":" + id + ",\"output\":" + text + "}";
            case "openai-chat-tool-call" -> "{\"role\":\"tool\",\"tool_call_id\":" + id + ",\"content\":" + text + "}";
            default ->
                "{\"toolResult\":{\"toolUseId\":" + id + ",\"content\":[{\"text\":" + text + "}],\"status\":\""
                        + (error ? "error" : "success") + "\"}}";
        };
    }
}

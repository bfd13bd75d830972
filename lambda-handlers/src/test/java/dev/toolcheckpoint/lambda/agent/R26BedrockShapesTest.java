package dev.toolcheckpoint.lambda.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolcheckpoint.json.JsonLimits;
import dev.toolcheckpoint.json.StrictJson;
import dev.toolcheckpoint.lambda.EventFixture;
import dev.toolcheckpoint.lambda.Samples;
import dev.toolcheckpoint.lambda.ToolFunction;
import dev.toolcheckpoint.protocol.Recovery;
import dev.toolcheckpoint.testing.Operation;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Bedrock action-group shapes: typed values, their order, and what does not parse. */
class R26BedrockShapesTest {

    private final EventFixture fixture = new EventFixture();
    private final List<JsonNode> inputs = new ArrayList<>();
    private final ToolFunction function = fixture.function(fixture.tool(Recovery.manual(), (input, context) -> {
                inputs.add(input);
                return "done";
            }))
            .build();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "integer | 42 | 42",
                "integer | -1 | -1",
                "integer | ' 7 ' | 7",
                "integer | 123456789012345678901234567890 | 123456789012345678901234567890",
                "number | 1e3 | 1e3",
                "number | 0.1 | 0.1",
                "number | 42 | 42",
                "boolean | True | true",
                "boolean | false | false",
                "string | 007 | \"007\"",
                "string | '' | \"\"",
                "array | [] | []",
                "array | [\"a\", {\"b\": 1}] | [\"a\",{\"b\":1}]",
                "object | {\"b\":{\"c\":null}} | {\"b\":{\"c\":null}}"
            })
    void r26_value_becomesWhatItsTypeSays(String type, String value, String json) {
        for (String sample : samples()) {
            fixture.answer(function, with(sample, type, value));
        }

        JsonNode expected = StrictJson.parse(json, JsonLimits.DEFAULT);
        assertThat(inputs).hasSize(1);
        assertThat(inputs.get(0).get("extra")).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "integer | abc",
                "integer | 007",
                "integer | 1e3",
                "integer | 2.0",
                "integer | ''",
                "integer | +1",
                "number | NaN",
                "number | 1,5",
                "number | \"1\"",
                "number | 0x10",
                "boolean | yes",
                "boolean | 1",
                "array | [a, b=1]",
                "array | {\"a\":1}",
                "array | a",
                "object | {a=1}",
                "object | {\"a\":1,\"a\":2}",
                "object | [1]",
                "date | 2026-03-09"
            })
    void r26_valueThatDoesNotParse_isReprompted_andClaimsNothing(String type, String value) {
        for (String sample : samples()) {
            assertReprompted(sample, with(sample, type, value), value);
        }
    }

    @Test
    void r26_valueThatIsMissing_orNoText_orDoubled_isReprompted() {
        for (String sample : samples()) {
            ObjectNode number = Samples.event(sample);
            list(number).addObject().put("name", "extra").put("type", "integer").put("value", 7);
            assertReprompted(sample, number, "secret");
            ObjectNode missing = Samples.event(sample);
            list(missing).addObject().put("name", "extra").put("type", "integer");
            assertReprompted(sample, missing, "secret");
            ObjectNode twice = Samples.event(sample);
            list(twice).addObject().put("name", "order").put("type", "string").put("value", "secret");
            assertReprompted(sample, twice, "secret");
            ObjectNode unnamed = Samples.event(sample);
            list(unnamed).addObject().put("type", "string").put("value", "secret");
            assertReprompted(sample, unnamed, "secret");
        }
        ObjectNode noList = Samples.event(BedrockAgentAdapterTest.FUNCTION).put("parameters", "secret");
        assertReprompted(BedrockAgentAdapterTest.FUNCTION, noList, "secret");
    }

    @Test
    void r26_typedSample_isOneTypedObject() {
        fixture.answer(function, Samples.text("bedrock-agent-typed"));

        assertThat(inputs)
                .containsExactly(StrictJson.parse(
                        "{\"order\":\"order-4711\",\"amount\":25.00,\"currency\":\"EUR\",\"parcels\":2,\"notify\":true,"
                                + "\"lines\":[1,3]}",
                        JsonLimits.DEFAULT));
    }

    @Test
    void r26_orderOfParameters_tellsNothing() {
        String first = fixture.answer(function, Samples.text(BedrockAgentAdapterTest.FUNCTION));
        ObjectNode event = Samples.event(BedrockAgentAdapterTest.FUNCTION);
        List<JsonNode> parameters = new ArrayList<>();
        list(event).forEach(parameters::add);
        Collections.reverse(parameters);
        event.putArray("parameters").addAll(parameters);

        assertThat(fixture.answer(function, event)).isEqualTo(first);
        assertThat(fixture.executions()).hasValue(1);
    }

    @Test
    void r26_bothStyles_areTheSameCall_eachWithItsEnvelope() {
        assertThat(fixture.answer(function, Samples.text(BedrockAgentAdapterTest.FUNCTION)))
                .isEqualTo(BedrockAgentAdapterTest.function("", "\"done\""));
        assertThat(fixture.answer(function, Samples.text(BedrockAgentAdapterTest.API)))
                .isEqualTo(BedrockAgentAdapterTest.api(200, "\"done\""));
        assertThat(fixture.executions()).hasValue(1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void r26_withoutParameters_theInputIsAnEmptyObject(boolean explicit) {
        ToolFunction free = fixture.function(fixture.tool(Recovery.manual(), (input, context) -> input))
                .adapter(BedrockAgentAdapter.builder()
                        .key(EventFixture.TOOL, AgentKey.sessionAttribute("turn"))
                        .build())
                .build();
        ObjectNode event = Samples.event(BedrockAgentAdapterTest.FUNCTION);
        event.remove("parameters");
        if (explicit) {
            event.putNull("parameters");
        }

        assertThat(fixture.answer(free, event)).isEqualTo(BedrockAgentAdapterTest.function("", "{}"));
    }

    private static List<String> samples() {
        return List.of(BedrockAgentAdapterTest.FUNCTION, BedrockAgentAdapterTest.API);
    }

    private static ArrayNode list(ObjectNode event) {
        JsonNode properties = event.path("requestBody")
                .path("content")
                .path("application/json")
                .path("properties");
        return (ArrayNode) (properties.isArray() ? properties : event.path("parameters"));
    }

    private static ObjectNode with(String sample, String type, String value) {
        ObjectNode event = Samples.event(sample);
        list(event).addObject().put("name", "extra").put("type", type).put("value", value);
        return event;
    }

    private void assertReprompted(String sample, ObjectNode event, String content) {
        String answer = fixture.answer(function, event);
        if (sample.equals(BedrockAgentAdapterTest.API)) {
            BedrockAgentAdapterTest.assertApi(answer, 400, "INVALID_ARGUMENT");
        } else {
            assertThat(answer)
                    .startsWith("{\"messageVersion\":\"1.0\",\"response\":{\"actionGroup\":\"refunds\","
                            + "\"function\":\"refund-order\",\"functionResponse\":{\"responseState\":\"REPROMPT\",");
        }
        if (content.length() > 2) {
            assertThat(answer).doesNotContain(content);
        }
        assertThat(fixture.executions()).hasValue(0);
        assertThat(fixture.store().count(Operation.CREATE)).isZero();
    }
}

package dev.toolcheckpoint.lambda.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolcheckpoint.lambda.EventFixture;
import dev.toolcheckpoint.lambda.Samples;
import dev.toolcheckpoint.lambda.ToolFunction;
import dev.toolcheckpoint.protocol.ConfigurationException;
import dev.toolcheckpoint.protocol.Recovery;
import dev.toolcheckpoint.testing.Operation;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** No call id at all: what identifies a call is declared per tool, and a tool without a declaration is not run. */
class R25NoCallIdTest {

    private final EventFixture fixture = new EventFixture();

    @ParameterizedTest
    @ValueSource(strings = {BedrockAgentAdapterTest.FUNCTION, BedrockAgentAdapterTest.API})
    void r25_withoutADeclaration_theToolIsRefused(String sample) {
        String answer = fixture.answer(fixture.manual((input, context) -> "x"), keyed(sample, "ABSENT"));

        assertRefused(answer);
        assertThat(answer).contains("second call");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "LONG"})
    void r25_badKeyParameter_isRefused(String key) {
        for (String sample : new String[] {BedrockAgentAdapterTest.FUNCTION, BedrockAgentAdapterTest.API}) {
            assertRefused(fixture.answer(fixture.manual((input, context) -> "x"), keyed(sample, key)));
        }
    }

    @Test
    void r25_keyThatIsNoText_isRefused() {
        ToolFunction function = function(AgentKey.argument("amount"));

        assertRefused(fixture.answer(function, Samples.text(BedrockAgentAdapterTest.FUNCTION)));
    }

    @Test
    void r25_declaredParameter_isPartOfTheInput_theUndeclaredKeyIsNot() {
        ToolFunction own = fixture.function(fixture.tool(Recovery.manual(), (input, context) -> input.size()))
                .adapter(BedrockAgentAdapter.builder()
                        .key(EventFixture.TOOL, AgentKey.argument("idempotencyKey"))
                        .build())
                .build();
        ToolFunction undeclared = fixture.function(fixture.tool(Recovery.manual(), (input, context) -> input.size()))
                .namespace("other")
                .build();

        assertThat(fixture.answer(own, Samples.text(BedrockAgentAdapterTest.FUNCTION)))
                .isEqualTo(BedrockAgentAdapterTest.function("", "4"));
        assertThat(fixture.answer(undeclared, Samples.text(BedrockAgentAdapterTest.FUNCTION)))
                .isEqualTo(BedrockAgentAdapterTest.function("", "3"));
    }

    @Test
    void r25_parameter_isOneCallInEverySession() {
        ToolFunction function = function(AgentKey.argument("order"));

        fixture.answer(function, event("s1", "7"));
        fixture.answer(function, event("s2", "8"));

        assertThat(fixture.executions()).hasValue(1);
        assertThat(fixture.record("order-4711")).isPresent();
    }

    @Test
    void r25_sessionAttribute_isOneCallPerTurn_neverMergedAcrossSessions() {
        ToolFunction function = function(AgentKey.sessionAttribute("turn"));

        fixture.answer(function, event("s1", "7"));
        fixture.answer(function, event("s1", "7"));
        assertThat(fixture.executions()).hasValue(1);
        fixture.answer(function, event("s1", "8"));
        assertThat(fixture.executions()).hasValue(2);
        fixture.answer(function, event("s2", "7"));
        assertThat(fixture.executions()).hasValue(3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "LONG", "ABSENT"})
    void r25_badSessionAttribute_isRefused(String turn) {
        ObjectNode event = event("s1", turn.equals("LONG") ? "k".repeat(513) : turn);
        if (turn.equals("ABSENT")) {
            event.withObject("/sessionAttributes").remove("turn");
        }
        assertRefused(fixture.answer(function(AgentKey.sessionAttribute("turn")), event));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " "})
    void r25_sessionWithoutAnId_isRefused(String session) {
        assertRefused(fixture.answer(function(AgentKey.sessionAttribute("turn")), event(session, "7")));
        assertRefused(
                fixture.answer(function(AgentKey.sessionAndArguments(Duration.ofMinutes(1))), event(session, "7")));
    }

    @Test
    void r25_sameArgumentsInOneWindow_areOneCall_laterOrElsewhereTheyAreAnother() {
        ToolFunction function = function(AgentKey.sessionAndArguments(Duration.ofMinutes(1)));
        // From the beginning of a window.
        long into = Math.floorMod(fixture.clock().millis(), 60_000);
        fixture.clock().advance(Duration.ofMillis(60_000 - into));

        fixture.answer(function, event("s1", "7"));
        fixture.clock().advance(Duration.ofSeconds(2));
        fixture.answer(function, event("s1", "8"));
        assertThat(fixture.executions()).hasValue(1);

        fixture.answer(function, event("s2", "7"));
        assertThat(fixture.executions()).hasValue(2);

        fixture.clock().advance(Duration.ofMinutes(5));
        fixture.answer(function, event("s1", "7"));
        assertThat(fixture.executions()).hasValue(3);

        ObjectNode other = event("s1", "7");
        ((ObjectNode) other.path("parameters").path(1)).put("value", "26");
        fixture.answer(function, other);
        assertThat(fixture.executions()).hasValue(4);
    }

    @Test
    void r25_toolWithoutEffects_runsEachTime() {
        ToolFunction function = function(AgentKey.withoutEffects());

        String answer = fixture.answer(
                function, keyed(BedrockAgentAdapterTest.FUNCTION, "ABSENT").toString());

        assertThat(answer).contains("\\\"x\\\"");
        assertThat(fixture.record("request/request-1")).isPresent();
    }

    @Test
    void r25_callIdRule_looksAtTheParameters() {
        ToolFunction function = fixture.function(fixture.tool(Recovery.manual(), (input, context) -> "x"))
                .callId("order")
                .build();

        fixture.answer(function, Samples.text(BedrockAgentAdapterTest.API));

        assertThat(fixture.record("order-4711")).isPresent();
    }

    @Test
    void r25_nonsenseDeclarations_areRefused() {
        BedrockAgentAdapter.Builder builder = BedrockAgentAdapter.builder().key("t", AgentKey.argument("a"));

        assertThatThrownBy(() -> builder.key("t", AgentKey.withoutEffects()))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("two keys");
        assertThatThrownBy(() -> AgentKey.sessionAndArguments(Duration.ofMillis(999)))
                .isInstanceOf(ConfigurationException.class);
        assertThatThrownBy(() -> AgentKey.sessionAndArguments(Duration.ofHours(25)))
                .isInstanceOf(ConfigurationException.class);
    }

    private ToolFunction function(AgentKey key) {
        return fixture.function(fixture.tool(Recovery.manual(), (input, context) -> "x"))
                .adapter(BedrockAgentAdapter.builder()
                        .key(EventFixture.TOOL, key)
                        .build())
                .build();
    }

    private static ObjectNode event(String session, String turn) {
        ObjectNode event = Samples.event(BedrockAgentAdapterTest.FUNCTION).put("sessionId", session);
        event.withObject("/sessionAttributes").put("turn", turn);
        return event;
    }

    /** The sample with another key parameter, its last. */
    private static ObjectNode keyed(String sample, String key) {
        ObjectNode event = Samples.event(sample);
        var list = (com.fasterxml.jackson.databind.node.ArrayNode)
                (sample.equals(BedrockAgentAdapterTest.API)
                        ? event.path("requestBody")
                                .path("content")
                                .path("application/json")
                                .path("properties")
                        : event.path("parameters"));
        ObjectNode last = (ObjectNode) list.remove(list.size() - 1);
        if (!key.equals("ABSENT")) {
            list.add(last.put("value", key.equals("LONG") ? "k".repeat(10_240) : key));
        }
        return event;
    }

    private void assertRefused(String answer) {
        assertThat(answer).contains("INVALID_ARGUMENT").doesNotContain("responseState");
        assertThat(fixture.executions()).hasValue(0);
        assertThat(fixture.store().count(Operation.CREATE)).isZero();
    }
}

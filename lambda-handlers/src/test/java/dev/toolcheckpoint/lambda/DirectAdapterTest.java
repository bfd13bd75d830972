package dev.toolcheckpoint.lambda;

import static dev.toolcheckpoint.lambda.Fixture.answer;
import static dev.toolcheckpoint.lambda.Fixture.error;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolcheckpoint.protocol.Recovery;
import dev.toolcheckpoint.testing.Operation;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class DirectAdapterTest {

    private final Fixture fixture = new Fixture();
    private final ToolFunction function = fixture.manual((input, context) -> context.namespace());

    @ParameterizedTest
    @MethodSource("unusableKeys")
    void unusableKey_isRefusedWithItsReason_andNothingIsClaimed(String key, String reason) {
        JsonNode error = error(answer(function, "{\"tool\":\"act\"," + key + "\"input\":{}}"));

        assertThat(error.path("code").textValue()).isEqualTo("INVALID_ARGUMENT");
        assertThat(error.path("message").textValue())
                .contains("\"idempotencyKey\"")
                .contains(reason);
        assertThat(error.path("effectMayHaveHappened").booleanValue()).isFalse();
        assertThat(fixture.store.count(Operation.CREATE)).isZero();
        assertThat(fixture.executions).hasValue(0);
    }

    static List<Arguments> unusableKeys() {
        return List.of(
                Arguments.of("", "is missing"),
                Arguments.of("\"idempotencyKey\":null,", "is missing"),
                Arguments.of("\"idempotencyKey\":\"\",", "is blank"),
                Arguments.of("\"idempotencyKey\":\" \\t\",", "is blank"),
                Arguments.of("\"idempotencyKey\":17,", "must be a text, found number"),
                Arguments.of("\"idempotencyKey\":[\"k\"],", "must be a text, found array"),
                Arguments.of("\"idempotencyKey\":\"" + "k".repeat(513) + "\",", "has 513 UTF-16 units"));
    }

    @Test
    void longestKey_isAccepted() {
        assertThat(answer(function, Fixture.event("k".repeat(512)))).isEqualTo("\"shop\"");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[",
                "{\"tool\":\"act\",\"tool\":\"act\",\"idempotencyKey\":\"k\",\"input\":{}}",
                "{\"tool\":\"act\",\"idempotencyKey\":\"k\",\"idempotencyKey\":\"l\",\"input\":{}}",
                "{\"tool\":\"act\",\"idempotencyKey\":\"k\",\"input\":{\"a\":1,\"a\":2}}",
                "{\"tool\":\"act\",\"idempotencyKey\":\"k\",\"input\":NaN}",
                "{\"tool\":\"act\",\"idempotencyKey\":\"k\",\"input\":{}} {}"
            })
    void textThatIsNoAcceptableJson_isAnExplicitError_andNothingIsClaimed(String event) {
        assertThatThrownBy(() -> answer(function, event))
                .isInstanceOf(UnrecognisedEventException.class)
                .hasMessageContaining("not acceptable JSON");
        assertThat(fixture.store.count(Operation.CREATE)).isZero();
    }

    @Test
    void tooDeepAndTooLarge_areExplicitErrors() {
        assertThatThrownBy(() -> answer(function, "[".repeat(80) + "]".repeat(80)))
                .isInstanceOf(UnrecognisedEventException.class)
                .hasMessageContaining("TOO_DEEP");
        assertThatThrownBy(() -> answer(function, "\"" + "x".repeat(Events.LIMITS.maxBytes()) + "\""))
                .isInstanceOf(UnrecognisedEventException.class)
                .hasMessageContaining("TOO_LARGE");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"tool\":\"other\",\"idempotencyKey\":\"k\",\"input\":{}} | [act]",
                "{\"tool\":7,\"idempotencyKey\":\"k\",\"input\":{}} | [act]",
                "{\"tool\":\"act\",\"idempotencyKey\":\"k\"} | \"input\" is missing",
                "{\"tool\":\"act\",\"idempotencyKey\":\"k\",\"inputs\":{}} | \"input\" is missing"
            })
    void whatIsNoCall_isRefused(String event, String reason) {
        assertThat(error(answer(function, event)).path("message").textValue()).contains(reason);
    }

    @Test
    void namespaceInTheBody_changesNothing() {
        String event = "{\"tool\":\"act\",\"idempotencyKey\":\"k\",\"namespace\":\"other\",\"input\":{}}";

        assertThat(answer(function, event)).isEqualTo("\"shop\"");
    }

    @Test
    void membersThatNobodyKnows_areIgnoredAndNotFingerprinted() {
        answer(function, "{\"tool\":\"act\",\"idempotencyKey\":\"k\",\"input\":{},\"trace\":1}");
        answer(function, "{\"input\":{},\"trace\":2,\"idempotencyKey\":\"k\",\"tool\":\"act\"}");

        assertThat(fixture.executions).hasValue(1);
    }

    @Test
    void configuredRules_decideWhatIdentifiesTheCallAndItsInput() {
        ToolFunction ruled = fixture.function(fixture.tool(Recovery.manual(), (input, context) -> context.callId()))
                .callId("input.order")
                .input("input.{order: order, amount: amount}")
                .build();
        String first = "{\"tool\":\"act\",\"input\":{\"order\":\"o-1\",\"amount\":1,\"at\":\"09:00\"}}";
        String second = "{\"tool\":\"act\",\"input\":{\"order\":\"o-1\",\"amount\":1.0,\"at\":\"09:05\"}}";
        String third = "{\"tool\":\"act\",\"input\":{\"order\":\"o-1\",\"amount\":2,\"at\":\"09:05\"}}";

        assertThat(answer(ruled, first)).isEqualTo("\"o-1\"");
        assertThat(answer(ruled, second)).isEqualTo("\"o-1\"");
        assertThat(error(answer(ruled, third)).path("differing")).hasToString("[\"inputFingerprint\"]");
        assertThat(fixture.executions).hasValue(1);
    }

    @Test
    void inputRuleThatFindsNothing_isRefused() {
        ToolFunction ruled = fixture.function(fixture.tool(Recovery.manual(), (input, context) -> "x"))
                .input("input.absent")
                .build();

        assertThat(error(answer(ruled, Fixture.event("k"))).path("message").textValue())
                .contains("\"input.absent\" finds nothing");
    }
}

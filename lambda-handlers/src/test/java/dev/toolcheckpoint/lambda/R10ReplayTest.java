package dev.toolcheckpoint.lambda;

import static dev.toolcheckpoint.lambda.Fixture.answer;
import static dev.toolcheckpoint.lambda.Fixture.error;
import static dev.toolcheckpoint.lambda.Fixture.event;
import static org.assertj.core.api.Assertions.assertThat;

import dev.toolcheckpoint.tool.ToolException;
import dev.toolcheckpoint.tool.ToolResult;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Replay drops the error flag or breaks the schema. */
class R10ReplayTest {

    private final Fixture fixture = new Fixture();

    @Test
    void r10c_businessError_staysAnErrorAndIsNotExecutedAgain() {
        ToolFunction function = fixture.manual((input, context) -> {
            throw new ToolException("CLOSED", "the shop is closed");
        });

        String first = answer(function, event("k"));

        assertThat(error(first).path("toolError"))
                .hasToString("{\"code\":\"CLOSED\",\"message\":\"the shop is closed\"}");
        assertThat(answer(function, event("k"))).isEqualTo(first);
        assertThat(fixture.executions).hasValue(1);
    }

    @Test
    void r10d_nullResult_isAResultAndReplays() {
        ToolFunction function = fixture.manual((input, context) -> null);

        assertThat(answer(function, event("k"))).isEqualTo("null");
        assertThat(answer(function, event("k"))).isEqualTo("null");
        assertThat(fixture.executions).hasValue(1);
        assertThat(fixture.record("k").orElseThrow().requireOutcome().isVoid()).isFalse();
    }

    @Test
    void r10d_noResult_isToldApartInTheRecord_andAnsweredAsNull() {
        ToolFunction function = fixture.manual((input, context) -> ToolResult.none());

        assertThat(answer(function, event("k"))).isEqualTo("null");
        assertThat(answer(function, event("k"))).isEqualTo("null");
        assertThat(fixture.executions).hasValue(1);
        assertThat(fixture.record("k").orElseThrow().requireOutcome().isVoid()).isTrue();
    }

    @ParameterizedTest
    @MethodSource("empty")
    void r10d_emptyResults_stayWhatTheyAre(Object result, String text) {
        ToolFunction function = fixture.manual((input, context) -> result);

        assertThat(answer(function, event("k"))).isEqualTo(text);
        assertThat(answer(function, event("k"))).isEqualTo(text);
    }

    static List<Arguments> empty() {
        return List.of(Arguments.of("", "\"\""), Arguments.of(Map.of(), "{}"), Arguments.of(List.of(), "[]"));
    }
}

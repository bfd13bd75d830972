package dev.toolcheckpoint.lambda;

import static dev.toolcheckpoint.lambda.Fixture.answer;
import static dev.toolcheckpoint.lambda.Fixture.error;
import static dev.toolcheckpoint.lambda.Fixture.event;
import static org.assertj.core.api.Assertions.assertThat;

import dev.toolcheckpoint.protocol.Status;
import dev.toolcheckpoint.tool.NoEffectException;
import dev.toolcheckpoint.tool.ToolException;
import dev.toolcheckpoint.tool.ToolHandler;
import java.net.SocketTimeoutException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Failure replayed for ever, or never remembered. */
class R43FailureClassesTest {

    private static final Duration WINDOW = Duration.ofHours(1);

    private final Fixture fixture = new Fixture();

    @Test
    void r43_businessError_isStoredAndReplayed() {
        ToolHandler<com.fasterxml.jackson.databind.JsonNode, String> refuses = (input, context) -> {
            throw new ToolException("INVALID", "no such order");
        };
        assertCodes(fixture.idempotent(WINDOW, refuses), "TOOL_ERROR", "TOOL_ERROR", "TOOL_ERROR");
        assertThat(fixture.executions).hasValue(1);
    }

    @Test
    void r43_surelyNoEffect_runsAgainUnderTheSameKey_andCountsAttempts() {
        ToolFunction function = fixture.idempotent(WINDOW, (input, context) -> {
            if (context.attempt() < 3) {
                throw new NoEffectException("UNAVAILABLE", "503 before anything was sent");
            }
            return context.attempt();
        });

        assertCodes(function, "RETRYABLE", "RETRYABLE");
        assertThat(answer(function, event("k"))).isEqualTo("3");
        assertThat(answer(function, event("k"))).isEqualTo("3");
    }

    @Test
    void r43_surelyNoEffectOfAManualTool_isAnErrorThatANewCallMayFollow() {
        ToolFunction function = fixture.manual((input, context) -> {
            throw new NoEffectException("UNAVAILABLE", "503 before anything was sent");
        });

        assertCodes(function, "TOOL_ERROR", "TOOL_ERROR");
        assertThat(error(answer(function, event("k")))
                        .path("retryableAsNewCall")
                        .booleanValue())
                .isTrue();
        assertThat(fixture.executions).hasValue(1);
    }

    @Test
    void r43_timeoutAfterSend_isUncertainAndNotRunAgain() {
        ToolFunction function = fixture.manual((input, context) -> {
            throw new SocketTimeoutException("no answer");
        });

        assertCodes(function, "UNCERTAIN", "UNCERTAIN", "UNCERTAIN");
        assertThat(fixture.executions).hasValue(1);
    }

    @Test
    void r43_error_isNeverLeftExecuting() {
        ToolFunction function = fixture.manual((input, context) -> {
            throw new OutOfMemoryError("simulated");
        });

        assertCodes(function, "UNCERTAIN", "UNCERTAIN", "UNCERTAIN");
        assertThat(fixture.executions).hasValue(1);
        assertThat(fixture.record("k").orElseThrow().status()).isEqualTo(Status.UNCERTAIN);
    }

    private static void assertCodes(ToolFunction function, String... codes) {
        for (String code : codes) {
            assertThat(error(answer(function, event("k"))).path("code").textValue())
                    .isEqualTo(code);
        }
    }
}

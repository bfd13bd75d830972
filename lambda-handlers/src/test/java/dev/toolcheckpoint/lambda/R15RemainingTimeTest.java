package dev.toolcheckpoint.lambda;

import static dev.toolcheckpoint.lambda.Fixture.answer;
import static dev.toolcheckpoint.lambda.Fixture.error;
import static dev.toolcheckpoint.lambda.Fixture.event;
import static org.assertj.core.api.Assertions.assertThat;

import dev.toolcheckpoint.testing.Operation;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Seconds, milliseconds and zero. */
class R15RemainingTimeTest {

    private final Fixture fixture = new Fixture();
    private final ToolFunction function = fixture.manual((input, context) -> "done");

    @Test
    void r15_thirtySecondsLeft_runsAndHoldsALeaseInMilliseconds() {
        assertThat(answer(function, event("k"), new TestContext(30_000))).isEqualTo("\"done\"");
        assertThat(fixture.record("k").orElseThrow().requireExecution().leaseUntil())
                .isEqualTo(fixture.clock.instant().plusSeconds(33));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 0, -1, -60_000, Integer.MIN_VALUE})
    void r15_tooLittleTime_startsAndClaimsNothing(int remaining) {
        String answer = answer(function, event("k"), new TestContext(remaining));

        assertThat(error(answer).path("code").textValue()).isEqualTo("RETRYABLE");
        assertThat(error(answer).path("retryable").booleanValue()).isTrue();
        assertThat(fixture.executions).hasValue(0);
        assertThat(fixture.store.count(Operation.CREATE)).isZero();
        assertThat(fixture.record("k")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 0, -1})
    void r15_tooLittleTime_stillHandsOutAStoredOutcome(int remaining) {
        answer(function, event("k"));

        assertThat(answer(function, event("k"), new TestContext(remaining))).isEqualTo("\"done\"");
        assertThat(fixture.executions).hasValue(1);
    }

    @Test
    void r15_boundary_isTheToolsMinimumAndTheWriteReserve() {
        assertThat(error(answer(function, event("k"), new TestContext(299)))
                        .path("code")
                        .textValue())
                .isEqualTo("RETRYABLE");
        assertThat(answer(function, event("k"), new TestContext(300))).isEqualTo("\"done\"");
    }

    @Test
    void r15_localContext_bringsItsOwnGrace() {
        answer(function, event("k"), new LocalTestContext(Duration.ofSeconds(2)));

        assertThat(fixture.record("k").orElseThrow().requireExecution().leaseUntil())
                .isEqualTo(fixture.clock.instant().plusSeconds(32));
    }
}

package dev.toolcheckpoint.lambda;

import static dev.toolcheckpoint.lambda.Fixture.answer;
import static dev.toolcheckpoint.lambda.Fixture.event;
import static org.assertj.core.api.Assertions.assertThat;

import dev.toolcheckpoint.protocol.Recovery;
import org.junit.jupiter.api.Test;

/** The warning of a lease that outlives Lambda's two retries. */
class AsyncRetriesTest {

    private static final int REACH = 180_000;
    private static final int GRACE = 3_000;

    private final Fixture fixture = new Fixture();

    @Test
    void leaseLongerThanTheRetries_isWarnedOfOnce() {
        assertThat(warnings(Invocation.ASYNC, REACH - GRACE)).isZero();
        assertThat(warnings(Invocation.ASYNC, REACH - GRACE + 1)).isEqualTo(1);
        assertThat(warnings(Invocation.SYNC, 900_000)).isZero();
    }

    private long warnings(Invocation invocation, int remaining) {
        ToolFunction function = fixture.function(fixture.tool(Recovery.manual(), (input, context) -> "x"))
                .invocation(invocation)
                .build();
        try (CapturedOutput output = new CapturedOutput()) {
            answer(function, event("k" + remaining), new TestContext(remaining));
            answer(function, event("k" + remaining), new TestContext(remaining));
            return output.text()
                    .lines()
                    .filter(line -> line.contains("two retries"))
                    .count();
        }
    }
}

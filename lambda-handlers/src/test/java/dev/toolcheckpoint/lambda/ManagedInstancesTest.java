package dev.toolcheckpoint.lambda;

import static dev.toolcheckpoint.lambda.Fixture.answer;
import static dev.toolcheckpoint.lambda.Fixture.error;
import static dev.toolcheckpoint.lambda.Fixture.event;
import static org.assertj.core.api.Assertions.assertThat;

import dev.toolcheckpoint.protocol.Recovery;
import dev.toolcheckpoint.tool.TimeBudget;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Managed Instances: nothing is killed, and the remaining time goes below 0. */
class ManagedInstancesTest {

    private static final Duration REMAINING = Duration.ofSeconds(30);
    private static final Duration GRACE = Duration.ofSeconds(3);

    private final Fixture fixture = new Fixture();

    @Test
    void initialisationType_decides_withoutASetting() {
        Map<String, String> environment = new HashMap<>(Map.of("TOOL_CHECKPOINT_STORE", "memory:"));
        assertThat(LambdaConfiguration.from(environment, LambdaConfiguration.Use.TOOLS)
                        .platform()
                        .budget(REMAINING, GRACE))
                .isEqualTo(TimeBudget.killedAfter(REMAINING, GRACE));
        environment.put("AWS_LAMBDA_INITIALIZATION_TYPE", "snap-start");
        assertThat(Platform.of(environment)).isEqualTo(Platform.KILLS);
        environment.put("AWS_LAMBDA_INITIALIZATION_TYPE", "lambda-managed-instances");

        TimeBudget budget = LambdaConfiguration.from(environment, LambdaConfiguration.Use.TOOLS)
                .platform()
                .budget(REMAINING, GRACE);

        assertThat(budget).isEqualTo(TimeBudget.renewedAfter(REMAINING, GRACE));
        assertThat(budget.renewal()).isEqualTo(Duration.ofSeconds(33));
    }

    @Test
    void deadlineOverBeforeTheTool_startsAndClaimsNothing() {
        Map<String, String> environment = Map.of(
                "TOOL_CHECKPOINT_STORE", "memory:", "AWS_LAMBDA_INITIALIZATION_TYPE", "lambda-managed-instances");
        ToolFunction function = ToolFunction.builder()
                .configuration(LambdaConfiguration.from(environment, LambdaConfiguration.Use.TOOLS))
                .tool(fixture.tool(Recovery.manual(), (input, context) -> "x"))
                .build();

        assertThat(error(answer(function, event("k"), new TestContext(-500)))
                        .path("code")
                        .textValue())
                .isEqualTo("RETRYABLE");
        assertThat(answer(function, event("k"), new TestContext(1_000))).isEqualTo("\"x\"");
        assertThat(fixture.executions).hasValue(1);
    }
}

package dev.toolcheckpoint.lambda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.toolcheckpoint.lambda.LambdaConfiguration.Use;
import dev.toolcheckpoint.protocol.ConfigurationException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RunsConfigurationTest {

    private static final String QUEUE = "https://sqs.eu-central-1.amazonaws.com/123456789012/runs";

    private static Map<String, String> environment() {
        return new HashMap<>(Map.of(
                "TOOL_CHECKPOINT_STORE", "memory:",
                "TOOL_CHECKPOINT_RUNS", "com.acme.Agents",
                "TOOL_CHECKPOINT_RUN_QUEUE", QUEUE));
    }

    @Test
    void from_whatIsNeeded_hasTheDefaults() {
        RunsConfiguration runs =
                LambdaConfiguration.from(environment(), Use.RUNS).runs().orElseThrow();

        assertThat(runs).isEqualTo(new RunsConfiguration("com.acme.Agents", QUEUE, null, Duration.ofSeconds(30)));
    }

    @Test
    void from_everything_isRead() {
        Map<String, String> environment = environment();
        environment.put("TOOL_CHECKPOINT_APPROVAL_QUEUE", QUEUE + "-approvals");
        environment.put("TOOL_CHECKPOINT_STEP_RESERVE", "PT1M");
        environment.put("TOOL_CHECKPOINT_CALL_ID", "order.id");

        LambdaConfiguration configuration = LambdaConfiguration.from(environment, Use.RUNS);

        assertThat(configuration.runs())
                .contains(new RunsConfiguration("com.acme.Agents", QUEUE, QUEUE + "-approvals", Duration.ofMinutes(1)));
        assertThat(configuration.callId().orElseThrow().expression()).isEqualTo("order.id");
    }

    @Test
    void from_otherUses_knowNothingOfRuns() {
        assertThat(LambdaConfiguration.from(Map.of("TOOL_CHECKPOINT_STORE", "memory:"), Use.TOOLS)
                        .runs())
                .isEmpty();
        assertThatThrownBy(() -> LambdaConfiguration.from(environment(), Use.TOOLS))
                .hasMessageContaining("TOOL_CHECKPOINT_RUNS is not a setting here")
                .hasMessageContaining("TOOL_CHECKPOINT_RUN_QUEUE is not a setting here");
    }

    @Test
    void from_nothing_listsWhatIsMissing() {
        assertThatThrownBy(() -> LambdaConfiguration.from(Map.of(), Use.RUNS))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("TOOL_CHECKPOINT_STORE is missing")
                .hasMessageContaining("TOOL_CHECKPOINT_RUNS is missing")
                .hasMessageContaining("TOOL_CHECKPOINT_RUN_QUEUE is missing");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "RUN_QUEUE=arn:aws:sqs:eu-central-1:123456789012:runs | RUN_QUEUE must be the URL of a standard queue",
                "RUN_QUEUE=https://sqs.eu-central-1.amazonaws.com/1/runs.fifo | RUN_QUEUE must be the URL of a standard queue",
                "APPROVAL_QUEUE=approvals | APPROVAL_QUEUE must be the URL",
                "STEP_RESERVE=PT0.5S | STEP_RESERVE must be PT1S to PT14M",
                "STEP_RESERVE=PT15M | STEP_RESERVE must be PT1S to PT14M",
                "STEP_RESERVE=30 | STEP_RESERVE must be an ISO-8601 duration",
                "RUNS= | RUNS is blank",
                // A run stands on its checkpoints: there is no switch that leaves them out.
                "DISABLED=true | DISABLED is not a setting here",
                "INPUT=detail | INPUT is not a setting here",
                "INVOCATION=async | INVOCATION is not a setting here",
                "MAX_RESPONSE=2000 | MAX_RESPONSE is not a setting here",
                "TOOL_NAME=x | TOOL_NAME is not a setting here"
            })
    void from_oneProblem_isNamed(String setting, String problem) {
        Map<String, String> environment = environment();
        String[] pair = setting.split("=", 2);
        environment.put("TOOL_CHECKPOINT_" + pair[0], pair[1]);

        assertThatThrownBy(() -> LambdaConfiguration.from(environment, Use.RUNS))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining(problem)
                .satisfies(thrown ->
                        assertThat(String.valueOf(thrown.getMessage()).lines()).hasSize(1));
    }
}

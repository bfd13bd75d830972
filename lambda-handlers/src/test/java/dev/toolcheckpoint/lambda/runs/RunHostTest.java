package dev.toolcheckpoint.lambda.runs;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.toolcheckpoint.protocol.ConfigurationException;
import dev.toolcheckpoint.runs.Agent;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RunHostTest {

    /** Names nobody. */
    public static final class NoAgents implements RunsSetup {
        /** As the host needs it. */
        public NoAgents() {}

        @Override
        public List<Agent> agents(Map<String, String> environment) {
            return List.of();
        }
    }

    private static Map<String, String> environment(String setup) {
        return Map.of(
                "TOOL_CHECKPOINT_STORE", "memory:",
                "TOOL_CHECKPOINT_RUNS", setup,
                "TOOL_CHECKPOINT_RUN_QUEUE", "https://sqs.eu-central-1.amazonaws.com/123456789012/runs");
    }

    @ParameterizedTest
    @ValueSource(strings = {"com.acme.Nowhere", "java.lang.String", "dev.toolcheckpoint.lambda.runs.RunsSetup"})
    void of_whatIsNoSetup_saysWhatIsExpected(String setup) {
        assertThatThrownBy(() -> RunHost.of(environment(setup)))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("TOOL_CHECKPOINT_RUNS must name a public class")
                .hasMessageContaining(setup);
    }

    @Test
    void of_aSetupWithoutAgents_isRefused() {
        assertThatThrownBy(() -> RunHost.of(environment(NoAgents.class.getName())))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("names no agent");
    }
}

package dev.toolcheckpoint.tool;

import static dev.toolcheckpoint.fixture.Tools.call;
import static dev.toolcheckpoint.fixture.Tools.input;
import static dev.toolcheckpoint.fixture.Tools.manual;
import static dev.toolcheckpoint.fixture.World.LEASE;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolcheckpoint.fixture.World;
import org.junit.jupiter.api.Test;

/** R07: the input changed by the tool between claim and completion: key and fingerprint are those of the claim. */
class R07ChangedInputTest {

    private static final TimeBudget TIME = TimeBudget.ofLease(LEASE);

    private final World world = new World();
    private final ToolRunner runner = ToolRunner.over(world.journal);

    private ToolOutcome run(Tool<JsonNode, ?> tool) {
        return runner.run(tool, call(), TIME);
    }

    @Test
    void r07_inputChangedByTheTool_changesNeitherFingerprintNorCall() {
        ObjectNode original = input();
        ToolCall event = ToolCall.of("tenant", "call-1", original);
        Tool<JsonNode, String> changing = manual((input, context) -> {
            ((ObjectNode) input).put("traceId", "17").remove("amount");
            return "sent";
        });

        assertThat(runner.run(changing, event, TIME)).isInstanceOf(ToolOutcome.Executed.class);
        assertThat(original).isEqualTo(input());
        assertThat(runner.run(changing, event, TIME)).isInstanceOf(ToolOutcome.Replayed.class);
    }

    @Test
    void r07_inputChangedByAToolThatFails_isUncertainUnderTheSameCall() {
        Tool<JsonNode, String> changing = manual((input, context) -> {
            ((ObjectNode) input).put("traceId", "17");
            throw new IllegalStateException("reset");
        });

        assertThat(run(changing)).isInstanceOf(ToolOutcome.Uncertain.class);
        assertThat(run(changing)).isInstanceOf(ToolOutcome.Uncertain.class);
    }
}

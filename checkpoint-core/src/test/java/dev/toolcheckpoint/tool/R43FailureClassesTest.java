package dev.toolcheckpoint.tool;

import static dev.toolcheckpoint.fixture.Tools.call;
import static dev.toolcheckpoint.fixture.Tools.idempotent;
import static dev.toolcheckpoint.fixture.Tools.text;
import static dev.toolcheckpoint.fixture.World.LEASE;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolcheckpoint.fixture.World;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** R43: a failure that is replayed for ever, or never remembered. */
class R43FailureClassesTest {

    private static final TimeBudget TIME = TimeBudget.ofLease(LEASE);

    @Test
    void r43_failureClasses_endAsTheyShould() {
        List<ToolOutcome> ends = new ArrayList<>();
        for (Throwable failure : List.of(
                new ToolException("INVALID", "validation"),
                new NoEffectException("UNREACHABLE", "503 before anything was sent"),
                new IllegalStateException("timeout after send"),
                new OutOfMemoryError())) {
            World own = new World();
            ToolRunner ownRunner = ToolRunner.over(own.journal);
            Tool<JsonNode, String> tool = idempotent((input, context) -> {
                if (failure instanceof Error error) {
                    throw error;
                }
                throw (Exception) failure;
            });
            ownRunner.run(tool, call(), TIME);
            ends.add(ownRunner.run(idempotent((input, context) -> "attempt " + context.attempt()), call(), TIME));
        }

        assertThat(text(ends.get(0))).as("stored and replayed").contains("INVALID");
        assertThat(text(ends.get(1))).isEqualTo("\"attempt 2\"");
        assertThat(text(ends.get(2))).isEqualTo("\"attempt 2\"");
        assertThat(text(ends.get(3))).isEqualTo("\"attempt 2\"");
    }
}

package dev.toolcheckpoint.lambda;

import static dev.toolcheckpoint.lambda.Fixture.answer;
import static dev.toolcheckpoint.lambda.Fixture.error;
import static dev.toolcheckpoint.lambda.Fixture.event;
import static org.assertj.core.api.Assertions.assertThat;

import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolcheckpoint.protocol.Status;
import dev.toolcheckpoint.tool.ToolException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Input mutated between claim and completion. */
class R07InputMutatedTest {

    private static final JsonNode INPUT = JsonNodeFactory.instance
            .objectNode()
            .<ObjectNode>set(
                    "items", JsonNodeFactory.instance.arrayNode().add(3).add(1));

    private final Fixture fixture = new Fixture();

    @Test
    void r07_treeMutatedByTheTool_redeliveryReplays() {
        ToolFunction function = fixture.manual((input, context) -> mutate(input));

        assertThat(answer(function, event("k", INPUT))).isEqualTo("\"mutated\"");
        assertThat(answer(function, event("k", INPUT))).isEqualTo("\"mutated\"");
        assertThat(fixture.executions).hasValue(1);
        assertThat(fixture.record("k").orElseThrow().status()).isEqualTo(Status.COMPLETED);
    }

    @Test
    void r07_treeMutatedOnTheFailingPath_redeliveryReplaysTheError() {
        ToolFunction function = fixture.manual((input, context) -> {
            mutate(input);
            throw new ToolException("NO", "no");
        });

        String first = answer(function, event("k", INPUT));

        assertThat(error(first).path("code").textValue()).isEqualTo("TOOL_ERROR");
        assertThat(answer(function, event("k", INPUT))).isEqualTo(first);
        assertThat(fixture.executions).hasValue(1);
    }

    @Test
    void r07_mapMutatedByAWrappedHandler_redeliveryReplays() {
        Sorter sorter = new Sorter();
        CheckpointedHandler handler = CheckpointedHandler.wrap(sorter)
                .journal(fixture.journal)
                .toolName("sort")
                .build();
        String event = "{\"idempotencyKey\":\"k\",\"items\":[3,1,2]}";

        assertThat(answer(handler, event)).isEqualTo("[1,2,3]");
        assertThat(answer(handler, event)).isEqualTo("[1,2,3]");
        assertThat(sorter.executions).hasValue(1);
    }

    private static String mutate(JsonNode input) {
        ((ObjectNode) input).put("traceId", "t");
        ((ObjectNode) input).putArray("items");
        return "mutated";
    }

    static final class Sorter implements RequestHandler<Map<String, Object>, List<Integer>> {
        final AtomicInteger executions = new AtomicInteger();

        @Override
        @SuppressWarnings("unchecked")
        public List<Integer> handleRequest(
                Map<String, Object> input, com.amazonaws.services.lambda.runtime.Context context) {
            executions.incrementAndGet();
            input.put("traceId", "t");
            List<Integer> items = (List<Integer>) Objects.requireNonNull(input.remove("items"));
            Collections.sort(items);
            return items;
        }
    }
}

package dev.toolcheckpoint.lambda.agent;

import static dev.toolcheckpoint.lambda.agent.McpCalls.call;
import static dev.toolcheckpoint.lambda.agent.McpCalls.post;
import static dev.toolcheckpoint.lambda.agent.McpCalls.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.toolcheckpoint.lambda.EventFixture;
import dev.toolcheckpoint.lambda.ToolFunction;
import dev.toolcheckpoint.testing.Operation;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The MCP request id is no identity. */
class R02McpRequestIdTest {

    private final EventFixture fixture = new EventFixture();

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void r02a_sameSessionAndId_otherArguments_areTwoEffects_andNoResultIsCrossed(boolean keyed) throws Exception {
        CyclicBarrier bothRun = new CyclicBarrier(2);
        McpAdapter adapter =
                McpAdapter.at("/mcp", keyed ? McpCalls.TOOL.keyArgument("order") : McpCalls.TOOL.eachRequestIsACall());
        ToolFunction function = McpCalls.function(fixture, adapter, (input, context) -> {
            bothRun.await(10, TimeUnit.SECONDS);
            return "refunded " + input.path("order").textValue();
        });

        List<CompletableFuture<String>> both = List.of("o-1", "o-2").stream()
                .map(order -> CompletableFuture.supplyAsync(
                        () -> post(fixture, function, call("1", order, ""), "session-1", "request-of-" + order)))
                .toList();

        assertThat(both.get(0).get(20, TimeUnit.SECONDS)).isEqualTo(text("1", "\"refunded o-1\""));
        assertThat(both.get(1).get(20, TimeUnit.SECONDS)).isEqualTo(text("1", "\"refunded o-2\""));
        assertThat(fixture.executions()).hasValue(2);
        assertThat(fixture.store().count(Operation.CREATE)).isEqualTo(2);
    }

    @Test
    void r02b_identicalCallsWithoutAKey_areTwoEffects_whereTheToolSaysSo() {
        ToolFunction function = McpCalls.function(
                fixture,
                McpAdapter.at("/mcp", McpCalls.TOOL.eachRequestIsACall()),
                (input, context) -> fixture.executions().get());

        assertThat(post(fixture, function, call("1", "o-1", ""), "session-1", "request-1"))
                .isEqualTo(text("1", "1"));
        assertThat(post(fixture, function, call("1", "o-1", ""), "session-1", "request-2"))
                .isEqualTo(text("1", "2"));
    }

    @Test
    void r02b_identicalCallsWithoutAKey_areRefused_whereTheToolHasEffects() {
        ToolFunction function =
                McpCalls.function(fixture, McpAdapter.at("/mcp", McpCalls.TOOL), (input, context) -> "x");

        assertThat(post(fixture, function, call("1", "o-1", ""))).contains("\"isError\":true", "is missing");
        assertThat(fixture.executions()).hasValue(0);
        assertThat(fixture.store().count(Operation.CREATE)).isZero();
    }

    @Test
    void r02c_retryInANewSessionUnderANewId_isOneEffect_andCarriesTheNewId() {
        ToolFunction function = function();

        assertThat(post(fixture, function, call("1", "o-1", "k"), "session-1", "request-1"))
                .isEqualTo(text("1", "\"refunded\""));
        assertThat(post(fixture, function, call("77", "o-1", "k"), "session-2", "request-2"))
                .isEqualTo(text("77", "\"refunded\""));
        assertThat(fixture.executions()).hasValue(1);
    }

    @Test
    void r02d_answersIdHasTheTypeAndValueOfTheRequests() {
        ToolFunction function = function();

        for (String id : List.of("\"1\"", "1", "9007199254740993", "\"\"", "-1")) {
            assertThat(post(fixture, function, call(id, "o-1", "k"))).isEqualTo(text(id, "\"refunded\""));
        }
        assertThat(fixture.executions()).hasValue(1);
    }

    private ToolFunction function() {
        return McpCalls.function(fixture, McpAdapter.at("/mcp", McpCalls.TOOL), (input, context) -> "refunded");
    }
}

package dev.toolcheckpoint.lambda.agent;

import static dev.toolcheckpoint.lambda.agent.McpCalls.call;
import static dev.toolcheckpoint.lambda.agent.McpCalls.post;
import static dev.toolcheckpoint.lambda.agent.McpCalls.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.toolcheckpoint.lambda.EventFixture;
import dev.toolcheckpoint.lambda.ToolFunction;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Caller times out and calls again while we still run: an MCP client that cancels first does not free the key. */
class R30McpCancelTest {

    private static final String CANCELLED =
            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":1,\"reason\":\"timeout\"}}";

    private final EventFixture fixture = new EventFixture();

    @Test
    void r30_cancelledCall_runsOn_andKeepsItsKey() throws Exception {
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch finish = new CountDownLatch(1);
        ToolFunction function = McpCalls.function(fixture, McpAdapter.at("/mcp", McpCalls.TOOL), (input, context) -> {
            started.countDown();
            finish.await();
            return "refunded";
        });
        CompletableFuture<String> first =
                CompletableFuture.supplyAsync(() -> post(fixture, function, call("1", "o-1", "k")));
        assertThat(started.await(10, TimeUnit.SECONDS)).isTrue();

        assertThat(fixture.answer(function, McpCalls.event(CANCELLED, "session-1")))
                .isEqualTo("{\"statusCode\":202,\"headers\":{},\"body\":\"\",\"isBase64Encoded\":false}");
        assertThat(post(fixture, function, call("2", "o-1", "k")))
                .startsWith("{\"jsonrpc\":\"2.0\",\"id\":2,\"error\":{\"code\":409,")
                .contains("\"retryAfterMs\":33000");
        finish.countDown();

        assertThat(first.get(10, TimeUnit.SECONDS)).isEqualTo(text("1", "\"refunded\""));
        assertThat(post(fixture, function, call("3", "o-1", "k"))).isEqualTo(text("3", "\"refunded\""));
        assertThat(fixture.executions()).hasValue(1);
    }
}

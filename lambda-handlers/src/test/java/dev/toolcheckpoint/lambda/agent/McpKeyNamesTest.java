package dev.toolcheckpoint.lambda.agent;

import static dev.toolcheckpoint.lambda.agent.McpCalls.call;
import static dev.toolcheckpoint.lambda.agent.McpCalls.post;
import static dev.toolcheckpoint.lambda.agent.McpCalls.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.toolcheckpoint.lambda.EventFixture;
import dev.toolcheckpoint.lambda.ToolFunction;
import dev.toolcheckpoint.protocol.ConfigurationException;
import dev.toolcheckpoint.testing.Operation;
import org.junit.jupiter.api.Test;

/** Clients that have a name of their own for the key. */
class McpKeyNamesTest {

    private static final McpAdapter ADAPTER =
            McpAdapter.at("/mcp", McpCalls.TOOL).keyNames("acme.com/call", "idempotencyKey");

    private final EventFixture fixture = new EventFixture();
    private final ToolFunction function = McpCalls.function(fixture, ADAPTER, (input, context) -> "refunded");

    @Test
    void eachName_isThePlaceOfTheKey() {
        String done = text("1", "\"refunded\"");

        assertThat(post(fixture, function, call("1", "o-1", meta -> meta.put("acme.com/call", "k"))))
                .isEqualTo(done);
        assertThat(post(fixture, function, call("1", "o-1", meta -> meta.put("idempotencyKey", "k"))))
                .isEqualTo(done);
        assertThat(post(
                        fixture,
                        function,
                        call("1", "o-1", meta -> meta.put("idempotencyKey", "k").put("acme.com/call", "k"))))
                .isEqualTo(done);
        assertThat(fixture.executions()).hasValue(1);
        assertThat(fixture.record("k")).isPresent();
    }

    @Test
    void twoNamesWithDifferentKeys_areRefused() {
        String message =
                call("1", "o-1", meta -> meta.put("idempotencyKey", "k").put("acme.com/call", "l"));

        assertThat(post(fixture, function, message)).contains("\"isError\":true", "different keys");
        assertThat(fixture.store().count(Operation.CREATE)).isZero();
    }

    @Test
    void defaultName_countsOnlyWhenItIsListed_andTheMessageNamesThoseThatAre() {
        assertThat(post(fixture, function, call("1", "o-1", "k")))
                .contains("_meta[\\\"acme.com/call\\\"] or _meta[\\\"idempotencyKey\\\"] is missing");
        assertThat(fixture.store().count(Operation.CREATE)).isZero();
    }

    @Test
    void namesThatCanNotBe_areRefused() {
        McpAdapter adapter = McpAdapter.at("/mcp", McpCalls.TOOL);

        assertThatThrownBy(adapter::keyNames).isInstanceOf(ConfigurationException.class);
        assertThatThrownBy(() -> adapter.keyNames("a", "a")).isInstanceOf(ConfigurationException.class);
        assertThatThrownBy(() -> adapter.keyNames(" ")).isInstanceOf(ConfigurationException.class);
    }
}

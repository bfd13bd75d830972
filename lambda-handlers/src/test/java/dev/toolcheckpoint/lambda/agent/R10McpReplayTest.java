package dev.toolcheckpoint.lambda.agent;

import static dev.toolcheckpoint.lambda.agent.McpCalls.call;
import static dev.toolcheckpoint.lambda.agent.McpCalls.post;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolcheckpoint.lambda.EventFixture;
import dev.toolcheckpoint.tool.ToolException;
import dev.toolcheckpoint.tool.ToolHandler;
import dev.toolcheckpoint.tool.ToolResult;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Replay drops the error flag or breaks the schema: over MCP it equals the first answer, except for the request's id. */
class R10McpReplayTest {

    private final EventFixture fixture = new EventFixture();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"isError\":true,\"content\":[{\"type\":\"text\",\"text\":\"the shop is closed\"}]}",
                "{\"content\":[{\"type\":\"text\",\"text\":\"done\"}]}",
                "{\"content\":[{\"type\":\"image\",\"data\":\"aGk=\",\"mimeType\":\"image/png\"},{\"type\":\"text\",\"text\":\"\"}]}",
                "{\"content\":[],\"structuredContent\":{\"refund\":1.50},\"_meta\":{\"acme/at\":null}}",
                "{\"content\":[],\"isError\":true}"
            })
    void r10ab_resultInMcpsOwnForm_isStoredAndAnsweredAsItIs_anErrorToo(String result) {
        assertAnswers((input, context) -> ToolResult.json(result), result);
    }

    @ParameterizedTest
    @MethodSource("others")
    void r10b_anyOtherResult_isText_andStructuredOnlyWhenItIsAnObject(String result, String structured) {
        String text = "{\"content\":[{\"type\":\"text\",\"text\":" + TextNode.valueOf(result) + "}],\"isError\":false"
                + (structured.isEmpty() ? "" : ",\"structuredContent\":" + structured) + "}";

        assertAnswers((input, context) -> ToolResult.json(result), text);
    }

    static List<Arguments> others() {
        return List.of(
                Arguments.of("{ \"refund\":1.50}", "{ \"refund\":1.50}"),
                Arguments.of("{}", "{}"),
                Arguments.of("[1]", ""),
                Arguments.of("\"done\"", ""),
                Arguments.of("null", ""),
                // Looks like MCP's form, but is a tool's own.
                Arguments.of("{\"content\":[]}", "{\"content\":[]}"),
                Arguments.of("{\"content\":\"text\"}", "{\"content\":\"text\"}"),
                Arguments.of("{\"content\":[{\"title\":\"a\"}]}", "{\"content\":[{\"title\":\"a\"}]}"),
                Arguments.of(
                        "{\"content\":[{\"type\":\"page\"}],\"pages\":1}",
                        "{\"content\":[{\"type\":\"page\"}],\"pages\":1}"),
                Arguments.of("{\"content\":[],\"isError\":\"no\"}", "{\"content\":[],\"isError\":\"no\"}"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"NO_ORDER", "CLOSED"})
    void r10c_businessError_staysAnError(String code) {
        String text = "{\"code\":\"" + code + "\",\"message\":\"no\"}";
        assertAnswers(
                (input, context) -> {
                    throw new ToolException(code, "no");
                },
                "{\"content\":[{\"type\":\"text\",\"text\":" + TextNode.valueOf(text) + "}],\"isError\":true}");
    }

    @org.junit.jupiter.api.Test
    void r10d_noResult_hasNoContent() {
        assertAnswers((input, context) -> ToolResult.none(), "{\"content\":[],\"isError\":false}");
    }

    private <O> void assertAnswers(ToolHandler<JsonNode, O> handler, String result) {
        McpAdapter adapter = McpAdapter.at("/mcp", McpCalls.TOOL);
        String first = post(fixture, McpCalls.function(fixture, adapter, handler), call("1", "o-1", "k"));
        // Another instance, whose tool would end otherwise.
        String replay =
                post(fixture, McpCalls.function(fixture, adapter, (input, context) -> "other"), call("2", "o-1", "k"));

        assertThat(first).isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":" + result + "}");
        assertThat(replay).isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":" + result + "}");
        assertThat(fixture.executions()).hasValue(1);
    }
}

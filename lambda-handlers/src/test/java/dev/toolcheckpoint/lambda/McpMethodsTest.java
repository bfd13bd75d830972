package dev.toolcheckpoint.lambda;

import static dev.toolcheckpoint.lambda.Fixture.answer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolcheckpoint.json.StrictJson;
import dev.toolcheckpoint.lambda.agent.AgentTool;
import dev.toolcheckpoint.lambda.agent.McpAdapter;
import dev.toolcheckpoint.protocol.ConfigurationException;
import dev.toolcheckpoint.protocol.Recovery;
import dev.toolcheckpoint.testing.Operation;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What an MCP endpoint answers besides calls. */
class McpMethodsTest {

    private static final ObjectNode SCHEMA =
            JsonNodeFactory.instance.objectNode().put("type", "object");

    private static final ObjectNode OUTPUT = SCHEMA.deepCopy();

    static {
        OUTPUT.putArray("required").add("refund");
    }

    private final Fixture fixture = new Fixture();
    private final ToolFunction function = fixture.function(fixture.tool(Recovery.manual(), (input, context) -> "x"))
            .adapter(McpAdapter.at("/mcp", AgentTool.of("act", "Acts.", SCHEMA).outputSchema(OUTPUT))
                    .serverInfo("shop", "1.2"))
            .build();

    @AfterEach
    void nothingIsClaimed() {
        assertThat(fixture.store.count(Operation.CREATE)).isZero();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "tools/list | {\"tools\":[{\"name\":\"act\",\"description\":\"Acts.\",\"inputSchema\":{\"type\":\"object\"},\"outputSchema\":{\"type\":\"object\",\"required\":[\"refund\"]}}]}",
                "ping       | {}",
                "initialize | {\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{}},\"serverInfo\":{\"name\":\"shop\",\"version\":\"1.2\"}}",
            })
    void legacyMethod_isAnswered(String method, String result) {
        JsonNode answer = post("{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"method\":\"" + method + "\"}", "2025-11-25", 200);

        assertThat(answer).hasToString("{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"result\":" + result + "}");
    }

    @Test
    void discover_namesBothRevisions() {
        String meta = "{\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
                + "\"io.modelcontextprotocol/clientCapabilities\":{}}}";

        JsonNode answer = post(
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"server/discover\",\"params\":" + meta + "}",
                "2026-07-28",
                200);

        assertThat(answer.path("result"))
                .hasToString(
                        "{\"resultType\":\"complete\",\"ttlMs\":0,\"cacheScope\":\"private\","
                                + "\"supportedVersions\":[\"2026-07-28\",\"2025-11-25\"],\"capabilities\":{\"tools\":{}},"
                                + "\"_meta\":{\"io.modelcontextprotocol/serverInfo\":{\"name\":\"shop\",\"version\":\"1.2\"}}}");
    }

    @Test
    void endpointBehindANamedStage_isFoundAtItsPath() {
        ObjectNode event = event("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}", "2025-11-25");
        event.put("rawPath", "/prod/mcp");
        event.withObject("/requestContext").put("stage", "prod");

        assertThat(answer(function, event.toString())).contains("\\\"result\\\":{}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"type\":\"array\"}", "{}", "true"})
    void schemaThatIsNoObjects_isRefused(String schema) {
        AgentTool tool = AgentTool.of("act", "Acts.", SCHEMA);
        JsonNode given = StrictJson.parse(schema, Events.LIMITS);

        assertThatThrownBy(() -> tool.outputSchema(given))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("output schema of \"act\"");
        assertThatThrownBy(() -> AgentTool.of("act", "Acts.", given)).hasMessageContaining("input schema of \"act\"");
    }

    @Test
    void otherRevision_isRefusedWithThoseSupported() {
        JsonNode error = post("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}", "1900-01-01", 400)
                .path("error");

        assertThat(error.path("code").intValue()).isEqualTo(-32_022);
        assertThat(error.path("data").path("supported")).hasSize(2);
    }

    private static ObjectNode event(String body, String version) {
        ObjectNode event =
                JsonNodeFactory.instance.objectNode().put("version", "2.0").put("rawPath", "/mcp");
        event.putObject("requestContext").putObject("http").put("method", "POST");
        event.putObject("headers").put("MCP-Protocol-Version", version).put("mcp-method", "server/discover");
        return event.put("body", body);
    }

    private JsonNode post(String body, String version, int status) {
        JsonNode http = StrictJson.parse(answer(function, event(body, version).toString()), Events.LIMITS);
        assertThat(http.path("statusCode").intValue()).isEqualTo(status);
        return StrictJson.parse(http.path("body").textValue(), Events.LIMITS);
    }
}

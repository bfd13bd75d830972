package dev.toolcheckpoint.lambda.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolcheckpoint.lambda.EventAdapter;
import dev.toolcheckpoint.lambda.EventFixture;
import dev.toolcheckpoint.lambda.Samples;
import dev.toolcheckpoint.lambda.TestContexts;
import dev.toolcheckpoint.lambda.UnrecognisedEventException;
import dev.toolcheckpoint.testing.Operation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Events silently empty: each sample belongs to one adapter, and what is nearly one of them to none. */
class R29OneAdapterTest {

    private final EventFixture fixture = new EventFixture();

    static List<String> samples() throws IOException {
        try (var files = Files.list(Path.of("..", "events"))) {
            return files.map(file -> file.getFileName().toString().replace(".json", ""))
                    .filter(name -> !name.startsWith("agentcore") && !name.endsWith(".client-context"))
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("samples")
    void r29_eachSample_isRecognisedByOneAdapter(String sample) {
        JsonNode event = Samples.event(sample);

        assertThat(adapters().filter(adapter -> adapter.recognises(event))).hasSize(1);
        assertThat(adapters().filter(adapter -> adapter.claims(TestContexts.of(1_000))))
                .isEmpty();
    }

    @Test
    void r29_theGatewaysArguments_areRecognisedByTheirContextOnly() {
        JsonNode event = Samples.event("agentcore-gateway");

        assertThat(adapters().filter(adapter -> adapter.recognises(event))).isEmpty();
        assertThat(adapters()
                        .filter(adapter -> adapter.claims(TestContexts.withClient(
                                1_000, Map.of(AgentCoreAdapter.TOOL, "refunds___refund-order")))))
                .singleElement()
                .isInstanceOf(AgentCoreAdapter.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "bedrock-agent-function/function",
                "bedrock-agent-function/actionGroup",
                "bedrock-agent-function/messageVersion",
                "bedrock-agent-api/apiPath",
                "step-functions/stepFunctions",
                "anthropic-tool-use/block"
            })
    void r29_withoutWhatTellsIt_theEventIsAnExplicitError(String member) {
        String[] parts = member.split("/", -1);
        ObjectNode event = Samples.event(parts[0]);
        event.remove(parts[1]);

        assertThatThrownBy(() -> fixture.answer(fixture.manual((input, context) -> "x"), event))
                .isInstanceOf(UnrecognisedEventException.class)
                .hasMessageNotContaining("4711");
        assertThat(fixture.executions()).hasValue(0);
        assertThat(fixture.store().count(Operation.CREATE)).isZero();
    }

    /** All there are: those that are found, and the one that is given, because it needs to know its tools. */
    private static Stream<EventAdapter> adapters() {
        return Stream.concat(
                ServiceLoader.load(EventAdapter.class).stream().map(ServiceLoader.Provider::get),
                Stream.of(McpAdapter.at("/mcp")));
    }
}

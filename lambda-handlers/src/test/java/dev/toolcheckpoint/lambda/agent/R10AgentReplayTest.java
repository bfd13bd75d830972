package dev.toolcheckpoint.lambda.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolcheckpoint.lambda.EventFixture;
import dev.toolcheckpoint.lambda.Samples;
import dev.toolcheckpoint.tool.ToolException;
import dev.toolcheckpoint.tool.ToolHandler;
import dev.toolcheckpoint.tool.ToolResult;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Replay drops the error flag or breaks the schema: a replay by another instance equals the first answer to the letter. */
class R10AgentReplayTest {

    private static final List<ToolHandler<JsonNode, ?>> ENDS = List.of(
            (input, context) -> ToolResult.json("{\"isError\":true,\"content\":[{\"text\":\"refused\"}]}"),
            (input, context) -> ToolResult.json("{\"a\":{}}"),
            (input, context) -> {
                throw new ToolException("NO_ORDER", "no such order");
            },
            (input, context) -> ToolResult.none(),
            (input, context) -> "");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "step-functions",
                "bedrock-agent-function",
                "bedrock-agent-api",
                "anthropic-tool-use",
                "openai-function-call",
                "openai-chat-tool-call",
                "converse-tool-use"
            })
    void r10_everyEnd_isReplayedToTheLetter_andToldFromTheOthers(String sample) {
        List<String> answers = new ArrayList<>();
        for (ToolHandler<JsonNode, ?> end : ENDS) {
            EventFixture fixture = new EventFixture();
            String first = fixture.answer(fixture.manual(end), Samples.text(sample));
            // Another instance of the function, whose tool would end otherwise.
            String replay = fixture.answer(fixture.manual((input, context) -> "other"), Samples.text(sample));

            assertThat(replay).isEqualTo(first);
            assertThat(fixture.executions()).hasValue(1);
            answers.add(first);
        }
        assertThat(answers).doesNotHaveDuplicates();
    }
}

package dev.toolcheckpoint.langchain4j;

import dev.langchain4j.data.message.ChatMessageDeserializer;
import dev.langchain4j.data.message.ChatMessageSerializer;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.service.tool.ToolExecutionResult;
import dev.toolcheckpoint.answer.ModelAnswer;
import dev.toolcheckpoint.answer.ToolErrors;
import dev.toolcheckpoint.protocol.CheckpointKey;
import dev.toolcheckpoint.protocol.Outcome;
import dev.toolcheckpoint.tool.ToolException;
import dev.toolcheckpoint.tool.ToolOutcome;
import dev.toolcheckpoint.tool.ToolResult;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Results of the framework's executors as they are stored, and back. Plain text is stored as such; anything else (images, an error
 * mark, attributes) as the framework's own JSON of a tool's message. Both the first answer and a replay are made from what is stored.
 */
final class ToolResults {

    /** A {@link ToolExecutionResultMessage} as the framework writes it. */
    static final String MESSAGE = "application/vnd.langchain4j.tool-result+json";

    static final String TEXT = "text/plain; charset=utf-8";

    private static final Logger LOG = LoggerFactory.getLogger(CheckpointedTools.class);

    private ToolResults() {}

    /**
     * What is stored of a result.
     *
     * @throws ToolException when it can't be written: the effect is done, so the call must end
     */
    static ToolResult stored(String tool, ToolExecutionResult result) throws ToolException {
        try {
            var contents = result.resultContents();
            if (!result.isError()
                    && result.attributes().isEmpty()
                    && contents.size() == 1
                    && contents.get(0) instanceof TextContent text) {
                return ToolResult.of(TEXT, text.text().getBytes(StandardCharsets.UTF_8));
            }
            String message = ChatMessageSerializer.messageToJson(ToolExecutionResultMessage.builder()
                    .id("stored")
                    .toolName(tool)
                    .contents(contents)
                    .isError(result.isError())
                    .attributes(result.attributes())
                    .build());
            return ToolResult.of(MESSAGE, message.getBytes(StandardCharsets.UTF_8));
        } catch (RuntimeException unwritable) {
            LOG.error("Tool \"{}\" ran, but its result can't be written", tool, unwritable);
            throw new ToolException(
                    "RESULT_NOT_SERIALISABLE",
                    "The effect happened, but the result could not be written. Do not repeat the call.");
        }
    }

    /** The answer to an end. */
    static ToolExecutionResult of(CheckpointKey key, ToolOutcome end, Instant now) {
        Optional<Outcome> stored = ToolErrors.outcome(end)
                .filter(outcome -> outcome.mediaType().equals(MESSAGE))
                .filter(outcome -> !outcome.forgotten());
        if (stored.isEmpty()) {
            return of(ModelAnswer.of(key, end, now));
        }
        var message =
                (ToolExecutionResultMessage) ChatMessageDeserializer.messageFromJson(ModelAnswer.text(stored.get()));
        return ToolExecutionResult.builder()
                .isError(Boolean.TRUE.equals(message.isError()))
                .resultContents(message.contents())
                .attributes(message.attributes())
                .build();
    }

    static ToolExecutionResult of(ModelAnswer answer) {
        return ToolExecutionResult.builder()
                .isError(answer.isError())
                .result(answer.text())
                .resultText(answer.text())
                .build();
    }
}

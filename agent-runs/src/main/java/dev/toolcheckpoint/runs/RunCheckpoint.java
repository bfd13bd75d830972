package dev.toolcheckpoint.runs;

import dev.langchain4j.data.message.ChatMessage;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A run's history after a step, as the next model call gets it, but for the agent's instructions.
 *
 * @param run the run
 * @param stepIndex the step, 0 for the start
 * @param messages everything said so far
 * @param finishReason what the model's provider said of its last answer; {@code null} for nothing
 * @param createdAt when the step was stored
 */
public record RunCheckpoint(
        RunKey run,
        int stepIndex,
        List<ChatMessage> messages,
        @Nullable String finishReason,
        Instant createdAt) {

    /** Copies the list. */
    public RunCheckpoint {
        messages = List.copyOf(messages);
    }

    /** Leaves the messages out. */
    @Override
    public String toString() {
        return "RunCheckpoint[" + run + ", step " + stepIndex + ", " + messages.size() + " messages]";
    }
}

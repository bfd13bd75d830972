package dev.toolcheckpoint.runs;

import com.fasterxml.jackson.databind.JsonNode;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ChatMessageSerializer;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import java.util.ArrayList;
import java.util.List;

/** What a run of a thread goes on from: the messages of the run before. */
final class Threads {

    private final Storage storage;

    Threads(Storage storage) {
        this.storage = storage;
    }

    Records.Base before(History history) {
        String id = history.state().continues();
        RunKey before = new RunKey(history.key().namespace(), String.valueOf(id));
        History earlier = storage.history(before);
        List<ChatMessage> messages = new ArrayList<>(earlier.messages());
        Turn open = earlier.openTurn();
        if (open != null) {
            messages.addAll(answered(open.answer()));
        }
        List<JsonNode> encoded = messages.stream()
                .map(ChatMessageSerializer::messageToJson)
                .map(Documents::toTree)
                .toList();
        return new Records.Base(encoded);
    }

    /** A turn whose run ended before its calls were answered: every call gets a result that says so. */
    private static List<ChatMessage> answered(AiMessage answer) {
        List<ChatMessage> messages = new ArrayList<>();
        messages.add(answer);
        for (ToolExecutionRequest request : answer.toolExecutionRequests()) {
            messages.add(ToolExecutionResultMessage.builder()
                    .id(request.id())
                    .toolName(request.name())
                    .text(
                            "The run before ended while this call was open. Its outcome is not known here; do not repeat it.")
                    .isError(true)
                    .build());
        }
        return messages;
    }
}

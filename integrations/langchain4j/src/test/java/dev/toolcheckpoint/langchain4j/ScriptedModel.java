package dev.toolcheckpoint.langchain4j;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;

/** A model that asks for the tools of its script, and notes what it was told. Thread-safe. */
@NullMarked
final class ScriptedModel implements ChatModel {

    private final Deque<AiMessage> script = new ArrayDeque<>();
    private final List<ToolExecutionResultMessage> told = Collections.synchronizedList(new ArrayList<>());
    private final List<ToolSpecification> offered = Collections.synchronizedList(new ArrayList<>());

    /** The next answer asks for these tools. */
    synchronized ScriptedModel calls(ToolExecutionRequest... requests) {
        script.add(AiMessage.from(requests));
        return this;
    }

    /** The next answer is this text, which ends a turn. */
    synchronized ScriptedModel says(String text) {
        script.add(AiMessage.from(text));
        return this;
    }

    /** A turn of one call. */
    ScriptedModel turn(@Nullable String id, String tool, String arguments) {
        return calls(call(id, tool, arguments)).says("done");
    }

    static ToolExecutionRequest call(@Nullable String id, String tool, String arguments) {
        return ToolExecutionRequest.builder()
                .id(id)
                .name(tool)
                .arguments(arguments)
                .build();
    }

    /** What came back from tools, in order. */
    List<ToolExecutionResultMessage> told() {
        return List.copyOf(told);
    }

    String lastTold() {
        return told.get(told.size() - 1).text();
    }

    List<ToolSpecification> offered() {
        return List.copyOf(offered);
    }

    @Override
    public synchronized ChatResponse doChat(ChatRequest request) {
        offered.clear();
        offered.addAll(request.toolSpecifications());
        var messages = request.messages();
        int first = messages.size();
        while (first > 0 && messages.get(first - 1) instanceof ToolExecutionResultMessage) {
            first--;
        }
        messages.subList(first, messages.size()).forEach(message -> told.add((ToolExecutionResultMessage) message));
        return ChatResponse.builder().aiMessage(script.remove()).build();
    }
}

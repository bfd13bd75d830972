package dev.toolcheckpoint.runs;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.TokenUsage;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** A model that answers by a script: a function of what it was told. Gives new ids to its calls each time, as providers do. */
final class ScriptedModel implements ChatModel {

    static final int INPUT_TOKENS = 10;
    static final int OUTPUT_TOKENS = 5;

    private final Function<List<ChatMessage>, AiMessage> script;
    private final List<List<ChatMessage>> asked = new CopyOnWriteArrayList<>();
    private final AtomicInteger ids = new AtomicInteger();

    ScriptedModel(Function<List<ChatMessage>, AiMessage> script) {
        this.script = script;
    }

    /** Answers with the nth of these, where n counts the answers that the history holds. */
    static ScriptedModel turns(AiMessage... answers) {
        return new ScriptedModel(messages -> answers[answersIn(messages)]);
    }

    static int answersIn(List<ChatMessage> messages) {
        return (int) messages.stream().filter(AiMessage.class::isInstance).count();
    }

    static AiMessage says(String text) {
        return AiMessage.from(text);
    }

    /** Calls: pairs of tool and arguments. */
    static AiMessage calls(String... toolsAndArguments) {
        List<ToolExecutionRequest> requests = new ArrayList<>();
        for (int at = 0; at < toolsAndArguments.length; at += 2) {
            requests.add(ToolExecutionRequest.builder()
                    .name(toolsAndArguments[at])
                    .arguments(toolsAndArguments[at + 1])
                    .build());
        }
        return AiMessage.from(requests);
    }

    @Override
    public ChatResponse doChat(ChatRequest request) {
        checkPairs(request.messages());
        asked.add(List.copyOf(request.messages()));
        AiMessage answer = script.apply(request.messages());
        if (answer.hasToolExecutionRequests()) {
            List<ToolExecutionRequest> named = new ArrayList<>();
            for (ToolExecutionRequest each : answer.toolExecutionRequests()) {
                named.add(
                        each.id() != null
                                ? each
                                : each.toBuilder()
                                        .id("id-" + ids.incrementAndGet())
                                        .build());
            }
            answer = answer.toBuilder().toolExecutionRequests(named).build();
        }
        return ChatResponse.builder()
                .aiMessage(answer)
                .tokenUsage(new TokenUsage(INPUT_TOKENS, OUTPUT_TOKENS))
                .modelName("scripted")
                .build();
    }

    /** As providers do: every call has exactly one result, right after its turn and in its order. */
    static void checkPairs(List<ChatMessage> messages) {
        for (int at = 0; at < messages.size(); at++) {
            if (messages.get(at) instanceof AiMessage answer && answer.hasToolExecutionRequests()) {
                for (ToolExecutionRequest call : answer.toolExecutionRequests()) {
                    at++;
                    boolean answered = at < messages.size()
                            && messages.get(at) instanceof ToolExecutionResultMessage result
                            && result.id().equals(call.id());
                    if (!answered) {
                        throw new AssertionError("A call is not answered in its place: " + call.name());
                    }
                }
            } else if (messages.get(at) instanceof ToolExecutionResultMessage orphan) {
                throw new AssertionError("A result of no call: " + orphan.toolName());
            }
        }
    }

    List<List<ChatMessage>> asked() {
        return asked;
    }
}

package dev.toolcheckpoint.lambda.samples;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.TokenUsage;
import dev.toolcheckpoint.json.JsonException;
import dev.toolcheckpoint.json.JsonLimits;
import dev.toolcheckpoint.json.StrictJson;
import java.util.List;
import java.util.UUID;

/** Plays a model: asks for one refund with the payload of the trigger, and says what came of it. Stateless. */
final class ScriptedRefundModel implements ChatModel {

    private static final TokenUsage USAGE = new TokenUsage(40, 20);

    @Override
    public ChatResponse doChat(ChatRequest request) {
        List<ChatMessage> messages = request.messages();
        ChatMessage last = messages.get(messages.size() - 1);
        AiMessage answer = last instanceof ToolExecutionResultMessage result
                ? AiMessage.from("The refund was asked for. Its tool said: " + result.text())
                : refund(messages);
        return ChatResponse.builder()
                .aiMessage(answer)
                .tokenUsage(USAGE)
                .modelName("scripted-refunds")
                .build();
    }

    private static AiMessage refund(List<ChatMessage> messages) {
        return messages.stream()
                .filter(UserMessage.class::isInstance)
                .map(message -> payload(((UserMessage) message).singleText()))
                .filter(JsonNode::isObject)
                .findFirst()
                .map(payload -> AiMessage.from(ToolExecutionRequest.builder()
                        // Providers make a new one for each call, too.
                        .id(UUID.randomUUID().toString())
                        .name(RefundTool.NAME)
                        .arguments(payload.toString())
                        .build()))
                .orElseGet(() -> AiMessage.from(
                        "There is nothing to refund: the payload must be {\"order\":…,\"amount\":…,\"currency\":…}."));
    }

    private static JsonNode payload(String trigger) {
        try {
            return StrictJson.parse(trigger, JsonLimits.DEFAULT).path("payload");
        } catch (JsonException none) {
            return MissingNode.getInstance();
        }
    }
}

package com.example.assistant;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import java.util.List;
import java.util.UUID;

/** Stands in for a provider's model: asks for the refund under a new tool-call id each time, then says what came of it. */
final class ScriptedModel implements ChatModel {

    @Override
    public ChatResponse doChat(ChatRequest request) {
        List<ChatMessage> messages = request.messages();
        return ChatResponse.builder()
                .aiMessage(
                        messages.get(messages.size() - 1) instanceof ToolExecutionResultMessage result
                                ? AiMessage.from("Refunded: " + result.text())
                                : AiMessage.from(refund()))
                .build();
    }

    private static ToolExecutionRequest refund() {
        return ToolExecutionRequest.builder()
                .id("call_" + UUID.randomUUID())
                .name("refund")
                .arguments("{\"order\":\"order-17\",\"cents\":1250}")
                .build();
    }
}

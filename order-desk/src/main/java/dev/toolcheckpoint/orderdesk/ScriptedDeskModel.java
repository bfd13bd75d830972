package dev.toolcheckpoint.orderdesk;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ChatMessageSerializer;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.FinishReason;
import dev.langchain4j.model.output.TokenUsage;
import dev.toolcheckpoint.journal.IdSource;
import dev.toolcheckpoint.json.JsonException;
import dev.toolcheckpoint.json.JsonLimits;
import dev.toolcheckpoint.json.StrictJson;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A model that follows a script, so that the desk works without a key: what it answers depends on nothing but the conversation, and its calls get new
 * ids each time, as those of a provider do. Asked twice, it decides the same and names it differently. Thread-safe.
 */
public final class ScriptedDeskModel implements ChatModel {

    /** The model's name, as runs show it. */
    public static final String NAME = "scripted";

    private static final int CHARACTERS_A_TOKEN = 4;

    private final IdSource ids;

    /** A model whose calls are named by this source. */
    public ScriptedDeskModel(IdSource ids) {
        this.ids = ids;
    }

    @Override
    public ChatResponse doChat(ChatRequest request) {
        List<ChatMessage> conversation = request.messages();
        AiMessage answer = answer(conversation);
        int input = conversation.stream()
                .mapToInt(
                        message -> ChatMessageSerializer.messageToJson(message).length())
                .sum();
        int output = ChatMessageSerializer.messageToJson(answer).length();
        return ChatResponse.builder()
                .aiMessage(answer)
                .modelName(NAME)
                .tokenUsage(new TokenUsage(input / CHARACTERS_A_TOKEN, output / CHARACTERS_A_TOKEN))
                .finishReason(answer.hasToolExecutionRequests() ? FinishReason.TOOL_EXECUTION : FinishReason.STOP)
                .build();
    }

    private AiMessage answer(List<ChatMessage> conversation) {
        String order = "";
        Map<String, ToolExecutionResultMessage> results = new LinkedHashMap<>();
        for (ChatMessage message : conversation) {
            if (message instanceof UserMessage asked) {
                // A thread that goes on: only the newest message counts.
                order = tree(asked.singleText()).path("payload").path("order").asText();
                results.clear();
            } else if (message instanceof ToolExecutionResultMessage result) {
                results.put(result.toolName(), result);
            }
        }
        return order.isEmpty()
                ? AiMessage.from("The message names no order: its payload needs an \"order\".")
                : next(order, results);
    }

    private AiMessage next(String order, Map<String, ToolExecutionResultMessage> results) {
        ToolExecutionResultMessage found = results.get(OrderDesk.LOOK_UP);
        if (found == null) {
            return calls(OrderDesk.LOOK_UP, arguments(order));
        }
        if (failed(found)) {
            return AiMessage.from("Nothing was done for " + order + ": the order was not found.");
        }
        BigDecimal paid = tree(found.text()).path("paid").decimalValue();
        String tool = paid.compareTo(OrderDesk.LIMIT) > 0 ? OrderDesk.LARGE_REFUND : OrderDesk.REFUND;
        ToolExecutionResultMessage refund = results.get(tool);
        if (refund == null) {
            return calls(tool, arguments(order).put("amount", paid));
        }
        String done = failed(refund) ? "was not refunded" : "was refunded, " + paid.toPlainString() + " euros";
        ToolExecutionResultMessage mail = results.get(OrderDesk.MAIL);
        if (mail == null) {
            String text = failed(refund)
                    ? "We are looking into your order " + order + "."
                    : "Your order " + order + " was refunded: " + paid.toPlainString() + " euros.";
            return calls(OrderDesk.MAIL, arguments(order).put("text", text));
        }
        return AiMessage.from(order + " " + done
                + (failed(mail) ? ", and the customer was not told." : ", and the customer was told."));
    }

    private AiMessage calls(String tool, ObjectNode arguments) {
        return AiMessage.from(ToolExecutionRequest.builder()
                .id("call_" + ids.next())
                .name(tool)
                .arguments(arguments.toString())
                .build());
    }

    private static ObjectNode arguments(String order) {
        return JsonNodeFactory.instance.objectNode().put("order", order);
    }

    private static boolean failed(ToolExecutionResultMessage result) {
        return Boolean.TRUE.equals(result.isError());
    }

    private static JsonNode tree(String text) {
        try {
            return StrictJson.parse(text, JsonLimits.DEFAULT);
        } catch (JsonException noJson) {
            return MissingNode.getInstance();
        }
    }
}

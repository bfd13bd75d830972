package com.example.assistant;

import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.invocation.InvocationParameters;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.UserMessage;
import dev.toolcheckpoint.journal.Journal;
import dev.toolcheckpoint.langchain4j.CheckpointedTools;
import dev.toolcheckpoint.langchain4j.Turn;
import dev.toolcheckpoint.store.CheckpointStore;
import dev.toolcheckpoint.store.CheckpointStores;
import dev.toolcheckpoint.tool.ToolRunner;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** An assistant that refunds an order once, however often a turn is tried. */
public final class RefundAssistant {

    private final Desk desk;

    /** The assistant's interface. */
    interface Desk {
        String chat(@UserMessage String text, InvocationParameters parameters);
    }

    /** What the model may use. */
    public static final class RefundTools {
        private final AtomicInteger refundsMade = new AtomicInteger();

        /** Moves money. */
        @Tool("Refunds an order")
        public String refund(String order, int cents) {
            return "re_" + refundsMade.incrementAndGet() + " of " + cents + " cents for " + order;
        }

        /** How often money really moved. */
        public int refundsMade() {
            return refundsMade.get();
        }
    }

    /** An assistant over this store. */
    public RefundAssistant(ChatModel model, CheckpointStore store, RefundTools tools) {
        ToolRunner runner = ToolRunner.over(Journal.over(store));
        this.desk = AiServices.builder(Desk.class)
                .chatModel(model)
                .tools(CheckpointedTools.wrap(runner, "shop", tools))
                .build();
    }

    /** One turn; {@code messageId} is the same whenever the same message is tried again. */
    public String chat(String messageId, String text) {
        return desk.chat(text, Turn.of(messageId));
    }

    /** Tries the same turn twice. */
    public static void main(String[] arguments) {
        RefundTools tools = new RefundTools();
        try (CheckpointStore store = CheckpointStores.open("sqlite:" + arguments[0], Map.of())) {
            RefundAssistant assistant = new RefundAssistant(new ScriptedModel(), store, tools);
            System.out.println(assistant.chat("message-1", "Please refund order-17"));
            System.out.println(assistant.chat("message-1", "Please refund order-17"));
        }
        System.out.println("Refunds made: " + tools.refundsMade());
    }
}

package com.example.assistant;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.example.assistant.RefundAssistant.RefundTools;
import dev.toolcheckpoint.store.CheckpointStore;
import dev.toolcheckpoint.store.CheckpointStores;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RefundAssistantTest {

    @TempDir
    Path folder;

    private String chat(String messageId, RefundTools tools) {
        try (CheckpointStore store = CheckpointStores.open("sqlite:" + folder.resolve("calls.db"), Map.of())) {
            return new RefundAssistant(new ScriptedModel(), store, tools).chat(messageId, "Please refund order-17");
        }
    }

    @Test
    void turn_triedAgainAfterARestart_refundsOnceAndSaysTheSame() {
        RefundTools tools = new RefundTools();
        String first = chat("message-1", tools);
        assertEquals("Refunded: re_1 of 1250 cents for order-17", first);
        RefundTools afterRestart = new RefundTools();
        assertEquals(first, chat("message-1", afterRestart));
        assertEquals(1, tools.refundsMade());
        assertEquals(0, afterRestart.refundsMade());
    }

    @Test
    void nextTurn_mayRefundAgain() {
        RefundTools tools = new RefundTools();
        chat("message-1", tools);
        chat("message-2", tools);
        assertEquals(2, tools.refundsMade());
    }
}

package com.example.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.toolcheckpoint.journal.Journal;
import dev.toolcheckpoint.langgraph4j.EffectException;
import dev.toolcheckpoint.store.CheckpointStore;
import dev.toolcheckpoint.store.CheckpointStores;
import java.nio.file.Path;
import java.util.Map;
import org.bsc.langgraph4j.GraphStateException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RefundGraphTest {

    @TempDir
    Path folder;

    @Test
    void run_onTwoGraphThreadsAndAfterARestart_refundsOnce() throws GraphStateException {
        String name = "sqlite:" + folder.resolve("calls.db");
        String first;
        try (CheckpointStore store = CheckpointStores.open(name, Map.of())) {
            RefundGraph graph = new RefundGraph(Journal.over(store));
            first = graph.run("monday", "order-17", 1250);
            assertEquals("\"re_1_order-17\"", first);
            assertEquals(first, graph.run("tuesday", "order-17", 1250));
            assertEquals(1, graph.refundsMade());
        }
        try (CheckpointStore store = CheckpointStores.open(name, Map.of())) {
            RefundGraph graph = new RefundGraph(Journal.over(store));
            assertEquals(first, graph.run("monday", "order-17", 1250));
            assertEquals(0, graph.refundsMade());
            RuntimeException thrown =
                    assertThrows(RuntimeException.class, () -> graph.run("wednesday", "order-17", 99_999));
            assertInstanceOf(
                    EffectException.Conflict.class, EffectException.in(thrown).orElseThrow());
        }
    }
}

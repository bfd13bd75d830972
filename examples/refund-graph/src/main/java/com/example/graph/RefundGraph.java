package com.example.graph;

import static org.bsc.langgraph4j.StateGraph.END;
import static org.bsc.langgraph4j.StateGraph.START;
import static org.bsc.langgraph4j.action.AsyncNodeAction.node_async;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.toolcheckpoint.journal.Journal;
import dev.toolcheckpoint.langgraph4j.CheckpointedNode;
import dev.toolcheckpoint.langgraph4j.EffectResult;
import dev.toolcheckpoint.store.CheckpointStore;
import dev.toolcheckpoint.store.CheckpointStores;
import dev.toolcheckpoint.tool.Tool;
import dev.toolcheckpoint.tool.ToolRunner;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.bsc.langgraph4j.CompileConfig;
import org.bsc.langgraph4j.CompiledGraph;
import org.bsc.langgraph4j.GraphInput;
import org.bsc.langgraph4j.GraphStateException;
import org.bsc.langgraph4j.RunnableConfig;
import org.bsc.langgraph4j.StateGraph;
import org.bsc.langgraph4j.checkpoint.MemorySaver;
import org.bsc.langgraph4j.state.AgentState;

/** A graph that refunds an order once, however often it is run for it. */
public final class RefundGraph {

    private final AtomicInteger refundsMade = new AtomicInteger();
    private final CompiledGraph<Order> graph;

    /** The graph's state: an order to refund. */
    public static final class Order extends AgentState {

        /** A state of this data. */
        public Order(Map<String, Object> data) {
            super(data);
        }

        String callId() {
            return this.<String>value("order").orElseThrow() + ":refund";
        }

        JsonNode input() {
            return JsonNodeFactory.instance
                    .objectNode()
                    .put("order", this.<String>value("order").orElseThrow())
                    .put("cents", this.<Integer>value("cents").orElseThrow());
        }

        static Map<String, Object> refunded(EffectResult result) {
            return Map.of("receipt", result.text());
        }
    }

    /** What is asked for. */
    public record Refund(String order, int cents) {}

    /** A graph over this journal. */
    public RefundGraph(Journal journal) throws GraphStateException {
        ToolRunner runner = ToolRunner.over(journal);
        Tool<Refund, String> refund = Tool.named("refund-order", Refund.class)
                .handler((input, context) -> "re_" + refundsMade.incrementAndGet() + "_" + input.order());
        this.graph = new StateGraph<>(Order::new)
                .addNode(
                        "refund",
                        node_async(CheckpointedNode.of(runner, refund, Order::callId, Order::input, Order::refunded)))
                .addEdge(START, "refund")
                .addEdge("refund", END)
                .compile(CompileConfig.builder()
                        .checkpointSaver(new MemorySaver())
                        .build());
    }

    /** Runs the graph on this graph thread; returns the receipt. */
    public String run(String thread, String order, int cents) {
        return graph.invoke(
                        GraphInput.args(Map.of("order", order, "cents", cents)),
                        RunnableConfig.builder().threadId(thread).build())
                .flatMap(end -> end.<String>value("receipt"))
                .orElseThrow();
    }

    /** How often money really moved. */
    public int refundsMade() {
        return refundsMade.get();
    }

    /** Runs the graph twice for the same order. */
    public static void main(String[] arguments) throws GraphStateException {
        try (CheckpointStore store = CheckpointStores.open("sqlite:" + arguments[0], Map.of())) {
            RefundGraph graph = new RefundGraph(Journal.over(store));
            System.out.println(graph.run("monday", "order-17", 1250));
            System.out.println(graph.run("tuesday", "order-17", 1250));
        }
    }
}

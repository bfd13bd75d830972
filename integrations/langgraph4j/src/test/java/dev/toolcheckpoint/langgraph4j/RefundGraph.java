package dev.toolcheckpoint.langgraph4j;

import static org.bsc.langgraph4j.StateGraph.END;
import static org.bsc.langgraph4j.StateGraph.START;
import static org.bsc.langgraph4j.action.AsyncNodeAction.node_async;

import java.util.Map;
import org.bsc.langgraph4j.CompileConfig;
import org.bsc.langgraph4j.CompiledGraph;
import org.bsc.langgraph4j.GraphInput;
import org.bsc.langgraph4j.GraphStateException;
import org.bsc.langgraph4j.RunnableConfig;
import org.bsc.langgraph4j.StateGraph;
import org.bsc.langgraph4j.action.NodeAction;
import org.bsc.langgraph4j.checkpoint.BaseCheckpointSaver;
import org.bsc.langgraph4j.serializer.StateSerializer;
import org.bsc.langgraph4j.serializer.std.ObjectStreamStateSerializer;

/** A graph of three nodes, the second of which has an effect. */
public final class RefundGraph {

    public static final StateSerializer<Order> STATES = new ObjectStreamStateSerializer<>(Order::new);

    private final CompiledGraph<Order> graph;

    public RefundGraph(NodeAction<Order> refund, BaseCheckpointSaver saver) {
        try {
            this.graph = new StateGraph<>(STATES)
                    .addNode("plan", node_async(order -> Map.of("callId", order.order() + ":refund")))
                    .addNode("refund", node_async(refund))
                    .addNode("thank", node_async(order -> Map.of("thanked", true)))
                    .addEdge(START, "plan")
                    .addEdge("plan", "refund")
                    .addEdge("refund", "thank")
                    .addEdge("thank", END)
                    .compile(CompileConfig.builder().checkpointSaver(saver).build());
        } catch (GraphStateException wrong) {
            throw new IllegalStateException(wrong);
        }
    }

    public Order start(String thread, Map<String, Object> order) {
        return graph.invoke(GraphInput.args(order), on(thread)).orElseThrow();
    }

    public Order resume(String thread) {
        return graph.invoke(GraphInput.resume(), on(thread)).orElseThrow();
    }

    /** The node this graph thread goes on with, as its saver has it. */
    public String next(String thread) {
        return graph.getState(on(thread)).next();
    }

    private static RunnableConfig on(String thread) {
        return RunnableConfig.builder().threadId(thread).build();
    }
}

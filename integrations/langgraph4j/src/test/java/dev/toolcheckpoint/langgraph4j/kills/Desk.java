package dev.toolcheckpoint.langgraph4j.kills;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolcheckpoint.journal.Journal;
import dev.toolcheckpoint.langgraph4j.CheckpointedNode;
import dev.toolcheckpoint.langgraph4j.Order;
import dev.toolcheckpoint.langgraph4j.RefundGraph;
import dev.toolcheckpoint.langgraph4j.ResumableFiles;
import dev.toolcheckpoint.protocol.Recovery;
import dev.toolcheckpoint.tool.Tool;
import dev.toolcheckpoint.tool.ToolRunner;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedList;
import java.util.Map;
import java.util.function.Consumer;
import org.bsc.langgraph4j.RunnableConfig;
import org.bsc.langgraph4j.action.NodeAction;
import org.bsc.langgraph4j.checkpoint.Checkpoint;

/** The graph that is killed, with a saver in files. Two processes build it on the same folder. */
final class Desk {

    /** After the effect, before the tool's result is known to anybody. */
    static final String AFTER_THE_EFFECT = "after the effect";

    /** The journal holds the outcome, the graph's saver doesn't yet. */
    static final String BEFORE_THE_CHECKPOINT = "before the checkpoint";

    static final String THREAD = "thread-of-order-17";
    static final Map<String, Object> ORDER = Order.of("order-17", 1250);

    /** How the node that refunds is protected. */
    enum Protection {
        NONE,
        MANUAL,
        IDEMPOTENT
    }

    private Desk() {}

    static RefundGraph graph(Path folder, Protection protection, Journal journal, Consumer<String> pause) {
        Ledger ledger = new Ledger(folder);
        NodeAction<Order> node = protection == Protection.NONE
                ? order -> Map.of("receipt", ledger.refund(order.order()))
                : CheckpointedNode.of(
                        ToolRunner.over(journal),
                        tool(protection, ledger, pause),
                        Order::callId,
                        Order::input,
                        Order::refunded);
        return new RefundGraph(node, new PausingFiles(folder.resolve("graph"), pause));
    }

    private static Tool<JsonNode, String> tool(Protection protection, Ledger ledger, Consumer<String> pause) {
        boolean manual = protection == Protection.MANUAL;
        return Tool.named("refund", JsonNode.class)
                .recovery(manual ? Recovery.manual() : Recovery.idempotent(Duration.ofDays(1)))
                .handler((input, context) -> {
                    String key = context.idempotencyKey();
                    String reference = manual ? ledger.refund(key) : ledger.refundOnce(key);
                    pause.accept(AFTER_THE_EFFECT);
                    return reference;
                });
    }

    /** Pauses when the node that refunds is over, before anything of it is in a file. */
    private static final class PausingFiles extends ResumableFiles {
        private final Consumer<String> pause;

        PausingFiles(Path folder, Consumer<String> pause) {
            super(folder);
            this.pause = pause;
        }

        @Override
        @SuppressWarnings("NonApiType") // the library's own signature
        protected void insertedCheckpoint(
                RunnableConfig config, LinkedList<Checkpoint> checkpoints, Checkpoint checkpoint) throws Exception {
            if (checkpoint.getNodeId().equals("refund")) {
                pause.accept(BEFORE_THE_CHECKPOINT);
            }
            super.insertedCheckpoint(config, checkpoints, checkpoint);
        }
    }
}

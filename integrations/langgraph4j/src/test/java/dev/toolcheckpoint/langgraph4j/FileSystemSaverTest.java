package dev.toolcheckpoint.langgraph4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolcheckpoint.journal.Journal;
import dev.toolcheckpoint.store.InMemoryCheckpointStore;
import dev.toolcheckpoint.tool.Tool;
import dev.toolcheckpoint.tool.ToolRunner;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.bsc.langgraph4j.checkpoint.FileSystemSaver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the library's own saver does with a file of another saver (another process), in the version this is built on. */
class FileSystemSaverTest {

    private static final Map<String, Object> ORDER = Order.of("order-17", 1250);

    @TempDir
    private Path folder;

    private final AtomicInteger calls = new AtomicInteger();
    private final AtomicInteger updates = new AtomicInteger();
    private final ToolRunner runner = ToolRunner.over(Journal.over(new InMemoryCheckpointStore()));

    /** Fails once, after the effect. */
    private CheckpointedNode<Order> node() {
        Tool<JsonNode, String> tool =
                Tool.named("refund", JsonNode.class).handler((input, context) -> "re_" + calls.incrementAndGet());
        return CheckpointedNode.of(runner, tool, Order::callId, Order::input, result -> {
            if (updates.incrementAndGet() == 1) {
                throw new IllegalStateException("after the effect");
            }
            return Order.refunded(result);
        });
    }

    private FileSystemSaver plain() {
        return new FileSystemSaver(folder, RefundGraph.STATES);
    }

    @Test
    void plainSaver_readFromAFile_goesBackOneNode() {
        assertThat(catchThrowable(() -> new RefundGraph(node(), plain()).start("t", ORDER)))
                .hasRootCauseMessage("after the effect");
        assertThat(new RefundGraph(node(), plain()).next("t")).isEqualTo("plan");
        assertThat(new RefundGraph(node(), new ResumableFiles(folder)).next("t"))
                .isEqualTo("refund");
    }

    @Test
    void plainSaver_startedAgainUnderTheSameThread_replaysTheEffect() {
        assertThat(catchThrowable(() -> new RefundGraph(node(), plain()).start("t", ORDER)))
                .hasRootCauseMessage("after the effect");
        Order end = new RefundGraph(node(), plain()).start("t", ORDER);
        assertThat(end.receipt()).isEqualTo("\"re_1\"");
        assertThat(calls).hasValue(1);
    }

    @Test
    void resumableSaver_resumed_replaysTheEffect() {
        assertThat(catchThrowable(() -> new RefundGraph(node(), new ResumableFiles(folder)).start("t", ORDER)))
                .hasRootCauseMessage("after the effect");
        Order end = new RefundGraph(node(), new ResumableFiles(folder)).resume("t");
        assertThat(end.receipt()).isEqualTo("\"re_1\"");
        assertThat(end.thanked()).isTrue();
        assertThat(calls).hasValue(1);
    }
}

package dev.toolcheckpoint.langgraph4j;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolcheckpoint.journal.Journal;
import dev.toolcheckpoint.store.CheckpointStore;
import dev.toolcheckpoint.store.CheckpointStores;
import dev.toolcheckpoint.testing.Race;
import dev.toolcheckpoint.tool.Tool;
import dev.toolcheckpoint.tool.ToolRunner;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Three graph threads want the same operation at once. */
class ConcurrentThreadsTest {

    private static final int THREADS = 3;
    private static final int ROUNDS = 20;

    @TempDir
    private Path folder;

    @Test
    void threeGraphThreadsOnOneOperation_makeOneCall() {
        try (CheckpointStore store = CheckpointStores.open("sqlite:" + folder.resolve("journal.db"), Map.of());
                Race race = new Race(THREADS)) {
            ToolRunner runner = ToolRunner.over(Journal.over(store));
            for (int round = 0; round < ROUNDS; round++) {
                oneRound(runner, race, "order-" + round);
            }
        }
    }

    /** The call that is made ends only after the two others have been told that it is under way. */
    private void oneRound(ToolRunner runner, Race race, String order) {
        CountDownLatch told = new CountDownLatch(THREADS - 1);
        AtomicInteger calls = new AtomicInteger();
        Tool<JsonNode, String> tool = Tool.named("refund", JsonNode.class).handler((input, context) -> {
            int call = calls.incrementAndGet();
            assertThat(told.await(20, TimeUnit.SECONDS)).isTrue();
            return "re_" + order + "_" + call;
        });
        RefundGraph graph = new RefundGraph(
                CheckpointedNode.of(runner, tool, Order::callId, Order::input, Order::refunded),
                new ResumableFiles(folder.resolve("graph")));
        List<String> answers = race.start(racer -> {
            try {
                return graph.start(order + "-" + racer, Order.of(order, 1250)).receipt();
            } catch (RuntimeException thrown) {
                EffectException busy = EffectException.in(thrown).orElseThrow(() -> thrown);
                told.countDown();
                return busy.getClass().getSimpleName();
            }
        });
        String receipt = "\"re_" + order + "_1\"";
        assertThat(answers).containsExactlyInAnyOrder(receipt, "InProgress", "InProgress");
        for (int racer = 0; racer < THREADS; racer++) {
            if (answers.get(racer).equals("InProgress")) {
                assertThat(graph.resume(order + "-" + racer).receipt()).isEqualTo(receipt);
            }
        }
        assertThat(calls).hasValue(1);
    }
}

package dev.toolcheckpoint.lambda.samples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolcheckpoint.journal.Intent;
import dev.toolcheckpoint.journal.Journal;
import dev.toolcheckpoint.lambda.TestContexts;
import dev.toolcheckpoint.lambda.metrics.EmfMetrics;
import dev.toolcheckpoint.protocol.Binding;
import dev.toolcheckpoint.protocol.Recovery;
import dev.toolcheckpoint.protocol.Status;
import dev.toolcheckpoint.store.CheckpointStore;
import dev.toolcheckpoint.store.CheckpointStores;
import dev.toolcheckpoint.testing.VirtualClock;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RefundReconcilerTest {

    @TempDir
    private Path folder;

    @Test
    void callOfAKilledFunction_becomesUncertain_andIsCounted() throws Exception {
        String store = "sqlite:" + folder.resolve("calls.db");
        Intent killed = Intent.of(
                new Binding("shop", "order-1", "refund-order", "1", "sha256:" + "0".repeat(64)), Recovery.manual());
        try (CheckpointStore calls = CheckpointStores.open(store, Map.of())) {
            // Long ago, by the clock of this machine.
            Journal.builder(calls).clock(new VirtualClock()).build().begin(killed, Duration.ofSeconds(30));
        }
        List<String> lines = new ArrayList<>();
        RefundReconciler reconciler = new RefundReconciler(
                Map.of("TOOL_CHECKPOINT_STORE", store), EmfMetrics.to(lines::add, Clock.systemUTC()));
        ByteArrayOutputStream answer = new ByteArrayOutputStream();

        reconciler.handleRequest(InputStream.nullInputStream(), answer, TestContexts.of(60_000));

        assertThat(answer.toString(StandardCharsets.UTF_8))
                .startsWith("{\"complete\":true,\"counts\":{\"MARKED_UNCERTAIN\":1,\"STILL_UNCERTAIN\":1}");
        assertThat(lines).anyMatch(line -> line.endsWith("\"UncertainRecords\":1}"));
        try (CheckpointStore calls = CheckpointStores.open(store, Map.of())) {
            assertThat(calls.find(killed.key()).orElseThrow().status()).isEqualTo(Status.UNCERTAIN);
        }
    }
}

package dev.toolcheckpoint.lambda.samples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileLedgerTest {

    @TempDir
    Path folder;

    @Test
    void refund_sameKeyTwice_commitsOnceAndReturnsTheFirst() throws Exception {
        Path file = folder.resolve("new/ledger.jsonl");
        FileLedger ledger = new FileLedger(file);

        FileLedger.Effect first = ledger.refund("k", "o-1", new BigDecimal("25.00"));
        FileLedger.Effect second = new FileLedger(file).refund("k", "o-1", new BigDecimal("99"));

        assertThat(second).isEqualTo(first);
        assertThat(Files.readAllLines(file))
                .containsExactly(
                        "{\"type\":\"call\",\"key\":\"k\"}",
                        "{\"type\":\"effect\",\"key\":\"k\",\"order\":\"o-1\",\"amount\":25.00}",
                        "{\"type\":\"call\",\"key\":\"k\"}");
    }

    @Test
    void commit_sameKeyTwice_commitsOnceAndReturnsTheFirstLine() throws Exception {
        Path file = folder.resolve("ledger.jsonl");
        FileLedger ledger = new FileLedger(file);

        JsonNode first =
                ledger.commit("k", JsonNodeFactory.instance.objectNode().put("mail", "ada@example.com"));
        JsonNode second =
                ledger.commit("k", JsonNodeFactory.instance.objectNode().put("mail", "alan@example.com"));

        assertThat(second).isEqualTo(first);
        assertThat(Files.readAllLines(file))
                .containsExactly(
                        "{\"type\":\"call\",\"key\":\"k\"}",
                        "{\"type\":\"effect\",\"key\":\"k\",\"mail\":\"ada@example.com\"}",
                        "{\"type\":\"call\",\"key\":\"k\"}");
    }

    @Test
    void refund_manyThreadsAndObjects_commitEachKeyOnce() throws Exception {
        Path file = folder.resolve("ledger.jsonl");
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            List<Future<FileLedger.Effect>> all = IntStream.range(0, 64)
                    .mapToObj(i -> threads.submit(
                            () -> new FileLedger(file).refund("k" + i % 4, "o-1", BigDecimal.valueOf(i + 1))))
                    .toList();
            for (Future<FileLedger.Effect> one : all) {
                one.get();
            }
        } finally {
            threads.shutdownNow();
        }
        assertThat(Files.readAllLines(file).stream().filter(line -> line.contains("\"effect\"")))
                .hasSize(4);
        assertThat(Files.readAllLines(file)).hasSize(68);
    }

    @Test
    void refund_afterALineWhoseWriterWasKilled_startsItsOwn() throws Exception {
        Path file = folder.resolve("ledger.jsonl");
        FileLedger ledger = new FileLedger(file);
        ledger.refund("a", "o-1", BigDecimal.ONE);
        Files.writeString(file, "{\"type\":\"effect\",\"key\":\"b\",\"or", StandardOpenOption.APPEND);

        ledger.refund("b", "o-2", BigDecimal.TEN);

        assertThat(Files.readAllLines(file))
                .endsWith("{\"type\":\"effect\",\"key\":\"b\",\"order\":\"o-2\",\"amount\":10}");
        assertThat(ledger.refund("b", "o-2", BigDecimal.ONE).amount()).isEqualByComparingTo(BigDecimal.TEN);
    }

    @Test
    void refund_unreachable_vouchesThatNothingWasRequested() throws Exception {
        Path file = Files.writeString(folder.resolve("file"), "");

        assertThatThrownBy(() -> new FileLedger(file.resolve("ledger.jsonl")).refund("k", "o-1", BigDecimal.ONE))
                .isInstanceOf(LedgerUnreachableException.class);
    }
}

package dev.toolcheckpoint.cli.lab;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RefundLedgerTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    @Test
    void refund_sameKeyTwice_isPaidOnceAndBothRequestsAreKept() throws Exception {
        RefundLedger ledger = new RefundLedger(folder.resolve("ledger.jsonl"));

        assertThat(ledger.calls()).isZero();
        assertThat(ledger.refund("k", "order-1", 5)).isEqualTo(new RefundService.Refund("refund-1", false));
        assertThat(ledger.refund("k2", "order-2", 6)).isEqualTo(new RefundService.Refund("refund-2", false));
        assertThat(ledger.refund("k", "order-1", 5)).isEqualTo(new RefundService.Refund("refund-1", true));

        assertThat(ledger.lines())
                .containsExactly(
                        "{\"type\":\"call\",\"key\":\"k\"}",
                        "{\"type\":\"effect\",\"key\":\"k\",\"order\":\"order-1\",\"amount\":5}",
                        "{\"type\":\"call\",\"key\":\"k2\"}",
                        "{\"type\":\"effect\",\"key\":\"k2\",\"order\":\"order-2\",\"amount\":6}",
                        "{\"type\":\"call\",\"key\":\"k\"}");
        assertThat(ledger.calls()).isEqualTo(3);
        assertThat(ledger.effects()).isEqualTo(2);
    }

    @Test
    void quoted_anyText_isJson() throws Exception {
        String text = "a \"quoted\" \\ line\n\u0001\u001f é 漢 😀";

        assertThat(new ObjectMapper().readTree(RefundLedger.quoted(text)).textValue())
                .isEqualTo(text);
    }
}

package com.example.refund;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.toolcheckpoint.journal.Journal;
import dev.toolcheckpoint.store.CheckpointStore;
import dev.toolcheckpoint.store.CheckpointStores;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RefundDeskTest {

    @TempDir
    Path folder;

    @Test
    void refund_askedTwiceAcrossARestart_isMadeOnceAndAnsweredTheSame() {
        String name = "sqlite:" + folder.resolve("calls.db");
        String first;
        try (CheckpointStore store = CheckpointStores.open(name, Map.of())) {
            RefundDesk desk = new RefundDesk(Journal.over(store));
            first = desk.refund("order-17:refund", "order-17", 1250);
            assertEquals(1, desk.refundsMade());
        }
        try (CheckpointStore store = CheckpointStores.open(name, Map.of())) {
            RefundDesk desk = new RefundDesk(Journal.over(store));
            assertEquals(first, desk.refund("order-17:refund", "order-17", 1250));
            assertEquals(0, desk.refundsMade());
            assertEquals("conflict: [inputFingerprint]", desk.refund("order-17:refund", "order-17", 99_999));
        }
    }

    @Test
    void refund_withoutAmount_isAStoredError() {
        try (CheckpointStore store = CheckpointStores.open("memory:", Map.of())) {
            RefundDesk desk = new RefundDesk(Journal.over(store));
            String refused = "{\"code\":\"INVALID_AMOUNT\",\"message\":\"A refund needs an amount above zero.\"}";
            assertEquals(refused, desk.refund("order-18:refund", "order-18", 0));
            assertEquals(refused, desk.refund("order-18:refund", "order-18", 0));
        }
    }
}

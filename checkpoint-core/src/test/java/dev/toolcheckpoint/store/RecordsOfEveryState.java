package dev.toolcheckpoint.store;

import dev.toolcheckpoint.json.Digests;
import dev.toolcheckpoint.protocol.Binding;
import dev.toolcheckpoint.protocol.Checkpoint;
import dev.toolcheckpoint.protocol.DeliveryTransitions;
import dev.toolcheckpoint.protocol.Evidence;
import dev.toolcheckpoint.protocol.ExecutionTransitions;
import dev.toolcheckpoint.protocol.LateReceipts;
import dev.toolcheckpoint.protocol.Outcome;
import dev.toolcheckpoint.protocol.Payload;
import dev.toolcheckpoint.protocol.Receipt;
import dev.toolcheckpoint.protocol.Recovery;
import dev.toolcheckpoint.protocol.Retention;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Records as the transitions make them, by what they are. */
final class RecordsOfEveryState {

    static final byte[] BYTES = "{\"ok\":true}".getBytes(StandardCharsets.UTF_8);

    private static final Instant NOW = Instant.ofEpochMilli(1_800_000_000_123L);
    private static final Duration LEASE = Duration.ofSeconds(30);
    private static final Duration NO_MARGIN = Duration.ZERO;
    private static final Instant LATER = NOW.plus(LEASE).plusMillis(1);

    private RecordsOfEveryState() {}

    static Map<String, Checkpoint> all() {
        Binding binding = new Binding("tenant", "call-1", "refund", "3", "sha256:" + "a".repeat(64));
        Map<String, Checkpoint> all = new LinkedHashMap<>();
        Checkpoint ready = ExecutionTransitions.create(binding, Recovery.manual(), "w1", NOW)
                .next();
        all.put("ready", ready);
        Checkpoint executing = ExecutionTransitions.claimExecution(ready, "a1", LEASE, "w2", NOW)
                .next();
        all.put("executing", executing);
        Recovery windowed = Recovery.idempotent(Duration.ofMinutes(10));
        Checkpoint window = claimed(binding, windowed);
        all.put("executing in a window", window);
        all.put(
                "reclaimed with limited attempts",
                ExecutionTransitions.reclaimExecution(
                                claimed(binding, new Recovery.Idempotent(Duration.ofMinutes(10), 3)),
                                "a2",
                                LEASE,
                                "w3",
                                LATER,
                                NO_MARGIN)
                        .next());
        all.put(
                "abandoned",
                ExecutionTransitions.abandonExecution(
                                window, window.requireExecution().fence(), "w3", NOW, NO_MARGIN)
                        .next());
        Checkpoint uncertain = ExecutionTransitions.markExpiredUncertain(executing, "w3", LATER, NO_MARGIN)
                .next();
        all.put("uncertain", uncertain);
        all.put("settled, happened", settled(uncertain, Evidence.happened("order 7", "ann")));
        all.put("settled, absent", settled(uncertain, Evidence.absent("never sent", "bob")));
        Checkpoint completed = completed(executing, Receipt.successJson(new String(BYTES, StandardCharsets.UTF_8)));
        all.put("completed", completed);
        all.put("completed late", completed(uncertain, Receipt.successJson("{\"ok\":true}")));
        all.put("completed with an error", completed(executing, Receipt.error(Receipt.JSON, BYTES, true)));
        all.put("completed, void", completed(executing, Receipt.successVoid()));
        all.put("completed, stored elsewhere", completed.withPayload(new Payload.Stored("chunks/1")));
        all.put(
                "completed, forgotten",
                ExecutionTransitions.forgetPayload(completed, "w9", LATER).next());
        Checkpoint delivering = DeliveryTransitions.claimDelivery(completed, "d1", true, LEASE, "w5", NOW)
                .next();
        all.put("delivering", delivering);
        all.put(
                "released",
                DeliveryTransitions.releaseDelivery(delivering, "d1", "w6", NOW).next());
        all.put(
                "delivered",
                DeliveryTransitions.completeDelivery(delivering, "d1", "w6", NOW)
                        .next());
        all.put(
                "undeliverable",
                DeliveryTransitions.markUndeliverable(delivering, "d1", "gone", "w6", NOW)
                        .next());
        all.put(
                "delivery settled",
                DeliveryTransitions.settleDelivery(
                                delivering, Evidence.happened("log line 4", "eve"), "w6", NOW, NO_MARGIN)
                        .next());
        Binding odd = new Binding("n\u00e4m\ud83d\ude00\ud800", "\"\\\n\u0000", "\udc00", " ", "x".repeat(512));
        all.put("odd texts", claimed(odd, windowed));
        return all;
    }

    /** The bytes that belong beside the record's document. */
    static byte @Nullable [] inline(Checkpoint record) {
        Outcome outcome = record.outcome();
        return outcome != null && outcome.payload() instanceof Payload.Inline inline ? inline.bytes() : null;
    }

    private static Checkpoint claimed(Binding binding, Recovery recovery) {
        return ExecutionTransitions.createClaimed(binding, recovery, "a1", LEASE, "w1", NOW)
                .next();
    }

    private static Checkpoint completed(Checkpoint record, Receipt receipt) {
        return ExecutionTransitions.completeExecution(
                        record,
                        record.requireExecution().fence(),
                        outcome(receipt, null),
                        LateReceipts.ACCEPT,
                        Retention.DEFAULT,
                        "w4",
                        LATER)
                .next();
    }

    private static Checkpoint settled(Checkpoint uncertain, Evidence evidence) {
        return ExecutionTransitions.settleExecution(
                        uncertain,
                        outcome(Receipt.successJson("null"), evidence),
                        Retention.DEFAULT,
                        "w4",
                        LATER,
                        NO_MARGIN,
                        NO_MARGIN)
                .next();
    }

    private static Outcome outcome(Receipt receipt, @Nullable Evidence evidence) {
        byte[] bytes = receipt.bytes();
        return Outcome.of(receipt, Digests.sha256(bytes), Payload.Inline.of(bytes), LATER, evidence);
    }
}

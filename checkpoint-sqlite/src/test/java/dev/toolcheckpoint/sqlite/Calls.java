package dev.toolcheckpoint.sqlite;

import dev.toolcheckpoint.protocol.Binding;
import dev.toolcheckpoint.protocol.Checkpoint;
import dev.toolcheckpoint.protocol.DeliveryTransitions;
import dev.toolcheckpoint.protocol.ExecutionTransitions;
import dev.toolcheckpoint.protocol.LateReceipts;
import dev.toolcheckpoint.protocol.Outcome;
import dev.toolcheckpoint.protocol.Receipt;
import dev.toolcheckpoint.protocol.Recovery;
import dev.toolcheckpoint.protocol.Retention;
import dev.toolcheckpoint.protocol.Transition;
import dev.toolcheckpoint.store.CheckpointStore;
import dev.toolcheckpoint.store.SealedPayload;
import dev.toolcheckpoint.store.WriteResult;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;

/** The writes of calls, as the journal makes them, at a fixed time. */
final class Calls {

    static final Instant NOW = Instant.ofEpochMilli(1_800_000_000_000L);
    static final Duration LEASE = Duration.ofSeconds(30);

    private Calls() {}

    static Binding binding(String namespace, String callId) {
        return new Binding(namespace, callId, "refund", "1", "sha256:" + "b".repeat(64));
    }

    /** Creates and claims in one write. */
    static Transition claim(String callId, String writer) {
        return claim(binding("tenant", callId), writer);
    }

    static Transition claim(Binding binding, String writer) {
        return ExecutionTransitions.createClaimed(
                binding, Recovery.manual(), "attempt-" + writer, LEASE, "create-" + writer, NOW);
    }

    /** A completion and what its payload is stored as. */
    record Completion(Transition transition, SealedPayload payload) {

        WriteResult send(CheckpointStore store) {
            return store.compareAndSwap(transition, payload);
        }
    }

    static Completion completion(CheckpointStore store, Checkpoint record, byte[] result) {
        String writeId = "complete-" + record.writeId();
        Receipt receipt = Receipt.success("text/plain", result);
        SealedPayload sealed = store.seal(record.key(), writeId, receipt.bytes());
        Transition transition = ExecutionTransitions.completeExecution(
                record,
                record.requireExecution().fence(),
                Outcome.of(receipt, sealed.digest(), sealed.payload(), NOW, null),
                LateReceipts.ACCEPT,
                Retention.DEFAULT,
                writeId,
                NOW);
        return new Completion(transition, sealed);
    }

    /** Stores a call that is done, and returns its record. */
    static Checkpoint completed(CheckpointStore store, String callId, byte[] result) {
        Checkpoint claimed = claimed(store, callId);
        Completion completion = completion(store, claimed, result);
        requireStored(completion.send(store));
        return completion.transition().next();
    }

    /** Stores a call that is claimed, and returns its record. */
    static Checkpoint claimed(CheckpointStore store, String callId) {
        Transition claim = claim(callId, callId);
        requireStored(store.createIfAbsent(claim));
        return claim.next();
    }

    static Transition delivery(Checkpoint completed) {
        return DeliveryTransitions.claimDelivery(
                completed, "delivery-1", true, LEASE, "deliver-" + completed.writeId(), NOW);
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static byte[] bytes(int size) {
        return "x".repeat(size).getBytes(StandardCharsets.UTF_8);
    }

    static void requireStored(WriteResult result) {
        if (!(result instanceof WriteResult.Stored)) {
            throw new AssertionError("Expected the write to be stored, but it was " + result);
        }
    }
}

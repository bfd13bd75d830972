package dev.toolcheckpoint.runs;

import dev.toolcheckpoint.protocol.Checkpoint;
import dev.toolcheckpoint.protocol.CheckpointKey;
import dev.toolcheckpoint.protocol.Transition;
import dev.toolcheckpoint.store.AttentionQuery;
import dev.toolcheckpoint.store.CheckpointStore;
import dev.toolcheckpoint.store.ListQuery;
import dev.toolcheckpoint.store.RecordPage;
import dev.toolcheckpoint.store.SealedPayload;
import dev.toolcheckpoint.store.WriteResult;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A checkpoint store as one engine sees it. */
final class DisturbedCheckpointStore implements CheckpointStore {

    private final CheckpointStore store;
    private final Supplier<Disturbance> disturbance;

    DisturbedCheckpointStore(CheckpointStore store, Supplier<Disturbance> disturbance) {
        this.store = store;
        this.disturbance = disturbance;
    }

    @Override
    public Duration defaultSkewMargin() {
        return store.defaultSkewMargin();
    }

    @Override
    public void prepare(CheckpointKey key, Instant leaseUntil) {
        store.prepare(key, leaseUntil);
    }

    @Override
    public SealedPayload seal(CheckpointKey key, String writeId, byte[] payload) {
        return store.seal(key, writeId, payload);
    }

    @Override
    public String digest(Checkpoint record, byte[] payload) {
        return store.digest(record, payload);
    }

    @Override
    public WriteResult createIfAbsent(Transition creation) {
        disturbance.get().boundary(false, "before a claim");
        WriteResult result = store.createIfAbsent(creation);
        disturbance.get().boundary(true, "after a claim");
        return result;
    }

    @Override
    public WriteResult compareAndSwap(Transition transition, @Nullable SealedPayload payload) {
        disturbance.get().boundary(false, "before a swap");
        WriteResult result = store.compareAndSwap(transition, payload);
        disturbance.get().boundary(true, "after a swap");
        return result;
    }

    @Override
    public Optional<Checkpoint> find(CheckpointKey key) {
        return store.find(key);
    }

    @Override
    public byte[] loadPayload(Checkpoint record) {
        return store.loadPayload(record);
    }

    @Override
    public RecordPage attention(AttentionQuery query) {
        return store.attention(query);
    }

    @Override
    public RecordPage list(ListQuery query) {
        return store.list(query);
    }

    @Override
    public void close() {
        store.close();
    }
}

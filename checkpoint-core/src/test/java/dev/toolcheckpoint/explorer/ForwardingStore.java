package dev.toolcheckpoint.explorer;

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

/** Passes everything on. Broken stores override what they break. */
class ForwardingStore implements CheckpointStore {

    private final Supplier<? extends CheckpointStore> target;

    ForwardingStore(Supplier<? extends CheckpointStore> target) {
        this.target = target;
    }

    @Override
    public Duration defaultSkewMargin() {
        return target.get().defaultSkewMargin();
    }

    @Override
    public void prepare(CheckpointKey key, Instant leaseUntil) {
        target.get().prepare(key, leaseUntil);
    }

    @Override
    public SealedPayload seal(CheckpointKey key, String writeId, byte[] payload) {
        return target.get().seal(key, writeId, payload);
    }

    @Override
    public String digest(Checkpoint record, byte[] payload) {
        return target.get().digest(record, payload);
    }

    @Override
    public WriteResult createIfAbsent(Transition creation) {
        return target.get().createIfAbsent(creation);
    }

    @Override
    public WriteResult compareAndSwap(Transition transition, @Nullable SealedPayload payload) {
        return target.get().compareAndSwap(transition, payload);
    }

    @Override
    public Optional<Checkpoint> find(CheckpointKey key) {
        return target.get().find(key);
    }

    @Override
    public byte[] loadPayload(Checkpoint record) {
        return target.get().loadPayload(record);
    }

    @Override
    public RecordPage attention(AttentionQuery query) {
        return target.get().attention(query);
    }

    @Override
    public RecordPage list(ListQuery query) {
        return target.get().list(query);
    }

    @Override
    public void beforeSnapshot() {
        target.get().beforeSnapshot();
    }

    @Override
    public void close() {
        target.get().close();
    }
}

package dev.toolcheckpoint.testing.model;

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

/** A store that is opened, and may be closed and opened again under the hands of those who use it. Not thread-safe. */
final class ReopenedStore implements CheckpointStore {

    private final Supplier<CheckpointStore> opening;
    private CheckpointStore store;

    ReopenedStore(Supplier<CheckpointStore> opening) {
        this.opening = opening;
        this.store = opening.get();
    }

    void reopen() {
        store.close();
        store = opening.get();
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
        return store.createIfAbsent(creation);
    }

    @Override
    public WriteResult compareAndSwap(Transition transition, @Nullable SealedPayload payload) {
        return store.compareAndSwap(transition, payload);
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
    public void beforeSnapshot() {
        store.beforeSnapshot();
    }

    @Override
    public void close() {
        store.close();
    }
}

package dev.toolcheckpoint.testing;

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
import org.jspecify.annotations.Nullable;

/**
 * A store that leaves everything to another one: for tests that stand in between, and override what they look at or spoil. As thread-safe as
 * the store behind it.
 */
public abstract class DelegatingStore implements CheckpointStore {

    /** The store behind this one, asked for at each call. */
    protected abstract CheckpointStore delegate();

    @Override
    public Duration defaultSkewMargin() {
        return delegate().defaultSkewMargin();
    }

    @Override
    public boolean findsBeforeCreating() {
        return delegate().findsBeforeCreating();
    }

    @Override
    public void prepare(CheckpointKey key, Instant leaseUntil) {
        delegate().prepare(key, leaseUntil);
    }

    @Override
    public SealedPayload seal(CheckpointKey key, String writeId, byte[] payload) {
        return delegate().seal(key, writeId, payload);
    }

    @Override
    public String digest(Checkpoint record, byte[] payload) {
        return delegate().digest(record, payload);
    }

    @Override
    public WriteResult createIfAbsent(Transition creation) {
        return delegate().createIfAbsent(creation);
    }

    @Override
    public WriteResult compareAndSwap(Transition transition, @Nullable SealedPayload payload) {
        return delegate().compareAndSwap(transition, payload);
    }

    @Override
    public Optional<Checkpoint> find(CheckpointKey key) {
        return delegate().find(key);
    }

    @Override
    public byte[] loadPayload(Checkpoint record) {
        return delegate().loadPayload(record);
    }

    @Override
    public RecordPage attention(AttentionQuery query) {
        return delegate().attention(query);
    }

    @Override
    public RecordPage list(ListQuery query) {
        return delegate().list(query);
    }

    @Override
    public void beforeSnapshot() {
        delegate().beforeSnapshot();
    }

    @Override
    public void close() {
        delegate().close();
    }
}

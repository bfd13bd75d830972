package dev.toolcheckpoint.runs;

import dev.toolcheckpoint.protocol.Transition;
import dev.toolcheckpoint.store.CheckpointStore;
import dev.toolcheckpoint.store.SealedPayload;
import dev.toolcheckpoint.store.WriteResult;
import dev.toolcheckpoint.testing.DelegatingStore;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A checkpoint store as one engine sees it. */
final class DisturbedCheckpointStore extends DelegatingStore {

    private final CheckpointStore store;
    private final Supplier<Disturbance> disturbance;

    DisturbedCheckpointStore(CheckpointStore store, Supplier<Disturbance> disturbance) {
        this.store = store;
        this.disturbance = disturbance;
    }

    @Override
    protected CheckpointStore delegate() {
        return store;
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
}

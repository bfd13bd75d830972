package dev.toolcheckpoint.runs;

import dev.toolcheckpoint.runs.store.Commit;
import dev.toolcheckpoint.runs.store.ItemKey;
import dev.toolcheckpoint.runs.store.RunItem;
import dev.toolcheckpoint.runs.store.RunStore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A run store as one engine sees it. */
class DisturbedRunStore implements RunStore {

    private final RunStore store;
    private final Supplier<Disturbance> disturbance;

    DisturbedRunStore(RunStore store, Supplier<Disturbance> disturbance) {
        this.store = store;
        this.disturbance = disturbance;
    }

    @Override
    public Duration defaultSkewMargin() {
        return store.defaultSkewMargin();
    }

    @Override
    public Optional<RunItem> find(ItemKey key) {
        return store.find(key);
    }

    @Override
    public List<RunItem> load(String namespace, String partition) {
        return store.load(namespace, partition);
    }

    @Override
    public boolean commit(Commit commit) {
        disturbance.get().boundary(false, "before a commit");
        boolean applied = store.commit(commit);
        disturbance.get().boundary(true, "after a commit");
        return applied;
    }

    @Override
    public Page<ItemKey> due(Instant before, int limit, @Nullable String cursor) {
        return store.due(before, limit, cursor);
    }

    @Override
    public Page<RunItem> list(String namespace, String sort, int limit, @Nullable String cursor) {
        return store.list(namespace, sort, limit, cursor);
    }

    @Override
    public void close() {
        store.close();
    }
}

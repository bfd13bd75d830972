package dev.toolcheckpoint.testing.model;

import dev.toolcheckpoint.store.CheckpointStore;
import dev.toolcheckpoint.testing.DelegatingStore;
import java.util.function.Supplier;

/** A store that is opened, and may be closed and opened again under the hands of those who use it. Not thread-safe. */
final class ReopenedStore extends DelegatingStore {

    private final Supplier<CheckpointStore> opening;
    private CheckpointStore store;

    ReopenedStore(Supplier<CheckpointStore> opening) {
        this.opening = opening;
        this.store = opening.get();
    }

    @Override
    protected CheckpointStore delegate() {
        return store;
    }

    void reopen() {
        store.close();
        store = opening.get();
    }
}

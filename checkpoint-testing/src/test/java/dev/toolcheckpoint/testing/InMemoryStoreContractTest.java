package dev.toolcheckpoint.testing;

import dev.toolcheckpoint.protocol.CheckpointKey;
import dev.toolcheckpoint.store.CheckpointStore;
import dev.toolcheckpoint.store.InMemoryCheckpointStore;
import java.util.Set;

/** The in-memory store passes the kit. */
class InMemoryStoreContractTest extends CheckpointStoreContract {

    private final InMemoryCheckpointStore store = new InMemoryCheckpointStore();

    @Override
    protected CheckpointStore open() {
        return store;
    }

    @Override
    protected Set<Corruption> possibleCorruptions() {
        // What it keeps are objects: fields can't be missing, unknown or of another type.
        return MemoryCorruption.POSSIBLE;
    }

    @Override
    protected boolean corrupt(CheckpointKey key, Corruption corruption) {
        return MemoryCorruption.corrupt(store, key, corruption);
    }

    @Override
    protected int largestPayload() {
        return 10_000_000;
    }
}

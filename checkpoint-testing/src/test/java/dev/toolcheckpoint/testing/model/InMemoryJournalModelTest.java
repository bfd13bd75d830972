package dev.toolcheckpoint.testing.model;

import dev.toolcheckpoint.store.CheckpointStore;
import dev.toolcheckpoint.store.InMemoryCheckpointStore;

/** The journal over the in-memory store does what the model says. */
class InMemoryJournalModelTest extends JournalModelContract {

    private InMemoryCheckpointStore store = new InMemoryCheckpointStore();

    @Override
    protected CheckpointStore open() {
        return store;
    }

    @Override
    protected void startHistory() {
        store = new InMemoryCheckpointStore();
    }

    @Override
    protected int histories() {
        return 2_000;
    }
}

package dev.toolcheckpoint.runs.store;

import dev.toolcheckpoint.runs.kit.RunStoreContract;

/** The store of this process passes the kit. */
class InMemoryRunStoreTest extends RunStoreContract {

    private final InMemoryRunStore store = new InMemoryRunStore();

    @Override
    protected RunStore open() {
        return store;
    }
}

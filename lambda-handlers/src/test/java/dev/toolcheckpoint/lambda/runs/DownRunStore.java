package dev.toolcheckpoint.lambda.runs;

import dev.toolcheckpoint.protocol.StoreException;
import dev.toolcheckpoint.runs.store.Commit;
import dev.toolcheckpoint.runs.store.InMemoryRunStore;
import dev.toolcheckpoint.runs.store.ItemKey;
import dev.toolcheckpoint.runs.store.RunItem;
import dev.toolcheckpoint.runs.store.RunStore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A store that can be switched off. */
final class DownRunStore implements RunStore {

    private final InMemoryRunStore store = new InMemoryRunStore();
    volatile boolean down = true;

    private RunStore up() {
        if (down) {
            throw StoreException.unavailable("The store is switched off.", null);
        }
        return store;
    }

    @Override
    public Duration defaultSkewMargin() {
        return store.defaultSkewMargin();
    }

    @Override
    public Optional<RunItem> find(ItemKey key) {
        return up().find(key);
    }

    @Override
    public List<RunItem> load(String namespace, String partition) {
        return up().load(namespace, partition);
    }

    @Override
    public boolean commit(Commit commit) {
        return up().commit(commit);
    }

    @Override
    public Page<ItemKey> due(Instant before, int limit, @Nullable String cursor) {
        return up().due(before, limit, cursor);
    }

    @Override
    public Page<RunItem> list(String namespace, String sort, int limit, @Nullable String cursor) {
        return up().list(namespace, sort, limit, cursor);
    }

    @Override
    public void close() {
        store.close();
    }
}

package dev.toolcheckpoint.store;

import dev.toolcheckpoint.protocol.ConfigurationException;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * The scheme {@code memory}: {@code memory:} opens a new store of its own every time, {@code memory:NAME} the one of that name
 * in this process, made at the first use and kept until the process ends. Takes no options. Thread-safe.
 */
public final class InMemoryCheckpointStoreProvider implements CheckpointStoreProvider {

    private static final ConcurrentMap<String, CheckpointStore> NAMED = new ConcurrentHashMap<>();

    /** For {@link java.util.ServiceLoader}. */
    public InMemoryCheckpointStoreProvider() {}

    @Override
    public String scheme() {
        return "memory";
    }

    @Override
    public CheckpointStore open(String location, Map<String, String> options) {
        if (!options.isEmpty()) {
            throw new ConfigurationException(
                    "The store \"memory\" takes no options, found " + new TreeSet<>(options.keySet()) + ".");
        }
        return location.isEmpty()
                ? new InMemoryCheckpointStore()
                : NAMED.computeIfAbsent(location, name -> new InMemoryCheckpointStore());
    }
}

package dev.toolcheckpoint.runs.store;

import dev.toolcheckpoint.protocol.ConfigurationException;
import java.util.Map;

/** Opens {@code memory:}, a store of its own each time, which has no options. Stateless. */
public final class MemoryRunStoreProvider implements RunStoreProvider {

    /** Made by {@link java.util.ServiceLoader}. */
    public MemoryRunStoreProvider() {}

    @Override
    public String scheme() {
        return "memory";
    }

    /**
     * Opens an empty store.
     *
     * @throws ConfigurationException when there is a location, or an option
     */
    @Override
    public RunStore open(String location, Map<String, String> options) {
        if (!location.isEmpty() || !options.isEmpty()) {
            throw new ConfigurationException("A store in memory is named memory: and has no options, found \""
                    + location + "\" and " + options.keySet() + ".");
        }
        return new InMemoryRunStore();
    }
}

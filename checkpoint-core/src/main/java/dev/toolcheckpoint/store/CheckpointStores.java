package dev.toolcheckpoint.store;

import dev.toolcheckpoint.protocol.ConfigurationException;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;

/** Opens the store that a text such as {@code sqlite:calls.db} names. */
public final class CheckpointStores {

    private CheckpointStores() {}

    /**
     * Opens a store.
     *
     * @param name {@code SCHEME:LOCATION}
     * @param options further settings of the scheme
     * @throws ConfigurationException when the text is no store name, or no provider on the class path has its scheme
     */
    public static CheckpointStore open(String name, Map<String, String> options) {
        int colon = name.indexOf(':');
        Map<String, CheckpointStoreProvider> providers = providers();
        if (colon < 1) {
            throw new ConfigurationException("A store is named SCHEME:LOCATION with one of the schemes "
                    + providers.keySet() + ", found \"" + name + "\".");
        }
        String scheme = name.substring(0, colon);
        CheckpointStoreProvider provider = providers.get(scheme);
        if (provider == null) {
            throw new ConfigurationException("No store has the scheme \"" + scheme + "\"; on the class path are "
                    + providers.keySet() + ". Add the module of the store, or name another.");
        }
        return provider.open(name.substring(colon + 1), options);
    }

    private static Map<String, CheckpointStoreProvider> providers() {
        Map<String, CheckpointStoreProvider> found = new TreeMap<>();
        for (CheckpointStoreProvider provider : ServiceLoader.load(CheckpointStoreProvider.class)) {
            found.put(provider.scheme(), provider);
        }
        return found;
    }
}

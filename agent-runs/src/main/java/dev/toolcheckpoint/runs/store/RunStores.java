package dev.toolcheckpoint.runs.store;

import dev.toolcheckpoint.protocol.ConfigurationException;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;

/** Opens the run store that a text such as {@code sqlite:calls.db} names: the same text as for its journal. */
public final class RunStores {

    private RunStores() {}

    /**
     * Opens a store.
     *
     * @param name {@code sqlite:FILE}, {@code dynamo:TABLE}, {@code memory:}, or of another scheme on the class path
     * @param options further settings of the scheme, as for {@link dev.toolcheckpoint.store.CheckpointStores}
     * @throws ConfigurationException when the text is no store name, no provider on the class path has its scheme, or the module
     *     of its journal is missing
     */
    public static RunStore open(String name, Map<String, String> options) {
        int colon = name.indexOf(':');
        Map<String, RunStoreProvider> providers = providers();
        if (colon < 1) {
            throw new ConfigurationException("A run store is named SCHEME:LOCATION with one of the schemes "
                    + providers.keySet() + ", found \"" + name + "\".");
        }
        String scheme = name.substring(0, colon);
        RunStoreProvider provider = providers.get(scheme);
        if (provider == null) {
            throw new ConfigurationException("No run store has the scheme \"" + scheme + "\"; on the class path are "
                    + providers.keySet() + ". Add the module of the store, or name another.");
        }
        try {
            return provider.open(name.substring(colon + 1), options);
        } catch (NoClassDefFoundError missing) {
            // The run stores are all in this module, what they stand on is not.
            throw new ConfigurationException("The run store \"" + scheme + "\" stands on the module checkpoint-"
                    + scheme + ", which is not on the class path (" + missing.getMessage()
                    + "). Add it, or name another.");
        }
    }

    private static Map<String, RunStoreProvider> providers() {
        Map<String, RunStoreProvider> found = new TreeMap<>();
        for (RunStoreProvider provider : ServiceLoader.load(RunStoreProvider.class)) {
            found.put(provider.scheme(), provider);
        }
        return found;
    }
}

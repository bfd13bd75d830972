package dev.toolcheckpoint.runs.store;

import java.util.Map;

/**
 * Opens run stores of one scheme. Found through {@link java.util.ServiceLoader}, so that a program names a store by text and
 * doesn't depend on its module.
 */
public interface RunStoreProvider {

    /** The scheme before the colon, as in {@code sqlite:FILE}. */
    String scheme();

    /**
     * Opens a store.
     *
     * @param location what stands after the colon
     * @param options further settings ({@code endpoint}, {@code kms}, {@code bucket}); a provider refuses those it doesn't know
     * @throws dev.toolcheckpoint.protocol.ConfigurationException naming what is wrong with location or options
     */
    RunStore open(String location, Map<String, String> options);
}

package dev.toolcheckpoint.runs.dynamo;

import dev.toolcheckpoint.dynamo.SharedTable;
import dev.toolcheckpoint.protocol.ConfigurationException;
import dev.toolcheckpoint.runs.store.RunStore;
import dev.toolcheckpoint.runs.store.RunStoreProvider;
import java.util.Map;

/**
 * Opens {@code dynamo:TABLE}, with the options of {@link dev.toolcheckpoint.dynamo.DynamoStoreProvider}: {@code kms} (required), {@code
 * endpoint}, {@code bucket} and {@code tableId}. Stateless.
 */
public final class DynamoRunStoreProvider implements RunStoreProvider {

    /** Made by {@link java.util.ServiceLoader}. */
    public DynamoRunStoreProvider() {}

    @Override
    public String scheme() {
        return "dynamo";
    }

    /**
     * Opens the runs of a table. Sends no request: a missing table shows at first use.
     *
     * @throws ConfigurationException when the table has no name, the key is not said, an option is unknown or malformed, or no
     *     Region is set
     */
    @Override
    public RunStore open(String location, Map<String, String> options) {
        return DynamoRunStoreBuilder.over(SharedTable.open(location, options));
    }
}

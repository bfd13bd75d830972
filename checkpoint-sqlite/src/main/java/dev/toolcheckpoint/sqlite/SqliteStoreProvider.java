package dev.toolcheckpoint.sqlite;

import dev.toolcheckpoint.protocol.ConfigurationException;
import dev.toolcheckpoint.store.CheckpointStore;
import dev.toolcheckpoint.store.CheckpointStoreProvider;
import java.util.Map;

/**
 * Opens {@code sqlite:FILE}. The one option is {@value #BUSY_TIMEOUT_MS}: how long an operation waits for another writer, 0 to
 * 3 600 000 ms, default 5 000. Stateless.
 */
public final class SqliteStoreProvider implements CheckpointStoreProvider {

    /** The name of the option of the busy timeout. */
    public static final String BUSY_TIMEOUT_MS = "busyTimeoutMs";

    /** Made by {@link java.util.ServiceLoader}. */
    public SqliteStoreProvider() {}

    @Override
    public String scheme() {
        return "sqlite";
    }

    /**
     * Opens the journal of a file.
     *
     * @throws ConfigurationException when the path can't be that of a journal, or an option is unknown
     * @throws dev.toolcheckpoint.protocol.StoreException when the file is there, but is not a journal
     */
    @Override
    public CheckpointStore open(String location, Map<String, String> options) {
        SqliteLocation named = SqliteLocation.of(location, options);
        return SqliteCheckpointStore.builder(named.file())
                .busyTimeout(named.busyTimeout())
                .open();
    }
}

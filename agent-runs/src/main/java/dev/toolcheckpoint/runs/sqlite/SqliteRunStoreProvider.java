package dev.toolcheckpoint.runs.sqlite;

import dev.toolcheckpoint.protocol.ConfigurationException;
import dev.toolcheckpoint.runs.store.RunStore;
import dev.toolcheckpoint.runs.store.RunStoreProvider;
import dev.toolcheckpoint.sqlite.SqliteFile;
import java.util.Map;

/**
 * Opens {@code sqlite:FILE}. The one option is {@code busyTimeoutMs}: how long an operation waits for another writer, 0 to
 * 3 600 000 ms, default 5 000. Stateless.
 */
public final class SqliteRunStoreProvider implements RunStoreProvider {

    /** Made by {@link java.util.ServiceLoader}. */
    public SqliteRunStoreProvider() {}

    @Override
    public String scheme() {
        return "sqlite";
    }

    /**
     * Opens the runs of a file.
     *
     * @throws ConfigurationException when the path can't be that of a journal, or an option is unknown
     * @throws dev.toolcheckpoint.protocol.StoreException when the file is there, but is not a journal
     */
    @Override
    public RunStore open(String location, Map<String, String> options) {
        return new SqliteRunStore(SqliteFile.open(location, options, RunTables.ALL));
    }
}

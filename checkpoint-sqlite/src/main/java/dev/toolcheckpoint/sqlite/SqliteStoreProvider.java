package dev.toolcheckpoint.sqlite;

import dev.toolcheckpoint.protocol.ConfigurationException;
import dev.toolcheckpoint.store.CheckpointStore;
import dev.toolcheckpoint.store.CheckpointStoreProvider;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeSet;

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
        TreeSet<String> unknown = new TreeSet<>(options.keySet());
        unknown.remove(BUSY_TIMEOUT_MS);
        if (!unknown.isEmpty()) {
            throw new ConfigurationException(
                    "A SQLite store has the option " + BUSY_TIMEOUT_MS + ", not " + unknown + ".");
        }
        SqliteCheckpointStore.Builder builder = SqliteCheckpointStore.builder(file(location));
        String timeout = options.get(BUSY_TIMEOUT_MS);
        return (timeout == null ? builder : builder.busyTimeout(millis(timeout))).open();
    }

    private static Path file(String location) {
        if (location.isBlank()) {
            throw new ConfigurationException("A SQLite store is named sqlite:FILE, but the file is missing.");
        }
        try {
            return Path.of(location);
        } catch (InvalidPathException refused) {
            throw new ConfigurationException(
                    "A SQLite store is named sqlite:FILE, but \"" + location + "\" is no path: " + refused.getReason());
        }
    }

    private static Duration millis(String text) {
        try {
            return Duration.ofMillis(Long.parseLong(text));
        } catch (NumberFormatException notANumber) {
            throw new ConfigurationException(
                    BUSY_TIMEOUT_MS + " is a number of milliseconds from 0 to 3600000, found \"" + text + "\".");
        }
    }
}

package dev.toolcheckpoint.sqlite;

import dev.toolcheckpoint.protocol.ConfigurationException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.TreeSet;

/**
 * Which file, and how patiently it is used.
 *
 * @param busyTimeout 0 ms to 1 h in whole milliseconds
 */
record SqliteLocation(Path file, Duration busyTimeout) {

    static final Duration DEFAULT_BUSY_TIMEOUT = Duration.ofSeconds(5);

    private static final Duration LONGEST_BUSY_TIMEOUT = Duration.ofHours(1);

    SqliteLocation {
        requireBusyTimeout(busyTimeout);
    }

    static Duration requireBusyTimeout(Duration timeout) {
        if (timeout.isNegative()
                || timeout.compareTo(LONGEST_BUSY_TIMEOUT) > 0
                || !timeout.equals(timeout.truncatedTo(ChronoUnit.MILLIS))) {
            throw new ConfigurationException(
                    "The busy timeout is 0 ms to 1 h in whole milliseconds, found " + timeout + ".");
        }
        return timeout;
    }

    /** Of what stands after the colon of {@code sqlite:FILE}, and the options. */
    static SqliteLocation of(String location, Map<String, String> options) {
        TreeSet<String> unknown = new TreeSet<>(options.keySet());
        unknown.remove(SqliteStoreProvider.BUSY_TIMEOUT_MS);
        if (!unknown.isEmpty()) {
            throw new ConfigurationException(
                    "A SQLite store has the option " + SqliteStoreProvider.BUSY_TIMEOUT_MS + ", not " + unknown + ".");
        }
        String timeout = options.get(SqliteStoreProvider.BUSY_TIMEOUT_MS);
        return new SqliteLocation(file(location), timeout == null ? DEFAULT_BUSY_TIMEOUT : millis(timeout));
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
            throw new ConfigurationException(SqliteStoreProvider.BUSY_TIMEOUT_MS
                    + " is a number of milliseconds from 0 to 3600000, found \"" + text + "\".");
        }
    }
}

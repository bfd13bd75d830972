package dev.toolcheckpoint.cli.lab;

import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where the journal strategies keep their records.
 *
 * @param name a store for all cases, as {@code SCHEME:LOCATION}; {@code null} for a fresh SQLite file in each case's folder
 * @param options further settings of the store
 */
record StorePlace(@Nullable String name, Map<String, String> options) {

    /** Copies the options. */
    StorePlace {
        options = Map.copyOf(options);
    }

    static StorePlace freshSqliteFiles() {
        return new StorePlace(null, Map.of());
    }

    /** The store of the case in this folder. */
    String storeFor(Path folder) {
        return name != null ? name : "sqlite:" + folder.resolve("journal.db");
    }

    @Override
    public String toString() {
        return name != null ? name : "sqlite, a fresh file per case";
    }
}

package dev.toolcheckpoint.cli.lab;

import dev.toolcheckpoint.protocol.CheckpointKey;
import dev.toolcheckpoint.store.CheckpointStore;
import dev.toolcheckpoint.store.CheckpointStores;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
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

    /** A fresh file for each case, which has no use for options and says so. */
    static StorePlace freshSqliteFiles(Map<String, String> options) {
        return new StorePlace(null, options);
    }

    /** The store of the case in this folder. */
    String storeFor(Path folder) {
        return name != null ? name : "sqlite:" + folder.resolve("journal.db");
    }

    /** Whether every case has a store of its own. */
    boolean fresh() {
        return name == null;
    }

    /** Finds out what is wrong with it once and now, not by a hundred processes: that it isn't there, or its key can't be used. */
    void probe() {
        if (name == null) {
            return;
        }
        CheckpointKey nobody = CheckpointKey.of(JournalCaller.NAMESPACE, "probe");
        try (CheckpointStore store = CheckpointStores.open(name, options)) {
            store.find(nobody);
            store.prepare(nobody, Instant.now().plus(JournalCaller.LEASE));
        }
    }

    /** For people: the store and its options. */
    @Override
    public String toString() {
        return name == null ? "sqlite, a fresh file per case" : options.isEmpty() ? name : name + " " + sorted();
    }

    private String sorted() {
        return new TreeMap<>(options)
                .entrySet().stream()
                        .map(option -> option.getKey() + "=" + option.getValue())
                        .collect(Collectors.joining(", ", "(", ")"));
    }
}

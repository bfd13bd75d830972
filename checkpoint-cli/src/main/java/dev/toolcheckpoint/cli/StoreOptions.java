package dev.toolcheckpoint.cli;

import dev.toolcheckpoint.protocol.ConfigurationException;
import dev.toolcheckpoint.store.CheckpointStore;
import dev.toolcheckpoint.store.CheckpointStores;
import dev.toolcheckpoint.store.InMemoryCheckpointStore;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which store a command works on. */
public final class StoreOptions {

    /** The variable that names the store when {@code --store} doesn't. */
    public static final String VARIABLE = "TOOL_CHECKPOINT_STORE";

    @Option(
            names = "--store",
            paramLabel = "SCHEME:LOCATION",
            description = "The store, as in sqlite:calls.db. Default: $TOOL_CHECKPOINT_STORE, else a file in your state"
                    + " folder (~/.local/state/tool-checkpoint/checkpoint.db).")
    private @Nullable String store;

    // Hidden until a store that takes them is on the class path. The provider of a scheme decides; others refuse them
    // by name.
    @Option(names = "--endpoint", paramLabel = "URL", hidden = true, description = "Where the store's service listens.")
    private @Nullable String endpoint;

    @Option(names = "--kms", paramLabel = "KEY|none", hidden = true, description = "The key that encrypts payloads.")
    private @Nullable String kms;

    @Option(names = "--bucket", paramLabel = "NAME", hidden = true, description = "Where large payloads are kept.")
    private @Nullable String bucket;

    /** What a command may do to a store that doesn't exist. */
    public enum Access {
        /** Create it: the command writes a first record. */
        MAY_CREATE,
        /** Find it empty: the command needs a record that is there. */
        EXISTING
    }

    /** Opens the store. */
    CheckpointStore open(Surroundings surroundings, Access access) {
        String named = store != null ? store : surroundings.variable(VARIABLE);
        if (named != null) {
            return CheckpointStores.open(named, options());
        }
        if (access == Access.EXISTING && !Files.isDirectory(StateFolder.of(surroundings.environment()))) {
            return new InMemoryCheckpointStore();
        }
        return CheckpointStores.open(defaultName(surroundings.environment()), options());
    }

    /** The store of somebody who names none: a file in the state folder, which is made. */
    public static String defaultName(Map<String, String> environment) {
        String named = environment.getOrDefault(VARIABLE, "");
        if (!named.isEmpty()) {
            return named;
        }
        try {
            return "sqlite:" + StateFolder.made(environment).resolve("checkpoint.db");
        } catch (IOException failure) {
            throw new ConfigurationException("The folder " + StateFolder.of(environment)
                    + " of the default store can't be made (" + failure + "). Name another store with --store or $"
                    + VARIABLE + ".");
        }
    }

    private Map<String, String> options() {
        Map<String, String> options = new TreeMap<>();
        put(options, "endpoint", endpoint);
        put(options, "kms", kms);
        put(options, "bucket", bucket);
        return options;
    }

    private static void put(Map<String, String> options, String name, @Nullable String value) {
        if (value != null) {
            options.put(name, value);
        }
    }
}

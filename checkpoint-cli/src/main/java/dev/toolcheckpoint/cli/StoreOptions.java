package dev.toolcheckpoint.cli;

import dev.toolcheckpoint.protocol.ConfigurationException;
import dev.toolcheckpoint.runs.store.InMemoryRunStore;
import dev.toolcheckpoint.runs.store.RunStore;
import dev.toolcheckpoint.runs.store.RunStores;
import dev.toolcheckpoint.store.CheckpointStore;
import dev.toolcheckpoint.store.CheckpointStores;
import dev.toolcheckpoint.store.InMemoryCheckpointStore;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which store a command works on. */
public final class StoreOptions extends ServiceOptions {

    /** The variable that names the store when {@code --store} doesn't. */
    public static final String VARIABLE = "TOOL_CHECKPOINT_STORE";

    @Option(
            names = "--store",
            paramLabel = "SCHEME:LOCATION",
            description =
                    "The store, as in sqlite:calls.db or dynamo:TABLE. Default: $TOOL_CHECKPOINT_STORE, else a file"
                            + " in your state folder (~/.local/state/tool-checkpoint/checkpoint.db).")
    private @Nullable String store;

    /** What a command may do to a store that doesn't exist. A missing DynamoDB table is always an error. */
    public enum Access {
        /** Create it: the command writes a first record. */
        MAY_CREATE,
        /** Find it empty: the command needs a record that is there. */
        EXISTING
    }

    /** Opens the store. */
    CheckpointStore open(Surroundings surroundings, Access access) {
        String name = name(surroundings, access);
        return name == null
                ? new InMemoryCheckpointStore()
                : CheckpointStores.open(name, options(name, surroundings.environment()));
    }

    /** Opens the runs of the same store. */
    RunStore openRuns(Surroundings surroundings, Access access) {
        String name = name(surroundings, access);
        return name == null ? new InMemoryRunStore() : RunStores.open(name, options(name, surroundings.environment()));
    }

    /** The name of the store; {@code null} for one that isn't there and is not to be made. */
    private @Nullable String name(Surroundings surroundings, Access access) {
        Map<String, String> environment = surroundings.environment();
        String named = named(environment);
        if (named != null) {
            if (access == Access.MAY_CREATE) {
                refuseForgetful(named);
            }
            return named;
        }
        if (access == Access.EXISTING && !given() && !Files.isDirectory(StateFolder.of(environment))) {
            return null;
        }
        return defaultName(environment);
    }

    /** The options as they were given. */
    List<String> words() {
        List<String> words = new ArrayList<>();
        add(words, "--store", store);
        addTo(words);
        return words;
    }

    /** The store that was named; {@code null} for the default. */
    public @Nullable String named(Map<String, String> environment) {
        if (store != null) {
            return store;
        }
        String variable = environment.getOrDefault(VARIABLE, "");
        return variable.isEmpty() ? null : variable;
    }

    /** Two commands would both be told to act. */
    private static void refuseForgetful(String named) {
        if (named.startsWith("memory:")) {
            throw new ConfigurationException(
                    "The store \"" + named + "\" ends with this command, so it remembers nothing:"
                            + " the next command would be told to act again. Name a file, as in sqlite:calls.db.");
        }
    }

    /** The store of somebody who names none: a file in the state folder, which is made. */
    public static String defaultName(Map<String, String> environment) {
        try {
            return "sqlite:" + StateFolder.made(environment).resolve("checkpoint.db");
        } catch (IOException failure) {
            throw new ConfigurationException("The folder " + StateFolder.of(environment)
                    + " of the default store can't be made (" + failure + "). Name another store with --store or $"
                    + VARIABLE + ".");
        }
    }
}

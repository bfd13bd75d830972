package dev.toolcheckpoint.cli.invoke;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;

/** Where things are kept when nobody names a place: the folder in which this system's programs keep what they remember. */
final class DefaultStore {

    private DefaultStore() {}

    /** {@code TOOL_CHECKPOINT_STORE}, else a SQLite file in the state folder, which is made. */
    static String name(Map<String, String> environment) {
        String named = environment.getOrDefault("TOOL_CHECKPOINT_STORE", "");
        return named.isEmpty() ? "sqlite:" + madeFolder(environment).resolve("checkpoint.db") : named;
    }

    /** {@code REFUND_LEDGER}, else a file beside the default store. */
    static Path ledger(Map<String, String> environment) {
        String named = environment.getOrDefault("REFUND_LEDGER", "");
        return named.isEmpty() ? madeFolder(environment).resolve("refund-ledger.jsonl") : Path.of(named);
    }

    private static Path madeFolder(Map<String, String> environment) {
        try {
            return Files.createDirectories(folder(environment));
        } catch (IOException failure) {
            throw new UncheckedIOException(
                    "The folder of the default store can't be made. Name a store with --store and a ledger with --ledger.",
                    failure);
        }
    }

    private static Path folder(Map<String, String> environment) {
        String windows = environment.getOrDefault("LOCALAPPDATA", "");
        String xdg = environment.getOrDefault("XDG_STATE_HOME", "");
        Path state = Path.of(System.getProperty("user.home"), ".local", "state");
        if (System.getProperty("os.name").toLowerCase(Locale.ROOT).startsWith("windows") && !windows.isEmpty()) {
            state = Path.of(windows);
        } else if (!xdg.isEmpty() && Path.of(xdg).isAbsolute()) {
            // The specification says that relative paths are to be ignored.
            state = Path.of(xdg);
        }
        return state.resolve("tool-checkpoint");
    }
}

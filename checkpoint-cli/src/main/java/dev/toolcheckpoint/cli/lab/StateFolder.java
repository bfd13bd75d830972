package dev.toolcheckpoint.cli.lab;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;

/** The folder in which this system keeps what programs remember. */
final class StateFolder {

    private StateFolder() {}

    /**
     * The project's folder in it; it may not be there yet.
     *
     * @param environment the environment variables
     * @param system the system's name
     * @param home the user's home folder
     */
    static Path of(Map<String, String> environment, String system, Path home) {
        String windows = environment.get("LOCALAPPDATA");
        String xdg = environment.get("XDG_STATE_HOME");
        Path state = home.resolve(".local").resolve("state");
        if (system.toLowerCase(Locale.ROOT).startsWith("windows") && windows != null) {
            state = Path.of(windows);
        } else if (xdg != null && Path.of(xdg).isAbsolute()) {
            // The XDG specification says that relative paths are to be ignored.
            state = Path.of(xdg);
        }
        return state.resolve("tool-checkpoint");
    }
}

package dev.toolcheckpoint.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;

/** The folder in which this system keeps what programs remember, and the project's place in it. */
public final class StateFolder {

    private StateFolder() {}

    /** The project's folder of this user; it may not be there yet. */
    public static Path of(Map<String, String> environment) {
        return of(environment, System.getProperty("os.name"), Path.of(System.getProperty("user.home")));
    }

    /**
     * The project's folder of this user, which is there afterwards.
     *
     * @throws IOException when it can't be made
     */
    public static Path made(Map<String, String> environment) throws IOException {
        return Files.createDirectories(of(environment));
    }

    /**
     * The project's folder on a system.
     *
     * @param environment the environment variables
     * @param system the system's name
     * @param home the user's home folder
     */
    static Path of(Map<String, String> environment, String system, Path home) {
        String windows = environment.getOrDefault("LOCALAPPDATA", "");
        String xdg = environment.getOrDefault("XDG_STATE_HOME", "");
        Path state = home.resolve(".local").resolve("state");
        if (system.toLowerCase(Locale.ROOT).startsWith("windows") && !windows.isEmpty()) {
            state = Path.of(windows);
        } else if (!xdg.isEmpty() && Path.of(xdg).isAbsolute()) {
            // The XDG specification says that relative paths are to be ignored.
            state = Path.of(xdg);
        }
        return state.resolve("tool-checkpoint");
    }
}

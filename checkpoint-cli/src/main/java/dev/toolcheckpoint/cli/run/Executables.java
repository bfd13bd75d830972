package dev.toolcheckpoint.cli.run;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds out whether a command could be started, before anything is claimed for it. */
final class Executables {

    private Executables() {}

    /** A sentence that says why the command can't be started; {@code null} when it seems that it can. */
    static @Nullable String problem(String command, @Nullable String path) {
        if (!Signals.posix()) {
            // Windows adds extensions and looks in more places; starting it will tell.
            return null;
        }
        try {
            if (command.indexOf('/') >= 0) {
                return executable(Path.of(command)) ? null : "There is no executable file \"" + command + "\".";
            }
            for (String folder : List.of((path == null ? "" : path).split(File.pathSeparator, -1))) {
                if (executable(Path.of(folder).resolve(command))) {
                    return null;
                }
            }
        } catch (InvalidPathException notAName) {
            return "\"" + command + "\" is not the name of a command.";
        }
        return "There is no command \"" + command + "\" in the folders of $PATH.";
    }

    private static boolean executable(Path file) {
        return Files.isRegularFile(file) && Files.isExecutable(file);
    }
}

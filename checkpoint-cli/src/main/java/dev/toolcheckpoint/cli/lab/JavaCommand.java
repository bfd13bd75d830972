package dev.toolcheckpoint.cli.lab;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** How a program of this jar is started as a process of its own. */
public final class JavaCommand {

    private JavaCommand() {}

    /**
     * The command without the program's words, to which they are added.
     *
     * @param temporary the process's folder for temporary files
     */
    public static List<String> of(Path temporary, String mainClass) {
        return new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                // A process lives for less than a second: start quickly, compile little, leave nothing in /tmp.
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xshare:auto",
                "-XX:-UsePerfData",
                "-Xmx128m",
                // SQLite's driver loads a native library, which newer JVMs want to be told.
                "--enable-native-access=ALL-UNNAMED",
                "-Djava.io.tmpdir=" + temporary,
                "-cp",
                classPath(),
                mainClass));
    }

    private static String classPath() {
        List<String> entries = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            if (!entry.isEmpty()) {
                entries.add(Path.of(entry).toAbsolutePath().toString());
            }
        }
        return String.join(File.pathSeparator, entries);
    }
}

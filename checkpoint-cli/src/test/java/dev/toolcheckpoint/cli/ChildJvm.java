package dev.toolcheckpoint.cli;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs the program in a JVM of its own, from the class path of the test. */
public final class ChildJvm {

    private ChildJvm() {}

    /** A process of the program, not started yet. */
    public static ProcessBuilder of(Path store, String... args) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                classPath(),
                Main.class.getName()));
        command.addAll(List.of(args));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("TOOL_CHECKPOINT_STORE", "sqlite:" + store);
        builder.redirectError(ProcessBuilder.Redirect.DISCARD);
        return builder;
    }

    /** The output of a process that ends. */
    public static String output(Process process) throws IOException {
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    private static String classPath() {
        // Surefire may put the class path into a manifest; then this says what it was.
        return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"))
                .replace("\n", File.pathSeparator);
    }
}

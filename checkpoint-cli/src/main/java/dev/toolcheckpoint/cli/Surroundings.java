package dev.toolcheckpoint.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a command sees of the process it runs in; a test passes its own.
 *
 * @param environment the environment variables
 * @param in standard input
 * @param out standard output: answers only
 * @param err standard error: everything for people
 * @param terminal whether a person reads the output
 */
public record Surroundings(
        Map<String, String> environment, InputStream in, OutputStream out, OutputStream err, boolean terminal) {

    /** Copies the environment. */
    public Surroundings {
        environment = Map.copyOf(environment);
    }

    /** Those of this process. */
    public static Surroundings ofProcess() {
        // Not System.out: what it writes depends on the locale, and JSON is UTF-8.
        return new Surroundings(
                System.getenv(),
                System.in,
                new FileOutputStream(FileDescriptor.out),
                new FileOutputStream(FileDescriptor.err),
                Terminal.isThere());
    }

    /** The value of a variable that is set and not empty. */
    public @Nullable String variable(String name) {
        String value = environment.get(name);
        return value == null || value.isEmpty() ? null : value;
    }

    /** A writer to standard output. */
    PrintWriter outWriter() {
        return new PrintWriter(out, true, StandardCharsets.UTF_8);
    }

    /** A writer to standard error. */
    PrintWriter errWriter() {
        return new PrintWriter(err, true, StandardCharsets.UTF_8);
    }
}

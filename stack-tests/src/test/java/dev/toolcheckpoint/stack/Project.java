package dev.toolcheckpoint.stack;

import dev.toolcheckpoint.stack.runtime.LambdaRuntime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Where things are, and how other programs are run. */
final class Project {

    /** The folder of {@code template.yaml}: tests run in their module's. */
    static final Path ROOT = Path.of("").toAbsolutePath().resolve("..").normalize();

    static final Path TEMPLATE = ROOT.resolve("template.yaml");
    static final Path ZIP = ROOT.resolve("lambda-handlers/target/functions.zip");

    /** The Java runtime interface client and what it needs. */
    static final LambdaRuntime RUNTIME =
            new LambdaRuntime(Path.of("target/lambda-runtime").toAbsolutePath());

    private Project() {}

    /** Runs a program to its end, and gives what it wrote; an end with another code than 0 is an exception that says so. */
    static String run(ProcessBuilder command, int minutes) throws IOException, InterruptedException {
        Path output = Files.createTempFile("output", ".txt");
        Process process = command.redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        boolean ended = process.waitFor(minutes, TimeUnit.MINUTES);
        if (!ended) {
            process.destroyForcibly().waitFor();
        }
        String text = Files.readString(output);
        Files.delete(output);
        if (!ended || process.exitValue() != 0) {
            throw new IOException(List.copyOf(command.command())
                    + (ended ? " ended with " + process.exitValue() : " took too long") + ":\n" + text);
        }
        return text;
    }
}

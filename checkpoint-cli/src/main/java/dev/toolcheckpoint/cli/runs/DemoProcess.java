package dev.toolcheckpoint.cli.runs;

import dev.toolcheckpoint.cli.lab.JavaCommand;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Starts workers of the demo as processes of their own, and kills them where they say that they stopped. */
final class DemoProcess {

    /** Runs to its end. */
    static final String NOWHERE = "-";

    /** Far longer than any worker takes; one that hangs must not hang the demo. */
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    /** 128 + 9: how the JVM reports a child that SIGKILL ended. Windows has no signals. */
    private static final int SIGKILL = 137;

    private static final boolean WINDOWS =
            System.getProperty("os.name").toLowerCase(Locale.ROOT).startsWith("windows");

    private final Path folder;
    private final Map<String, String> environment;

    DemoProcess(Path folder, Map<String, String> environment) {
        this.folder = folder;
        this.environment = environment;
    }

    /**
     * Runs a worker until it ends by itself, or is killed at the place.
     *
     * @param number names it
     * @param ahead by how much its clock is ahead
     * @param place where it is killed, or {@link #NOWHERE}
     * @param says is told every line
     */
    void run(int number, Duration ahead, String place, Consumer<String> says) throws IOException, InterruptedException {
        Path temporary = Files.createDirectories(folder.resolve("tmp-" + number));
        List<String> command = JavaCommand.of(temporary, DemoWorker.class.getName());
        command.addAll(List.of(folder.toString(), String.valueOf(ahead.toMillis()), place));
        Path errors = folder.resolve("worker-" + number + ".err");
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(errors.toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        Process process = builder.start();
        boolean killed = false;
        // The pipe to the process stays open until it has ended: at its close a paused process ends by itself.
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            CompletableFuture.delayedExecutor(PATIENCE.toSeconds(), TimeUnit.SECONDS)
                    .execute(process::destroyForcibly);
            for (String line = lines.readLine(); line != null && !killed; line = lines.readLine()) {
                if (line.equals(DemoWorker.PAUSED)) {
                    // On POSIX systems this is SIGKILL: the process gets no chance to do anything.
                    process.destroyForcibly();
                    killed = true;
                    break;
                }
                says.accept(line);
            }
            require(number, process.waitFor(), killed, !place.equals(NOWHERE), errors);
        } finally {
            process.destroyForcibly();
        }
    }

    private static void require(int number, int exit, boolean killed, boolean expected, Path errors)
            throws IOException {
        boolean right = killed == expected && (killed ? exit == SIGKILL || WINDOWS : exit == 0);
        if (!right) {
            String messages = Files.readString(errors).strip();
            throw new DemoFailedException(
                    "Worker " + number + (expected ? " should have been killed" : " should have ended")
                            + ", but ended with exit code " + exit + ". Its messages: "
                            + (messages.isEmpty() ? "none" : messages));
        }
    }
}

package dev.toolcheckpoint.cli.lab;

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

/** Starts the processes of cases, each a JVM of its own, and kills them where they say that they stopped. */
final class ProcessLauncher {

    /** Far longer than any process takes; one that hangs must not hang the lab. */
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** 128 + 9: how the JVM reports a child that SIGKILL ended. Windows has no signals. */
    private static final int SIGKILL = 137;

    private static final boolean WINDOWS =
            System.getProperty("os.name").toLowerCase(Locale.ROOT).startsWith("windows");

    private static final int SHOWN_ERRORS = 2_000;

    private final String mainClass;
    private final Map<String, String> environment;

    /**
     * A launcher.
     *
     * @param environment what the processes find: credentials and Region of a store in AWS
     */
    ProcessLauncher(String mainClass, Map<String, String> environment) {
        this.mainClass = mainClass;
        this.environment = Map.copyOf(environment);
    }

    /** Runs a process to its end: its answer, or SIGKILL at its pause. */
    ProcessEnd run(ProcessArguments arguments) throws IOException, InterruptedException {
        Path errors = arguments.folder().resolve("process-" + arguments.process() + ".err");
        Path trace = ProcessArguments.trace(arguments.folder());
        Trace.write(trace, TraceEvent.now(arguments.process(), TraceEvent.Kind.DELIVERED, "call"));
        ProcessBuilder builder = new ProcessBuilder(command(arguments)).redirectError(errors.toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        Process process = builder.start();
        // The pipe to the process stays open until it has ended: at its close a paused process ends by itself.
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            CompletableFuture.delayedExecutor(PATIENCE.toSeconds(), TimeUnit.SECONDS)
                    .execute(process::destroyForcibly);
            String line = lines.readLine();
            if (line != null && line.startsWith(Pauses.REACHED)) {
                return kill(process, arguments, line.substring(Pauses.REACHED.length()), trace);
            }
            int exit = process.waitFor();
            if (line == null || !line.startsWith(Answer.PRINTED) || exit != 0) {
                throw new LabException("Process " + arguments.process() + " of " + arguments.callId()
                        + " ended with exit code " + exit + " and without an answer. Its messages: "
                        + messages(errors));
            }
            return new ProcessEnd(Answer.ofLine(line), exit);
        } finally {
            process.destroyForcibly();
        }
    }

    private static ProcessEnd kill(Process process, ProcessArguments arguments, String pause, Path trace)
            throws InterruptedException {
        if (!pause.equals(arguments.fault().text())) {
            throw new LabException("Process " + arguments.process() + " of " + arguments.callId() + " paused at "
                    + pause + ", expected " + arguments.fault().text() + ".");
        }
        // On POSIX systems this is SIGKILL: the process gets no chance to do anything.
        process.destroyForcibly();
        int exit = process.waitFor();
        if (exit != SIGKILL && !WINDOWS) {
            throw new LabException("Process " + arguments.process() + " of " + arguments.callId()
                    + " should have been killed by SIGKILL (exit code " + SIGKILL + "), but ended with " + exit + ".");
        }
        Trace.write(trace, TraceEvent.now(arguments.process(), TraceEvent.Kind.KILLED, "SIGKILL " + pause));
        return new ProcessEnd(null, exit);
    }

    private List<String> command(ProcessArguments arguments) throws IOException {
        // What a killed process leaves behind (SQLite's native library) goes with the case's folder.
        Path temporary = Files.createDirectories(arguments.folder().resolve("tmp"));
        List<String> command = JavaCommand.of(temporary, mainClass);
        command.addAll(arguments.toWords());
        return command;
    }

    private static String messages(Path errors) throws IOException {
        String text = Files.readString(errors).strip();
        return text.isEmpty() ? "none" : text.substring(Math.max(0, text.length() - SHOWN_ERRORS));
    }
}

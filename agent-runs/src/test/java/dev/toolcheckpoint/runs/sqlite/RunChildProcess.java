package dev.toolcheckpoint.runs.sqlite;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A {@link RunChild} and the lines it says. */
final class RunChildProcess {

    private final Process process;
    private final BufferedReader lines;

    private RunChildProcess(Process process) {
        this.process = process;
        this.lines = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    static RunChildProcess start(String task, Path file, String self, int times) throws IOException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-XX:-UsePerfData",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        RunChild.class.getName(),
                        task,
                        file.toString(),
                        self,
                        String.valueOf(times))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        return new RunChildProcess(process);
    }

    /** Returns once the child is about to begin. */
    void awaitReady() throws IOException {
        String line = line();
        if (!line.equals("ready")) {
            throw new IOException("Expected the child to be ready, but it said " + line);
        }
    }

    void go() throws IOException {
        process.getOutputStream().write('\n');
        process.getOutputStream().flush();
    }

    /** The next line. */
    String line() throws IOException {
        return String.valueOf(lines.readLine());
    }

    /** Every further line, until the child has ended. */
    List<String> rest() {
        return lines.lines().toList();
    }

    int exitCode() throws InterruptedException {
        if (!process.waitFor(120, TimeUnit.SECONDS)) {
            throw new IllegalStateException("The child does not end.");
        }
        return process.exitValue();
    }

    /** SIGKILL. Through the handle, because the process itself would also close the pipe that holds its last words. */
    void kill() {
        process.toHandle().destroyForcibly();
    }
}

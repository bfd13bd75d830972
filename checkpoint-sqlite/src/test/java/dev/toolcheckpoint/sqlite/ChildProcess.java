package dev.toolcheckpoint.sqlite;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A {@link StoreChild} and the lines it says. */
final class ChildProcess {

    private final Process process;
    private final BufferedReader lines;

    private ChildProcess(Process process) {
        this.process = process;
        this.lines = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    static ChildProcess start(String task, Path file, String self, int times) throws IOException {
        return start(List.of(), task, file, self, times);
    }

    /** A child whose files can't grow over some 8 MB: the system refuses the write, as a broken disk does. */
    static ChildProcess startWithSmallFiles(String task, Path file, String self, int times) throws IOException {
        return start(List.of("sh", "-c", "ulimit -f 16384; exec \"$@\"", "sh"), task, file, self, times);
    }

    private static ChildProcess start(List<String> prefix, String task, Path file, String self, int times)
            throws IOException {
        List<String> command = new ArrayList<>(prefix);
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-XX:-UsePerfData",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                StoreChild.class.getName(),
                task,
                file.toString(),
                self,
                String.valueOf(times)));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        return new ChildProcess(process);
    }

    /** Returns once the child is about to begin. */
    void awaitReady() throws IOException {
        String line = lines.readLine();
        if (!"ready".equals(line)) {
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
        try {
            return lines.lines().toList();
        } catch (UncheckedIOException killed) {
            throw new IllegalStateException("The child's output can't be read.", killed);
        }
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

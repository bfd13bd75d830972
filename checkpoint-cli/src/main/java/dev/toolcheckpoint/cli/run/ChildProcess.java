package dev.toolcheckpoint.cli.run;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The running command. Its stdin and stderr are ours; its stdout passes through us, and is kept up to a limit. */
final class ChildProcess {

    /** Where the caller's locale is remembered, when the start script had to set one that can pass every argument. */
    static final String CALLER_LOCALE = "CHECKPOINT_CALLER_LC_ALL";

    /** How long after its end we wait for output when a process it left behind holds the pipe open. */
    private static final long LINGER_MS = 2_000;

    private final Process process;
    private final CommandOutput.Capture capture = new CommandOutput.Capture();
    private final Thread pump;

    private ChildProcess(Process process, @Nullable OutputStream live) {
        this.process = process;
        this.pump = new Thread(() -> pump(live), "checkpoint-output");
        pump.setDaemon(true);
        pump.start();
    }

    /**
     * Starts the command.
     *
     * @param environment added to ours
     * @param live where its output also goes at once; {@code null} for nowhere
     * @throws IOException when it can't be started: then nothing happened
     */
    static ChildProcess start(List<String> command, Map<String, String> environment, @Nullable OutputStream live)
            throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectInput(ProcessBuilder.Redirect.INHERIT)
                .redirectError(ProcessBuilder.Redirect.INHERIT);
        restoreLocale(builder.environment());
        builder.environment().putAll(environment);
        return new ChildProcess(builder.start(), live);
    }

    private static void restoreLocale(Map<String, String> environment) {
        String locale = environment.remove(CALLER_LOCALE);
        if (locale == null) {
            return;
        }
        if (locale.isEmpty()) {
            environment.remove("LC_ALL");
        } else {
            environment.put("LC_ALL", locale);
        }
    }

    private void pump(@Nullable OutputStream live) {
        byte[] buffer = new byte[8_192];
        OutputStream target = live;
        try (InputStream output = process.getInputStream()) {
            for (int length = output.read(buffer); length >= 0; length = output.read(buffer)) {
                synchronized (capture) {
                    capture.add(buffer, length);
                }
                target = pass(buffer, length, target);
            }
        } catch (IOException closed) {
            // The pipe is gone with its process; what came until then is kept.
        }
    }

    /** Nobody reading our output must not end the command, so its output is still taken. */
    private static @Nullable OutputStream pass(byte[] buffer, int length, @Nullable OutputStream target) {
        if (target == null) {
            return null;
        }
        try {
            target.write(buffer, 0, length);
            target.flush();
            return target;
        } catch (IOException readerGone) {
            return null;
        }
    }

    /** Waits for its end. */
    CommandOutput await() throws InterruptedException {
        int exitCode = process.waitFor();
        pump.join(LINGER_MS);
        synchronized (capture) {
            return capture.output(exitCode);
        }
    }

    /** Passes a signal on: {@code TERM}, {@code INT} or {@code HUP}. */
    void signal(String name) {
        // Through the handle: Process.destroy would also close its output, and the last words would be lost.
        if (name.equals("TERM") || !Signals.posix()) {
            process.toHandle().destroy();
            return;
        }
        try {
            new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid())).start();
        } catch (IOException noKill) {
            process.toHandle().destroy();
        }
    }

    /** Ends it and what it started: asks first, and makes sure after the grace. */
    void stop(long graceMs) throws InterruptedException {
        List<ProcessHandle> started = process.descendants().toList();
        process.toHandle().destroy();
        started.forEach(ProcessHandle::destroy);
        process.waitFor(graceMs, TimeUnit.MILLISECONDS);
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        started.forEach(ProcessHandle::destroyForcibly);
        process.toHandle().destroyForcibly();
    }
}

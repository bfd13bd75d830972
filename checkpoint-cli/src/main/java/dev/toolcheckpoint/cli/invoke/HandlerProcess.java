package dev.toolcheckpoint.cli.invoke;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Runs a {@link HandlerChild}, and kills it at its pause or at its time-out. */
final class HandlerProcess {

    /** How a handler's process ended. */
    enum End {
        /** It left an answer. */
        ANSWERED,
        /** It ended by itself without one. */
        FAILED,
        /** The named class is no handler, or its configuration is refused. */
        REFUSED,
        /** It was killed at the pause that was asked for. */
        KILLED_AT_PAUSE,
        /** It was killed at its time-out. */
        TIMED_OUT
    }

    private static final Duration POLL = Duration.ofMillis(5);

    /** Far more than making any handler takes; Lambda allows 10 s. */
    private static final Duration LONGEST_START = Duration.ofMinutes(2);

    private final HandlerChild.Order order;
    private final Map<String, String> environment;
    private final OutputStream log;

    HandlerProcess(HandlerChild.Order order, Map<String, String> environment, OutputStream log) {
        this.order = order;
        this.environment = environment;
        this.log = log;
    }

    End run() throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command()).redirectErrorStream(true);
        builder.environment().clear();
        builder.environment().putAll(environment);
        Process child = builder.start();
        Thread logs = pump(child.getInputStream());
        try {
            child.getOutputStream().close();
            return await(child);
        } finally {
            // Through the handle: Process.destroyForcibly would also close its output, and the last words would be
            // lost.
            child.toHandle().destroyForcibly();
            child.waitFor();
            logs.join();
        }
    }

    private End await(Process child) throws IOException, InterruptedException {
        long killAt = System.nanoTime() + LONGEST_START.toNanos();
        boolean entered = false;
        while (!child.waitFor(POLL.toMillis(), TimeUnit.MILLISECONDS)) {
            if (order.control().paused()) {
                return End.KILLED_AT_PAUSE;
            }
            if (!entered && order.control().entered()) {
                entered = true;
                killAt = System.nanoTime() + order.timeout().toNanos();
            }
            if (System.nanoTime() - killAt >= 0) {
                return End.TIMED_OUT;
            }
        }
        return switch (child.exitValue()) {
            case HandlerChild.ANSWERED -> End.ANSWERED;
            case HandlerChild.REFUSED -> End.REFUSED;
            default -> End.FAILED;
        };
    }

    private List<String> command() {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        // One call in a short life: start quickly rather than run fast.
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto", "-Dfile.encoding=UTF-8"));
        // SQLite's driver loads a native library; newer JVMs warn in the handler's log unless they were told.
        command.add("--enable-native-access=ALL-UNNAMED");
        command.addAll(List.of("-cp", classPath(), HandlerChild.class.getName()));
        command.addAll(List.of(order.arguments()));
        return command;
    }

    /** This program's, and whatever holds the user's own handler. */
    private String classPath() {
        String own = environment.getOrDefault("CLASSPATH", "");
        String ours = System.getProperty("java.class.path");
        return own.isEmpty() ? ours : ours + File.pathSeparator + own;
    }

    private Thread pump(InputStream output) {
        Thread pump = new Thread(
                () -> {
                    try {
                        output.transferTo(log);
                        log.flush();
                    } catch (IOException failure) {
                        throw new UncheckedIOException(failure);
                    }
                },
                "handler-log");
        pump.setDaemon(true);
        pump.start();
        return pump;
    }
}

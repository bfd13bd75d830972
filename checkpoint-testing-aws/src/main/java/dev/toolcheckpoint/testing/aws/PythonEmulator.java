package dev.toolcheckpoint.testing.aws;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URL;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The emulator ministack, as a child process on a free port of the loopback interface. */
final class PythonEmulator implements StandIn {

    /** Ends with this JVM, also when it is killed: then nobody holds the other end of its standard input. */
    private static final String PROGRAM = """
            import os, sys, threading
            def end_with_parent():
                sys.stdin.buffer.read()
                os._exit(0)
            threading.Thread(target=end_with_parent, daemon=True).start()
            sys.argv = ['ministack']
            from ministack.app import main
            main()
            """;

    /** Without the IoT switch it may listen on all interfaces. */
    private static final Map<String, String> SWITCHES = Map.of(
            "BIND_HOST", "127.0.0.1",
            "PERSIST_STATE", "0",
            "S3_PERSIST", "0",
            "IOT_MTLS_ENABLED", "0",
            "SFTP_ENABLED", "0",
            "LOG_LEVEL", "WARNING");

    private static final Duration START_WITHIN = Duration.ofSeconds(60);
    private static final int TRIES = 3;

    private final PythonEnvironment python;

    PythonEmulator(Environment environment) {
        this.python = new PythonEnvironment(environment);
    }

    @Override
    public String name() {
        return "python";
    }

    @Override
    public @Nullable String whyNot() {
        return python.whyNot();
    }

    @Override
    public AwsEndpoint start() throws IOException, InterruptedException {
        Path interpreter = python.interpreter();
        for (int tries = 1; ; tries++) {
            try {
                return start(interpreter, freePort());
            } catch (InterruptedIOException tooSlow) {
                throw tooSlow;
            } catch (IOException ended) {
                // Somebody else may have taken the port in between.
                if (tries == TRIES) {
                    throw ended;
                }
            }
        }
    }

    private AwsEndpoint start(Path interpreter, int port) throws IOException, InterruptedException {
        Path log = python.home().resolve("ministack-" + port + ".log");
        ProcessBuilder command = new ProcessBuilder(interpreter.toString(), "-c", PROGRAM)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        command.environment().putAll(SWITCHES);
        command.environment().put("GATEWAY_PORT", Integer.toString(port));
        // It must not take itself for a client of another endpoint.
        command.environment().remove("AWS_ENDPOINT_URL");
        Process process = command.start();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(process), "stop-ministack"));
        URI endpoint = URI.create("http://127.0.0.1:" + port);
        long deadline = System.nanoTime() + START_WITHIN.toNanos();
        while (!ready(endpoint)) {
            if (process.waitFor(20, TimeUnit.MILLISECONDS)) {
                throw new IOException("ministack ended with " + process.exitValue() + ", see " + log);
            }
            if (System.nanoTime() - deadline > 0) {
                stop(process);
                throw new InterruptedIOException("ministack was not ready within " + START_WITHIN + ", see " + log);
            }
        }
        return new AwsEndpoint(name(), endpoint, "us-east-1", "test", "test");
    }

    private static boolean ready(URI endpoint) {
        try {
            URL url = endpoint.resolve("/_ministack/ready").toURL();
            HttpURLConnection connection = (HttpURLConnection) url.openConnection();
            connection.setConnectTimeout(1_000);
            connection.setReadTimeout(1_000);
            return connection.getResponseCode() == HttpURLConnection.HTTP_OK;
        } catch (IOException notYet) {
            return false;
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static void stop(Process process) {
        process.destroy();
        try {
            if (!process.waitFor(2, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException interrupted) {
            process.destroyForcibly();
        }
    }
}

package dev.toolcheckpoint.stack;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A function in its sandbox: the unpacked zip, run by the real Java runtime interface client in a process of its own. */
final class Sandbox implements AutoCloseable {

    private static final String REFUND = "dev.toolcheckpoint.lambda.samples.RefundFunction::handleRequest";

    private final RuntimeApi api;
    private final Process process;

    /**
     * Starts it.
     *
     * @param task the unpacked zip
     * @param timeout the function's
     * @param environment on top of what Lambda itself sets
     */
    Sandbox(Path task, Duration timeout, Map<String, String> environment, Path log) throws IOException {
        this.api = new RuntimeApi(timeout);
        ProcessBuilder builder = new ProcessBuilder(List.of(
                        Project.java().toString(),
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        // Unpacked by each sandbox into one file otherwise: writing it kills the others (SIGBUS).
                        "-Dcom.amazonaws.services.lambda.runtime.api.client.runtimeapi.NativeClient.JNI="
                                + FunctionsZip.nativeClient(task),
                        "-cp",
                        Project.RUNTIME + "/*",
                        "com.amazonaws.services.lambda.runtime.api.client.AWSLambda",
                        REFUND))
                // As on Lambda: the runtime takes the function's classes from its working folder.
                .directory(task.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        builder.environment().put("AWS_LAMBDA_RUNTIME_API", api.address());
        builder.environment().put("LAMBDA_TASK_ROOT", task.toString());
        builder.environment().put("_HANDLER", REFUND);
        builder.environment().put("AWS_LAMBDA_FUNCTION_NAME", "refund");
        builder.environment().put("AWS_LAMBDA_FUNCTION_VERSION", "1");
        builder.environment().put("AWS_LAMBDA_FUNCTION_MEMORY_SIZE", "1024");
        builder.environment().put("AWS_LAMBDA_INITIALIZATION_TYPE", "on-demand");
        builder.environment().putAll(environment);
        this.process = builder.start();
    }

    RuntimeApi.Call invoke(String event) {
        return api.invoke(event);
    }

    /** What Lambda does when the time is up. */
    void killAt(long deadline) throws InterruptedException {
        if (!process.waitFor(deadline - System.currentTimeMillis(), TimeUnit.MILLISECONDS)) {
            process.destroyForcibly().waitFor();
        }
    }

    boolean isAlive() {
        return process.isAlive();
    }

    @Override
    public void close() {
        process.destroyForcibly();
        api.close();
    }
}

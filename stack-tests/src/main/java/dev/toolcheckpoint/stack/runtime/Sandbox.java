package dev.toolcheckpoint.stack.runtime;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A function in its sandbox: a task folder, run by the real Java runtime interface client in a process of its own. */
public final class Sandbox implements AutoCloseable {

    private final RuntimeApi api;
    private final Process process;

    /**
     * Starts it.
     *
     * @param task the unpacked zip
     * @param handler {@code CLASS::METHOD}
     * @param api what it is served by; closed with it
     * @param environment on top of what Lambda itself sets
     * @param log what the process writes is appended to
     */
    public Sandbox(
            LambdaRuntime runtime, Path task, String handler, RuntimeApi api, Map<String, String> environment, Path log)
            throws IOException {
        this.api = api;
        ProcessBuilder builder = new ProcessBuilder(runtime.command(task, handler))
                // As on Lambda: the runtime takes the function's classes from its working folder.
                .directory(task.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        builder.environment().put("AWS_LAMBDA_RUNTIME_API", api.address());
        builder.environment().put("LAMBDA_TASK_ROOT", task.toString());
        builder.environment().put("_HANDLER", handler);
        builder.environment().put("AWS_LAMBDA_FUNCTION_NAME", "refund");
        builder.environment().put("AWS_LAMBDA_FUNCTION_VERSION", "1");
        builder.environment().put("AWS_LAMBDA_FUNCTION_MEMORY_SIZE", "1024");
        builder.environment().put("AWS_LAMBDA_INITIALIZATION_TYPE", "on-demand");
        builder.environment().putAll(environment);
        this.process = builder.start();
    }

    /** One with a Runtime API of its own. */
    public static Sandbox start(
            LambdaRuntime runtime,
            Path task,
            String handler,
            Duration timeout,
            Map<String, String> environment,
            Path log)
            throws IOException {
        return new Sandbox(runtime, task, handler, new RuntimeApi(timeout), environment, log);
    }

    /** Sends an event. */
    public RuntimeApi.Call invoke(String event) {
        return api.invoke(event);
    }

    /**
     * What Lambda does when the time is up.
     *
     * @param deadline milliseconds since the epoch
     */
    public void killAt(long deadline) throws InterruptedException {
        if (!process.waitFor(deadline - System.currentTimeMillis(), TimeUnit.MILLISECONDS)) {
            process.destroyForcibly().waitFor();
        }
    }

    /** Whether its process runs. */
    public boolean isAlive() {
        return process.isAlive();
    }

    /** The CPU time of its process until now, of all threads. */
    public Duration cpu() {
        return process.info().totalCpuDuration().orElse(Duration.ZERO);
    }

    @Override
    public void close() {
        process.destroyForcibly();
        api.close();
    }
}

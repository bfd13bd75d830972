package dev.toolcheckpoint.cli.invoke;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolcheckpoint.json.JsonLimits;
import dev.toolcheckpoint.json.StrictJson;
import java.io.ByteArrayOutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import picocli.CommandLine;

/** One run of {@code checkpoint invoke} with a real child process. */
record Invocation(int exitCode, String out, String err) {

    static final Path REFUND = Path.of("..", "events", "direct-refund.json");

    /** Runs the command in the environment of this process, less what a developer may have set. */
    static Invocation of(String... arguments) {
        return with(Map.of(), arguments);
    }

    static Invocation with(Map<String, String> extra, String... arguments) {
        Map<String, String> environment = new HashMap<>(System.getenv());
        environment.keySet().removeIf(name -> name.startsWith("TOOL_CHECKPOINT_") || name.startsWith("REFUND_"));
        environment.putAll(extra);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        CommandLine command = new CommandLine(new InvokeCommand(environment, out, err));
        command.setErr(new PrintWriter(err, true, StandardCharsets.UTF_8));
        int exitCode = command.execute(arguments);
        return new Invocation(exitCode, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    /** Runs the command, and runs it again whenever the call is in progress, each time not before it says. */
    static Invocation untilNotBusy(String... arguments) {
        while (true) {
            Invocation invocation = of(arguments);
            if (invocation.exitCode() != 3) {
                return invocation;
            }
            long retryAt = invocation.error().path("retryAt").longValue();
            while (System.currentTimeMillis() < retryAt) {
                LockSupport.parkUntil(retryAt);
            }
        }
    }

    JsonNode error() {
        return StrictJson.parse(out, JsonLimits.DEFAULT).path("error");
    }
}

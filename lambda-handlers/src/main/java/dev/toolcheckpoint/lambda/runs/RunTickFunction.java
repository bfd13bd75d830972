package dev.toolcheckpoint.lambda.runs;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolcheckpoint.lambda.metrics.EmfRunMetrics;
import dev.toolcheckpoint.runs.Tick;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks after runs on a schedule, whatever the event: hands over those that nobody works on, expires approvals, sends requests again.
 * Stops {@value #RESERVE_MILLIS} ms before the time is up; the next one does the rest. Thread-safe, and many at once are harmless.
 *
 * <p>Answers, and logs, what was done: {@code
 * {"handedOver":1,"expired":0,"sentAgain":0,"settled":0,"broken":0,"longestIdleMillis":61000}}.
 */
public final class RunTickFunction implements RequestStreamHandler {

    /** What is kept of the remaining time for the run that is looked at, in milliseconds. */
    public static final long RESERVE_MILLIS = 5_000;

    private static final Logger LOG = LoggerFactory.getLogger(RunTickFunction.class);

    private final RunHost host;
    private final Consumer<Tick> observer;

    /** For Lambda: reads the environment. */
    public RunTickFunction() {
        this(System.getenv());
    }

    /** Reads this environment. */
    public RunTickFunction(Map<String, String> environment) {
        this(RunHost.of(environment), EmfRunMetrics.toStandardOutput()::on);
    }

    /**
     * Over this host.
     *
     * @param observer hears of each tick
     */
    public RunTickFunction(RunHost host, Consumer<Tick> observer) {
        this.host = host;
        this.observer = observer;
    }

    /**
     * One tick.
     *
     * @throws IllegalStateException when no time is left beyond the reserve: the function's time-out is too short
     */
    @Override
    public void handleRequest(InputStream input, OutputStream output, Context context) throws IOException {
        long millis = context.getRemainingTimeInMillis() - RESERVE_MILLIS;
        if (millis <= 0) {
            throw new IllegalStateException("A tick needs more than " + RESERVE_MILLIS + " ms, found "
                    + context.getRemainingTimeInMillis() + " ms left. Give its function a longer time-out.");
        }
        Tick tick = host.runs().tick(host.clock().instant().plusMillis(millis));
        observer.accept(tick);
        String report = report(tick).toString();
        LOG.info("Ticked: {}", report);
        output.write(report.getBytes(StandardCharsets.UTF_8));
    }

    private static ObjectNode report(Tick tick) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("handedOver", tick.handedOver())
                .put("expired", tick.expired())
                .put("sentAgain", tick.sentAgain())
                .put("settled", tick.settled())
                .put("broken", tick.broken())
                .put("longestIdleMillis", tick.longestIdle().toMillis());
    }
}

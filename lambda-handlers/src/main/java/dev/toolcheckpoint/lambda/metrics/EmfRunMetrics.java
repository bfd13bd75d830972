package dev.toolcheckpoint.lambda.metrics;

import dev.toolcheckpoint.runs.RunEvent;
import dev.toolcheckpoint.runs.RunListener;
import dev.toolcheckpoint.runs.RunStatus;
import dev.toolcheckpoint.runs.Tick;
import java.time.Clock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Counts what happens to runs of agents, as {@link EmfMetrics} does for calls: the same format, namespace and rules. Thread-safe when the
 * sink is.
 */
public final class EmfRunMetrics implements RunListener {

    private final EmfLines lines;

    private EmfRunMetrics(EmfLines lines) {
        this.lines = lines;
    }

    /** To standard output, which Lambda sends to CloudWatch Logs. */
    public static EmfRunMetrics toStandardOutput() {
        return to(System.out::println, Clock.systemUTC());
    }

    /**
     * To somewhere else.
     *
     * @param sink takes one line at a time, without its end
     * @param clock tells when a line was made
     */
    public static EmfRunMetrics to(Consumer<String> sink, Clock clock) {
        return new EmfRunMetrics(new EmfLines(sink, clock));
    }

    @Override
    public void on(RunEvent event) {
        if (event instanceof RunEvent.ModelAnswered answered) {
            lines.count("ModelTokens", answered.usage().total());
            return;
        }
        String metric = event instanceof RunEvent.Settled settled ? settled(settled.status()) : metric(event);
        if (metric != null) {
            lines.count(metric, 1);
        }
    }

    /** What a tick found. Zero is written, too: an alarm ends with it. */
    public void on(Tick tick) {
        lines.count("RunsHandedOver", tick.handedOver());
        lines.count("RunsBroken", tick.broken());
        lines.write("OldestIdleRun", "Seconds", tick.longestIdle().toSeconds());
    }

    private static @Nullable String metric(RunEvent event) {
        if (event instanceof RunEvent.Started) {
            return "RunsStarted";
        } else if (event instanceof RunEvent.LeaseLost) {
            return "RunLeasesLost";
        }
        return event instanceof RunEvent.ModelFailed ? "ModelFailures" : null;
    }

    private static @Nullable String settled(RunStatus status) {
        return switch (status) {
            case COMPLETED -> "RunsCompleted";
            case FAILED -> "RunsFailed";
            case CANCELLED -> "RunsCancelled";
            case WAITING -> "RunsWaiting";
            case INTERRUPTED -> "RunsInterrupted";
            case QUEUED, RUNNING -> null;
        };
    }
}

package dev.toolcheckpoint.lambda.metrics;

import dev.toolcheckpoint.journal.CheckpointEvent;
import dev.toolcheckpoint.journal.CheckpointListener;
import dev.toolcheckpoint.protocol.Attention;
import dev.toolcheckpoint.protocol.ErrorCode;
import dev.toolcheckpoint.reconcile.Reconciliation;
import dev.toolcheckpoint.reconcile.Reconciliation.Step;
import java.time.Clock;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Counts what happens to calls, as lines of CloudWatch's <a
 * href="https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html">embedded
 * metric format</a> on the function's standard output: no request, no thread, no library. Thread-safe when the sink is.
 *
 * <p>One line an event, in the namespace {@value #NAMESPACE}, without dimensions: a call id or a tool would be a metric of its own
 * each. The names are listed in {@code docs/reference/metrics.md}.
 */
public final class EmfMetrics implements CheckpointListener {

    /** The namespace of all metrics. */
    public static final String NAMESPACE = "ToolCheckpoint";

    private final EmfLines lines;

    private EmfMetrics(EmfLines lines) {
        this.lines = lines;
    }

    /** To standard output, which Lambda sends to CloudWatch Logs. */
    public static EmfMetrics toStandardOutput() {
        return new EmfMetrics(new EmfLines(System.out::println, Clock.systemUTC()));
    }

    /**
     * To somewhere else.
     *
     * @param sink takes one line at a time, without its end
     * @param clock tells when a line was made
     */
    public static EmfMetrics to(Consumer<String> sink, Clock clock) {
        return new EmfMetrics(new EmfLines(sink, clock));
    }

    @Override
    public void on(CheckpointEvent event) {
        String metric = metric(event);
        if (metric != null) {
            count(metric, 1);
        }
    }

    /** What a reconciler found. Zero is written, too: an alarm ends with it. */
    public void on(Reconciliation run) {
        count("UncertainRecords", run.count(Step.STILL_UNCERTAIN));
        count("DeliveriesInDoubt", run.count(Step.IN_DOUBT));
        Optional.ofNullable(run.oldest().get(Attention.Kind.UNCERTAIN))
                .ifPresent(age -> write("OldestUncertain", "Seconds", age.toSeconds()));
    }

    private static @Nullable String metric(CheckpointEvent event) {
        if (event instanceof CheckpointEvent.Completed) {
            return "Executed";
        } else if (event instanceof CheckpointEvent.Replayed) {
            return "Replayed";
        } else if (event instanceof CheckpointEvent.Busy) {
            return "Busy";
        } else if (event instanceof CheckpointEvent.Conflicted) {
            return "Conflict";
        } else if (event instanceof CheckpointEvent.BecameUncertain
                || event instanceof CheckpointEvent.StillUncertain) {
            return "Uncertain";
        } else if (event instanceof CheckpointEvent.ReceiptRefused) {
            return "StaleCompletions";
        } else if (event instanceof CheckpointEvent.Delivered) {
            return "Delivered";
        }
        return event instanceof CheckpointEvent.Unprepared unprepared && unprepared.code() == ErrorCode.KMS_UNAVAILABLE
                ? "KmsErrors"
                : null;
    }

    private void count(String metric, long value) {
        lines.count(metric, value);
    }

    private void write(String metric, String unit, long value) {
        lines.write(metric, unit, value);
    }
}

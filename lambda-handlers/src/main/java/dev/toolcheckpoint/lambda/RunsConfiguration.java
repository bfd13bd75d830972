package dev.toolcheckpoint.lambda;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What the environment says about runs of agents.
 *
 * @param setup {@code RUNS}: the class that names the agents
 * @param queue {@code RUN_QUEUE}: the URL of the workers' queue
 * @param approvals {@code APPROVAL_QUEUE}: the URL of the queue for what waits for approval; {@code null} for none
 * @param stepReserve {@code STEP_RESERVE}: no model call starts with less than this left; 1 s to 14 min, 30 s unless set
 */
public record RunsConfiguration(
        String setup, String queue, @Nullable String approvals, Duration stepReserve) {

    private static final Duration DEFAULT_RESERVE = Duration.ofSeconds(30);
    private static final Duration LEAST_RESERVE = Duration.ofSeconds(1);
    private static final Duration MOST_RESERVE = Duration.ofMinutes(14);

    static RunsConfiguration of(EnvironmentReader read) {
        return new RunsConfiguration(
                read.required("RUNS", "com.acme.Agents"),
                standard(
                        read,
                        "RUN_QUEUE",
                        read.required("RUN_QUEUE", "https://sqs.eu-central-1.amazonaws.com/123456789012/runs")),
                read.text("APPROVAL_QUEUE")
                        .map(url -> standard(read, "APPROVAL_QUEUE", url))
                        .orElse(null),
                stepReserve(read));
    }

    /** A FIFO queue drops what it takes for a repeat: a run that is handed over twice within five minutes would stay behind. */
    private static String standard(EnvironmentReader read, String name, String url) {
        if (!url.isEmpty() && !url.matches("https?://\\S+(?<!\\.fifo)")) {
            read.problem(name, "must be the URL of a standard queue of SQS, found \"" + url + "\".");
        }
        return url;
    }

    private static Duration stepReserve(EnvironmentReader read) {
        Duration reserve = read.duration("STEP_RESERVE", false).orElse(DEFAULT_RESERVE);
        if (reserve.compareTo(LEAST_RESERVE) < 0 || reserve.compareTo(MOST_RESERVE) > 0) {
            read.problem(
                    "STEP_RESERVE",
                    "must be " + LEAST_RESERVE + " to " + MOST_RESERVE + ", found \"" + reserve + "\".");
        }
        return reserve;
    }
}

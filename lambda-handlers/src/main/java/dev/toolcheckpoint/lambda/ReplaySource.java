package dev.toolcheckpoint.lambda;

import dev.toolcheckpoint.protocol.ConfigurationException;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * How long a source may repeat a call: the replay window must not be shorter.
 *
 * @param name the source, for messages
 * @param replays the time from the first to the last delivery
 */
public record ReplaySource(String name, Duration replays) {

    private static final String FORMS =
            "sqs QUEUE_RETENTION DLQ_RETENTION REDRIVES, sqs-fifo QUEUE_RETENTION DLQ_RETENTION"
                    + " REDRIVES, async, eventbridge, step-functions-redrive, archive REACH";

    /** Lambda keeps an asynchronous event, and repeats it, for up to 6 hours. */
    public static ReplaySource async() {
        return new ReplaySource("an asynchronous invocation", Duration.ofHours(6));
    }

    /** EventBridge repeats a delivery for up to 24 hours, and Lambda the event it then has for up to 6. */
    public static ReplaySource eventBridge() {
        return new ReplaySource("EventBridge", Duration.ofHours(30));
    }

    /** An execution may be redriven for 14 days after its end. */
    public static ReplaySource stepFunctionsRedrive() {
        return new ReplaySource("a redrive of Step Functions", Duration.ofDays(14));
    }

    /**
     * A standard queue: a message keeps its age when it goes to the dead-letter queue, so the longer of both counts. Each redrive
     * starts anew.
     *
     * @param redrives how often somebody may redrive; 0 or more
     */
    public static ReplaySource sqsStandard(Duration queue, Duration deadLetters, int redrives) {
        Duration longer = queue.compareTo(deadLetters) >= 0 ? queue : deadLetters;
        return new ReplaySource("the queue (SQS standard)", longer.multipliedBy(1L + redrives(redrives)));
    }

    /**
     * A FIFO queue: a message's age starts anew in the dead-letter queue, so both add up. Each redrive starts anew.
     *
     * @param redrives how often somebody may redrive; 0 or more
     */
    public static ReplaySource sqsFifo(Duration queue, Duration deadLetters, int redrives) {
        return new ReplaySource("the queue (SQS FIFO)", queue.plus(deadLetters).multipliedBy(1L + redrives(redrives)));
    }

    /**
     * An archive of EventBridge, which is replayed at any time: say how old an event may be, and allow replays in the adapter.
     */
    public static ReplaySource archive(Duration reach) {
        return new ReplaySource("a replay of an archive", reach);
    }

    private static int redrives(int value) {
        if (value < 0 || value > 1_000) {
            throw new ConfigurationException("Redrives must be 0 to 1000, found " + value + ".");
        }
        return value;
    }

    /** Reads one of the forms that messages list. */
    static ReplaySource parse(String text) {
        String[] words = text.split(" +", -1);
        try {
            List<Duration> times = new ArrayList<>();
            for (int i = 1; i < Math.min(words.length, 3); i++) {
                Duration time = Duration.parse(words[i]);
                if (time.isNegative() || time.isZero()) {
                    throw wrong(text);
                }
                times.add(time);
            }
            return switch (words[0] + "/" + (words.length - 1)) {
                case "async/0" -> async();
                case "eventbridge/0" -> eventBridge();
                case "step-functions-redrive/0" -> stepFunctionsRedrive();
                case "archive/1" -> archive(times.get(0));
                case "sqs/3" -> sqsStandard(times.get(0), times.get(1), Integer.parseInt(words[3]));
                case "sqs-fifo/3" -> sqsFifo(times.get(0), times.get(1), Integer.parseInt(words[3]));
                default -> throw wrong(text);
            };
        } catch (DateTimeException | ArithmeticException | NumberFormatException unreadable) {
            throw wrong(text);
        }
    }

    private static ConfigurationException wrong(String text) {
        return new ConfigurationException(
                "A source is one of: " + FORMS + " (ISO-8601 durations); found \"" + text + "\".");
    }
}

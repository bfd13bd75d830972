package dev.toolcheckpoint.lambda.queue;

import java.time.Duration;
import java.util.List;

/**
 * Sets when messages that failed come again. Thread-safe. Best effort: whatever goes wrong, the message fails plainly and comes
 * again when its visibility time-out is over.
 */
@FunctionalInterface
public interface MessageVisibility {

    /** The longest time that SQS hides a message for: 12 h. */
    Duration LONGEST = Duration.ofHours(12);

    /**
     * When one message comes again.
     *
     * @param messageId names it in messages for people
     * @param receiptHandle names this receive of it
     * @param in 0 s to 12 h from now, whole seconds
     */
    record Change(String messageId, String receiptHandle, Duration in) {

        /** Leaves the receipt handle out: whoever has it may delete the message. */
        @Override
        public String toString() {
            return "Change[" + messageId + ", " + in + "]";
        }
    }

    /**
     * Changes the visibility of these messages of one queue.
     *
     * @param queueArn the queue's ARN, as in the event
     */
    void change(String queueArn, List<Change> changes);

    /** Changes nothing: every message comes again when its visibility time-out is over. */
    static MessageVisibility unchanged() {
        return (queueArn, changes) -> {};
    }

    /** SQS through the AWS SDK when {@code software.amazon.awssdk:sqs} is on the class path, else {@link #unchanged}. */
    static MessageVisibility ofClassPath() {
        try {
            Class.forName(
                    "software.amazon.awssdk.services.sqs.SqsClient", false, MessageVisibility.class.getClassLoader());
        } catch (ClassNotFoundException absent) {
            return unchanged();
        }
        return new SqsVisibility();
    }
}

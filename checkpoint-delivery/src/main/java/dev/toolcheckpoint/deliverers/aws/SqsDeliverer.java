package dev.toolcheckpoint.deliverers.aws;

import dev.toolcheckpoint.deliverers.Destination;
import dev.toolcheckpoint.deliverers.OutcomeDocument;
import dev.toolcheckpoint.deliverers.Outgoing;
import dev.toolcheckpoint.delivery.Deliverer;

/**
 * Sends the {@link OutcomeDocument} of an outcome to a queue of SQS. Thread-safe.
 *
 * <p>Not idempotent by itself: a standard queue keeps every message, and a FIFO queue forgets an id after 5 minutes, while a delivery
 * may be repeated much later. {@link #consumerDeduplicates} says that whoever reads the queue does.
 */
public final class SqsDeliverer implements Deliverer {

    private final QueueSender sender;
    private final Destination<String> queueUrl;
    private final boolean deduplicates;

    private SqsDeliverer(QueueSender sender, Destination<String> queueUrl, boolean deduplicates) {
        this.sender = sender;
        this.queueUrl = queueUrl;
        this.deduplicates = deduplicates;
    }

    /** A deliverer to the queues of these URLs. */
    public static SqsDeliverer of(QueueSender sender, Destination<String> queueUrl) {
        return new SqsDeliverer(sender, queueUrl, false);
    }

    /** The same for consumers that take a document of the same {@code id} once, however much later it comes again. */
    public SqsDeliverer consumerDeduplicates() {
        return new SqsDeliverer(sender, queueUrl, true);
    }

    @Override
    public boolean idempotent() {
        return deduplicates;
    }

    @Override
    public Result deliver(Request request) {
        return Outgoing.document(request, queueUrl, sender::send);
    }
}

package dev.toolcheckpoint.deliverers.aws;

import dev.toolcheckpoint.deliverers.Message;
import dev.toolcheckpoint.delivery.Deliverer.Result;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;
import software.amazon.awssdk.services.sqs.model.SendMessageRequest;

/**
 * Sends messages of UTF-8 text to queues of SQS and says what became of them. Needs {@code sqs:SendMessage}, and no checkpoint.
 * Thread-safe.
 *
 * <p>The key is the attribute {@value #KEY}, beside the message's own, of which there may be 9. On a FIFO queue it is the
 * deduplication id, too, and the group unless set; an attempt without an answer is repeated once at once there, because the queue takes one of the two.
 * It remembers an id for 5 minutes only, so nobody may rely on it any later. 15 s an attempt unless set.
 */
public final class QueueSender {

    /** The attribute with the message's key. */
    public static final String KEY = "Idempotency-Key";

    /** The largest message with its attributes: 1 MiB. A queue may be set to less. */
    public static final int LARGEST = 1024 * 1024;

    private static final int MOST_ATTRIBUTES = 9;

    private final Lazy<SqsClient> client;
    private final Duration timeout;
    private final String group;

    private QueueSender(Lazy<SqsClient> client, Duration timeout, String group) {
        this.client = client;
        this.timeout = timeout;
        this.group = group;
    }

    /**
     * A sender through this client, which stays the caller's.
     *
     * @param client asked once, at first use
     */
    public static QueueSender of(Supplier<SqsClient> client) {
        return new QueueSender(new Lazy<>(client), Sending.TIMEOUT, "");
    }

    /** The same with another time for one attempt; 1 ms to 60 s. */
    public QueueSender timeout(Duration value) {
        return new QueueSender(client, Sending.check(value), group);
    }

    /** The same with one group for all messages to FIFO queues, which keeps their order; each key is its own group unless set. */
    public QueueSender group(String value) {
        return new QueueSender(client, timeout, value);
    }

    /** Sends once; on a FIFO queue an attempt that got no answer is followed by one more. */
    public Result send(String queueUrl, Message message) {
        int size = size(message);
        if (message.size() == 0) {
            return new Result.Refused("A message of SQS has at least 1 byte, found none.");
        }
        if (size > LARGEST) {
            return new Result.Refused("A message of SQS has at most " + LARGEST + " bytes with its attributes, found "
                    + size + ". Return less from the tool, or deliver where to find it.");
        }
        if (message.attributes().size() > MOST_ATTRIBUTES) {
            return new Result.Refused("A message has at most " + MOST_ATTRIBUTES + " attributes of its own, found "
                    + message.attributes().size() + ".");
        }
        boolean fifo = queueUrl.endsWith(".fifo");
        SendMessageRequest request = request(queueUrl, message, fifo);
        Result first = attempt(request);
        return fifo
                        && first instanceof Result.Unknown
                        && !Thread.currentThread().isInterrupted()
                ? attemptAgain(request, first)
                : first;
    }

    /** Only an arrival says more than the first attempt did: whatever else came, that one may have arrived. */
    private Result attemptAgain(SendMessageRequest request, Result first) {
        Result second = attempt(request);
        return second instanceof Result.Arrived ? second : first;
    }

    private Result attempt(SendMessageRequest request) {
        try {
            client.get().sendMessage(request);
            return new Result.Arrived();
        } catch (SdkException failure) {
            return Failures.of("SendMessage", failure);
        }
    }

    private SendMessageRequest request(String queueUrl, Message message, boolean fifo) {
        Map<String, MessageAttributeValue> attributes = new HashMap<>();
        message.attributes().forEach((name, value) -> attributes.put(name, text(value)));
        attributes.put(KEY, text(message.key()));
        SendMessageRequest.Builder request = SendMessageRequest.builder()
                .queueUrl(queueUrl)
                .messageBody(new String(message.bytes(), StandardCharsets.UTF_8))
                .messageAttributes(attributes)
                .overrideConfiguration(Sending.once(timeout));
        if (fifo) {
            request.messageDeduplicationId(message.key()).messageGroupId(group.isEmpty() ? message.key() : group);
        }
        return request.build();
    }

    private static MessageAttributeValue text(String value) {
        return MessageAttributeValue.builder()
                .dataType("String")
                .stringValue(value)
                .build();
    }

    /** Names, types and values of attributes count. */
    private static int size(Message message) {
        int size = message.size()
                + KEY.length()
                + "String".length()
                + message.key().length();
        for (Map.Entry<String, String> attribute : message.attributes().entrySet()) {
            size += utf8(attribute.getKey()) + "String".length() + utf8(attribute.getValue());
        }
        return size;
    }

    private static int utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }
}

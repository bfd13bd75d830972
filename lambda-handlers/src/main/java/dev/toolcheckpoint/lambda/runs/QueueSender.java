package dev.toolcheckpoint.lambda.runs;

import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.sqs.SqsClient;

/** Sends messages to one queue. The client is made at first use, so that none is in a snapshot. Thread-safe. */
final class QueueSender {

    private static final Duration CALL = Duration.ofSeconds(10);
    private static final Duration ATTEMPT = Duration.ofSeconds(3);

    private final String queueUrl;
    private final Supplier<SqsClient> made;
    private @Nullable SqsClient client;

    QueueSender(String queueUrl, Supplier<SqsClient> made) {
        this.queueUrl = queueUrl;
        this.made = made;
    }

    /** A client of the default credentials, region and endpoint. */
    static SqsClient ofDefaults() {
        return SqsClient.builder()
                .overrideConfiguration(settings -> settings.apiCallTimeout(CALL).apiCallAttemptTimeout(ATTEMPT))
                .build();
    }

    void send(String body) {
        client().sendMessage(request -> request.queueUrl(queueUrl).messageBody(body));
    }

    private synchronized SqsClient client() {
        SqsClient found = client;
        if (found == null) {
            found = made.get();
            client = found;
        }
        return found;
    }
}

package dev.toolcheckpoint.lambda.queue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.BatchResultErrorEntry;
import software.amazon.awssdk.services.sqs.model.ChangeMessageVisibilityBatchRequestEntry;

/**
 * {@link MessageVisibility} through the AWS SDK. Needs {@code sqs:ChangeMessageVisibility} and {@code sqs:GetQueueUrl}. The
 * client is made at first use, so that none is in a SnapStart snapshot. Thread-safe.
 */
public final class SqsVisibility implements MessageVisibility {

    private static final Logger LOG = LoggerFactory.getLogger(SqsVisibility.class);

    /** What one request takes. */
    private static final int BATCH = 10;

    private final Supplier<SqsClient> made;
    private final Map<String, String> urls = new ConcurrentHashMap<>();
    private @Nullable SqsClient client;

    /** With a client of the default credentials, region and endpoint. */
    public SqsVisibility() {
        this(SqsClient::create);
    }

    /**
     * With a client of the caller's.
     *
     * @param client asked once, at first use
     */
    public SqsVisibility(Supplier<SqsClient> client) {
        this.made = client;
    }

    @Override
    public void change(String queueArn, List<Change> changes) {
        for (int from = 0; from < changes.size(); from += BATCH) {
            changeBatch(queueArn, changes.subList(from, Math.min(from + BATCH, changes.size())));
        }
    }

    private void changeBatch(String queueArn, List<Change> changes) {
        try {
            List<ChangeMessageVisibilityBatchRequestEntry> entries = new ArrayList<>();
            for (int i = 0; i < changes.size(); i++) {
                Change change = changes.get(i);
                entries.add(ChangeMessageVisibilityBatchRequestEntry.builder()
                        .id(Integer.toString(i))
                        .receiptHandle(change.receiptHandle())
                        .visibilityTimeout(Math.toIntExact(change.in().toSeconds()))
                        .build());
            }
            String url = urls.computeIfAbsent(queueArn, this::url);
            client().changeMessageVisibilityBatch(
                            request -> request.queueUrl(url).entries(entries))
                    .failed()
                    .forEach(failed -> logFailure(queueArn, changes, failed));
        } catch (SdkException failure) {
            LOG.warn(
                    "The visibility of {} messages of {} was not changed; they come again when it is over",
                    changes.size(),
                    queueArn,
                    failure);
        }
    }

    private static void logFailure(String queueArn, List<Change> changes, BatchResultErrorEntry failed) {
        LOG.warn(
                "The visibility of message {} of {} was not changed ({}); it comes again when it is over",
                changes.get(Integer.parseInt(failed.id())).messageId(),
                queueArn,
                failed.code());
    }

    /** An ARN is {@code arn:aws:sqs:REGION:ACCOUNT:NAME}. */
    private String url(String queueArn) {
        String[] parts = queueArn.split(":", -1);
        return client().getQueueUrl(request ->
                        request.queueName(parts[parts.length - 1]).queueOwnerAWSAccountId(parts[parts.length - 2]))
                .queueUrl();
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

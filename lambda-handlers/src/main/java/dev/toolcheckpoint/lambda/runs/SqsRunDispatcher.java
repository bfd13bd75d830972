package dev.toolcheckpoint.lambda.runs;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.toolcheckpoint.deliverers.Message;
import dev.toolcheckpoint.deliverers.aws.QueueSender;
import dev.toolcheckpoint.delivery.Deliverer.Result;
import dev.toolcheckpoint.runs.RunDispatcher;
import dev.toolcheckpoint.runs.RunKey;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.Supplier;
import software.amazon.awssdk.services.sqs.SqsClient;

/**
 * Hands runs to {@link RunWorkerFunction} through a standard queue of SQS, as {@code {"namespace":…,"run":…}}; needs {@code
 * sqs:SendMessage}. Sends twice at most: a run that is handed over twice is executed once. Thread-safe.
 */
public final class SqsRunDispatcher implements RunDispatcher {

    private static final Duration ATTEMPT = Duration.ofSeconds(5);

    private final QueueSender sender;
    private final String queueUrl;

    /** With a client of the default credentials, region and endpoint. */
    public SqsRunDispatcher(String queueUrl) {
        this(queueUrl, SqsClient::create);
    }

    /**
     * With a client of the caller's.
     *
     * @param client asked once, at first use: so that none is in a snapshot
     */
    public SqsRunDispatcher(String queueUrl, Supplier<SqsClient> client) {
        this.sender = QueueSender.of(client).timeout(ATTEMPT);
        this.queueUrl = queueUrl;
    }

    /**
     * Hands one run over.
     *
     * @throws IllegalStateException when it did not arrive, or nobody knows; a tick hands it over again
     */
    @Override
    public void dispatch(RunKey run) {
        Message message = Message.of(run.id(), "application/json", message(run).getBytes(StandardCharsets.UTF_8));
        Result first = sender.send(queueUrl, message);
        Result last = first instanceof Result.Arrived ? first : sender.send(queueUrl, message);
        if (!(last instanceof Result.Arrived)) {
            throw new IllegalStateException("Run " + run + " was not handed over: " + last + ".");
        }
    }

    static String message(RunKey run) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("namespace", run.namespace())
                .put("run", run.id())
                .toString();
    }
}

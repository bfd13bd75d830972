package dev.toolcheckpoint.lambda.runs;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.toolcheckpoint.runs.RunDispatcher;
import dev.toolcheckpoint.runs.RunKey;
import java.util.function.Supplier;
import software.amazon.awssdk.services.sqs.SqsClient;

/**
 * Hands runs to {@link RunWorkerFunction} through a standard queue of SQS, as {@code {"namespace":…,"run":…}}. Needs {@code
 * sqs:SendMessage}. Thread-safe.
 */
public final class SqsRunDispatcher implements RunDispatcher {

    private final QueueSender queue;

    /** With a client of the default credentials, region and endpoint, made at first use. */
    public SqsRunDispatcher(String queueUrl) {
        this(queueUrl, QueueSender::ofDefaults);
    }

    /**
     * With a client of the caller's.
     *
     * @param client asked once, at first use
     */
    public SqsRunDispatcher(String queueUrl, Supplier<SqsClient> client) {
        this.queue = new QueueSender(queueUrl, client);
    }

    @Override
    public void dispatch(RunKey run) {
        queue.send(message(run));
    }

    static String message(RunKey run) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("namespace", run.namespace())
                .put("run", run.id())
                .toString();
    }
}

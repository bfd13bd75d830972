package dev.toolcheckpoint.lambda.runs;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.fasterxml.jackson.databind.JsonNode;
import dev.toolcheckpoint.json.JsonException;
import dev.toolcheckpoint.lambda.Events;
import dev.toolcheckpoint.lambda.Platform;
import dev.toolcheckpoint.lambda.queue.FailedMessages;
import dev.toolcheckpoint.lambda.queue.MessageVisibility;
import dev.toolcheckpoint.lambda.queue.SqsMessage;
import dev.toolcheckpoint.protocol.CheckpointException;
import dev.toolcheckpoint.protocol.ProtocolException;
import dev.toolcheckpoint.runs.Execute;
import dev.toolcheckpoint.runs.ExecutionLimits;
import dev.toolcheckpoint.runs.RunKey;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Executes runs that a queue of SQS hands over, one after another; needs {@code ReportBatchItemFailures}. Thread-safe.
 *
 * <p>A run that is still at work when less than the step reserve is left stops after its step and goes on in another invocation, by a new
 * message. A message is done when its run was executed, waits, has ended or is another worker's: a tick looks after one whose worker
 * died. It fails, and comes again after {@value #AGAIN_SECONDS} s, when it can't be read, names a run or an agent that is unknown
 * here, or the store fails.
 */
public final class RunWorkerFunction implements RequestStreamHandler {

    /** When a message that failed comes again, in seconds. */
    public static final long AGAIN_SECONDS = 30;

    private static final Logger LOG = LoggerFactory.getLogger(RunWorkerFunction.class);
    private static final Duration RENEWED_LEASE = Duration.ofMinutes(1);
    private static final Duration POLL = Duration.ofSeconds(2);

    private final RunHost host;
    private final MessageVisibility visibility;

    /** For Lambda: reads the environment. */
    public RunWorkerFunction() {
        this(System.getenv());
    }

    /** Reads this environment. */
    public RunWorkerFunction(Map<String, String> environment) {
        this(RunHost.of(environment), MessageVisibility.ofClassPath());
    }

    /** Over this host. */
    public RunWorkerFunction(RunHost host, MessageVisibility visibility) {
        this.host = host;
        this.visibility = visibility;
    }

    /**
     * Executes the runs of a batch.
     *
     * @throws IllegalStateException when no time is left beyond the step reserve: the function's time-out is too short
     */
    @Override
    public void handleRequest(InputStream input, OutputStream output, Context context) throws IOException {
        JsonNode event = Events.parse(input);
        List<SqsMessage> messages = SqsMessage.batch(event);
        if (messages.isEmpty()) {
            throw Events.unrecognised("batch of SQS", event);
        }
        if (noTimeFor(context)) {
            throw new IllegalStateException("A worker needs more than its step reserve of "
                    + host.stepReserve().toMillis() + " ms, found " + context.getRemainingTimeInMillis()
                    + " ms left. Give its function a longer time-out, or set a shorter TOOL_CHECKPOINT_STEP_RESERVE.");
        }
        FailedMessages failed = new FailedMessages(visibility);
        for (SqsMessage message : messages) {
            Optional<String> problem = work(message, context);
            if (problem.isPresent()) {
                LOG.warn("Message {} failed: {}", message.id(), problem.get());
                // The visibility time-out is far longer: it covers a run that is executed.
                failed.add(message, Duration.ofSeconds(AGAIN_SECONDS));
            }
        }
        failed.comeAgain();
        output.write(failed.answer());
    }

    private boolean noTimeFor(Context context) {
        return context.getRemainingTimeInMillis() <= host.stepReserve().toMillis();
    }

    /** What is wrong; empty when the message is done. */
    private Optional<String> work(SqsMessage message, Context context) {
        RunKey run;
        try {
            run = run(message);
        } catch (JsonException | ProtocolException unreadable) {
            return Optional.of("its body must be {\"namespace\":…,\"run\":…}");
        }
        if (!run.namespace().equals(host.namespace())) {
            return Optional.of("its run is of another namespace than this worker's");
        }
        try {
            if (noTimeFor(context)) {
                host.dispatcher().dispatch(run);
                return Optional.empty();
            }
            return problem(host.runs().execute(run, limits(context)));
        } catch (CheckpointException failure) {
            LOG.warn("Run {} was not executed to an end: {}", run, failure.code(), failure);
            return Optional.of(failure.code().name());
        } catch (Exception unforeseen) {
            if (unforeseen instanceof InterruptedException) {
                Thread.currentThread().interrupt();
            }
            // One message must not take the others with it.
            LOG.error("Run {} failed in a way that no run should", run, unforeseen);
            return Optional.of(unforeseen.getClass().getName());
        }
    }

    private static RunKey run(SqsMessage message) {
        JsonNode body = message.content().body();
        return new RunKey(body.path("namespace").asText(), body.path("run").asText());
    }

    private static Optional<String> problem(Execute execute) {
        if (execute instanceof Execute.UnknownAgent unknown) {
            return Optional.of("there is no agent called " + unknown.run().agent());
        }
        return execute instanceof Execute.UnknownRun ? Optional.of("there is no such run") : Optional.empty();
    }

    /** Read right before the run. */
    private ExecutionLimits limits(Context context) {
        Instant now = host.clock().instant();
        Instant deadline = now.plusMillis(context.getRemainingTimeInMillis());
        return host.platform() == Platform.KILLS
                ? ExecutionLimits.killedAt(now, deadline, host.grace(), host.stepReserve())
                : new ExecutionLimits(
                        RENEWED_LEASE, POLL, true, deadline, host.grace(), host.stepReserve(), () -> false);
    }
}

package dev.toolcheckpoint.deliverers.aws;

import dev.toolcheckpoint.delivery.Deliverer.Result;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.sfn.SfnClient;
import software.amazon.awssdk.services.sfn.model.InvalidTokenException;
import software.amazon.awssdk.services.sfn.model.SendTaskFailureRequest;
import software.amazon.awssdk.services.sfn.model.SendTaskSuccessRequest;
import software.amazon.awssdk.services.sfn.model.TaskDoesNotExistException;
import software.amazon.awssdk.services.sfn.model.TaskTimedOutException;

/**
 * Completes tasks of Step Functions that wait for a token, and says what became of it. Needs {@code states:SendTaskSuccess} and
 * {@code states:SendTaskFailure}, and no checkpoint. Thread-safe. A token is a secret: whoever has it may complete the task.
 *
 * <p>A task is completed once, whoever tries how often, so the client's own repeats stay on. 15 s for all of them unless set.
 */
public final class TaskSender {

    /** The largest output, in bytes. */
    public static final int LARGEST_OUTPUT = 262_144;

    /** The longest cause of a failure, in characters. */
    public static final int LONGEST_CAUSE = 32_768;

    /** The longest name of an error, in characters. */
    public static final int LONGEST_ERROR = 256;

    private static final Result.Refused TIMED_OUT = over("TaskTimedOut");
    private static final Result.Refused NOT_THERE = over("TaskDoesNotExist");
    private static final Result.Refused INVALID_TOKEN = over("InvalidToken");
    private static final Set<Result> OVER = Set.of(TIMED_OUT, NOT_THERE, INVALID_TOKEN);

    private final Lazy<SfnClient> client;
    private final Duration timeout;

    private TaskSender(Lazy<SfnClient> client, Duration timeout) {
        this.client = client;
        this.timeout = timeout;
    }

    /**
     * A sender through this client, which stays the caller's.
     *
     * @param client asked once, at first use
     */
    public static TaskSender of(Supplier<SfnClient> client) {
        return new TaskSender(new Lazy<>(client), Sending.TIMEOUT);
    }

    /** The same with another time for all attempts; 1 ms to 60 s. */
    public TaskSender timeout(Duration value) {
        return new TaskSender(client, Sending.check(value));
    }

    /**
     * The task succeeded.
     *
     * @param output JSON of up to {@value #LARGEST_OUTPUT} bytes
     */
    public Result succeed(String token, String output) {
        int size = output.getBytes(StandardCharsets.UTF_8).length;
        if (size > LARGEST_OUTPUT) {
            return new Result.Refused("A task's output has at most " + LARGEST_OUTPUT + " bytes, found " + size
                    + ". Return less from the tool.");
        }
        return send(
                "SendTaskSuccess",
                sfn -> sfn.sendTaskSuccess(SendTaskSuccessRequest.builder()
                        .taskToken(token)
                        .output(output)
                        .overrideConfiguration(Sending.within(timeout))
                        .build()));
    }

    /**
     * The task failed.
     *
     * @param error what {@code Retry} and {@code Catch} name; up to {@value #LONGEST_ERROR} characters
     * @param cause up to {@value #LONGEST_CAUSE} characters
     */
    public Result fail(String token, String error, String cause) {
        if (error.length() > LONGEST_ERROR || cause.length() > LONGEST_CAUSE) {
            return new Result.Refused("A task's error has at most " + LONGEST_ERROR + " characters and its cause "
                    + LONGEST_CAUSE + ", found " + error.length() + " and " + cause.length() + ".");
        }
        return send(
                "SendTaskFailure",
                sfn -> sfn.sendTaskFailure(SendTaskFailureRequest.builder()
                        .taskToken(token)
                        .error(error)
                        .cause(cause)
                        .overrideConfiguration(Sending.within(timeout))
                        .build()));
    }

    /** Whether a result says that the task is over or its token means nothing: an earlier attempt may have completed it. */
    public static boolean nobodyWaits(Result result) {
        return OVER.contains(result);
    }

    private Result send(String operation, Consumer<SfnClient> request) {
        try {
            request.accept(client.get());
            return new Result.Arrived();
        } catch (TaskTimedOutException timedOut) {
            return TIMED_OUT;
        } catch (TaskDoesNotExistException notThere) {
            return NOT_THERE;
        } catch (InvalidTokenException invalid) {
            return INVALID_TOKEN;
        } catch (SdkException failure) {
            return Failures.of(operation, failure);
        }
    }

    private static Result.Refused over(String code) {
        return new Result.Refused("Nobody waits for this task any more (" + code
                + "): it timed out, was stopped, or an earlier attempt completed it.");
    }
}

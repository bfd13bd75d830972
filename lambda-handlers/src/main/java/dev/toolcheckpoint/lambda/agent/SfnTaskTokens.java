package dev.toolcheckpoint.lambda.agent;

import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.sfn.SfnClient;
import software.amazon.awssdk.services.sfn.model.InvalidTokenException;
import software.amazon.awssdk.services.sfn.model.TaskDoesNotExistException;
import software.amazon.awssdk.services.sfn.model.TaskTimedOutException;

/**
 * {@link TaskTokens} through the AWS SDK. Needs {@code states:SendTaskSuccess} and {@code states:SendTaskFailure}. The client is
 * made at first use, so that none is in a SnapStart snapshot. Thread-safe.
 */
public final class SfnTaskTokens implements TaskTokens {

    private static final Logger LOG = LoggerFactory.getLogger(SfnTaskTokens.class);

    private final Supplier<SfnClient> made;
    private @Nullable SfnClient client;

    /** With a client of the default credentials, region and endpoint. */
    public SfnTaskTokens() {
        this(SfnClient::create);
    }

    /**
     * With a client of the caller's.
     *
     * @param client asked once, at first use
     */
    public SfnTaskTokens(Supplier<SfnClient> client) {
        this.made = client;
    }

    @Override
    public void succeed(String token, String output) {
        send(
                "SendTaskSuccess",
                sfn -> sfn.sendTaskSuccess(request -> request.taskToken(token).output(output)));
    }

    @Override
    public void fail(String token, String error, String cause) {
        send(
                "SendTaskFailure",
                sfn -> sfn.sendTaskFailure(
                        request -> request.taskToken(token).error(error).cause(cause)));
    }

    private void send(String operation, Consumer<SfnClient> request) {
        try {
            request.accept(client());
        } catch (TaskTimedOutException | TaskDoesNotExistException | InvalidTokenException over) {
            LOG.warn("{}: nobody waits for this task any more ({})", operation, code(over));
        } catch (AwsServiceException refused) {
            // The service's message may quote the token or the output.
            throw new IllegalStateException(operation + " failed with " + code(refused) + ".");
        } catch (SdkException unsent) {
            throw new IllegalStateException(operation + " failed before an answer came ("
                    + unsent.getClass().getSimpleName() + ").");
        }
    }

    private static String code(AwsServiceException failure) {
        return failure.awsErrorDetails() == null
                ? "status " + failure.statusCode()
                : failure.awsErrorDetails().errorCode() + ", status " + failure.statusCode();
    }

    private synchronized SfnClient client() {
        SfnClient found = client;
        if (found == null) {
            found = made.get();
            client = found;
        }
        return found;
    }
}

package dev.toolcheckpoint.lambda.agent;

import dev.toolcheckpoint.deliverers.aws.TaskSender;
import dev.toolcheckpoint.delivery.Deliverer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.services.sfn.SfnClient;

/**
 * {@link TaskTokens} through the AWS SDK. Needs {@code states:SendTaskSuccess} and {@code states:SendTaskFailure}. The client is
 * made at first use, so that none is in a SnapStart snapshot. Thread-safe.
 */
public final class SfnTaskTokens implements TaskTokens {

    private static final Logger LOG = LoggerFactory.getLogger(SfnTaskTokens.class);

    private final TaskSender sender;

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
        this.sender = TaskSender.of(client);
    }

    @Override
    public void succeed(String token, String output) {
        check(sender.succeed(token, output));
    }

    @Override
    public void fail(String token, String error, String cause) {
        check(sender.fail(token, error, cause));
    }

    private static void check(Deliverer.Result result) {
        if (TaskSender.nobodyWaits(result)) {
            LOG.warn("{}", result);
        } else if (!(result instanceof Deliverer.Result.Arrived)) {
            throw new IllegalStateException(result.toString());
        }
    }
}

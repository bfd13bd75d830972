package dev.toolcheckpoint.lambda;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Warns when a lease can outlive <a href="https://docs.aws.amazon.com/lambda/latest/dg/invocation-async-error-handling.html">
 * Lambda's two retries</a> of an asynchronous invocation. A function learns of its time-out with its first event, so that is
 * when it is said, once.
 */
final class AsyncRetries {

    /** One minute before the first retry, two before the second. */
    static final Duration REACH = Duration.ofMinutes(3);

    private static final Logger LOG = LoggerFactory.getLogger(AsyncRetries.class);

    private final AtomicBoolean said = new AtomicBoolean();

    void check(Duration lease) {
        if (lease.compareTo(REACH) > 0 && !said.getAndSet(true)) {
            LOG.warn(
                    "A call of this asynchronous function may hold its lease for {}, longer than the {} of Lambda's two retries:"
                            + " a call that is killed may still be in progress at the last of them, and goes to the on-failure"
                            + " destination. Let longer tools come through SQS, or lower the time-out.",
                    lease,
                    REACH);
        }
    }
}

package dev.toolcheckpoint.deliverers.aws;

import dev.toolcheckpoint.protocol.ProtocolException;
import java.time.Duration;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.core.SdkPlugin;
import software.amazon.awssdk.retries.DefaultRetryStrategy;

/** How requests are sent. Stateless. */
final class Sending {

    /** Unless set. */
    static final Duration TIMEOUT = Duration.ofSeconds(15);

    /** Two of them and a skewed clock stay well within the 5 minutes for which a FIFO queue remembers an id. */
    static final Duration LONGEST = Duration.ofSeconds(60);

    private static final SdkPlugin NO_REPEATS = client -> client.overrideConfiguration(
            client.overrideConfiguration().copy(options -> options.retryStrategy(DefaultRetryStrategy.doNotRetry())));

    private Sending() {}

    /** One attempt, whatever the client is set to: a repeat after a lost answer would be a second message. */
    static AwsRequestOverrideConfiguration once(Duration timeout) {
        return within(timeout).toBuilder()
                .apiCallAttemptTimeout(timeout)
                .addPlugin(NO_REPEATS)
                .build();
    }

    /** With the client's own repeats, all of them within the time. */
    static AwsRequestOverrideConfiguration within(Duration timeout) {
        return AwsRequestOverrideConfiguration.builder().apiCallTimeout(timeout).build();
    }

    static Duration check(Duration timeout) {
        if (timeout.compareTo(Duration.ofMillis(1)) < 0 || timeout.compareTo(LONGEST) > 0) {
            throw ProtocolException.invalidArgument(
                    "timeout must be 1 ms to " + LONGEST.toMillis() + " ms, found " + timeout + ".");
        }
        return timeout;
    }
}

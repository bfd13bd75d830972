package dev.toolcheckpoint.journal;

import dev.toolcheckpoint.protocol.ProtocolException;
import java.time.Duration;

/**
 * How often one write is sent again when its result is unknown or the store refuses for now.
 *
 * @param maxSends how often it is sent in all; at least 1
 * @param firstPause the pause before the second send; doubled each time
 * @param longestPause the longest pause
 */
public record RetryPolicy(int maxSends, Duration firstPause, Duration longestPause) {

    /** 6 sends, 50 ms to 1 s between them: about 1.5 s in all, beside the sends themselves. */
    public static final RetryPolicy DEFAULT = new RetryPolicy(6, Duration.ofMillis(50), Duration.ofSeconds(1));

    /** One send. */
    public static final RetryPolicy NONE = new RetryPolicy(1, Duration.ZERO, Duration.ZERO);

    private static final int MAX_DOUBLINGS = 20;

    /** Checks the bounds. */
    public RetryPolicy {
        if (maxSends < 1) {
            throw ProtocolException.invalidArgument("maxSends must be at least 1, found " + maxSends + ".");
        }
        if (firstPause.isNegative() || longestPause.compareTo(firstPause) < 0) {
            throw ProtocolException.invalidArgument("Pauses must be 0 <= firstPause <= longestPause, found "
                    + firstPause.toMillis() + " ms and " + longestPause.toMillis() + " ms.");
        }
    }

    Duration pauseAfter(int sends) {
        Duration doubled = firstPause.multipliedBy(1L << Math.min(sends - 1, MAX_DOUBLINGS));
        return doubled.compareTo(longestPause) < 0 ? doubled : longestPause;
    }
}

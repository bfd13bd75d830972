package dev.toolcheckpoint.journal;

import dev.toolcheckpoint.protocol.ProtocolException;
import java.time.Duration;

/**
 * How often one write is sent again when its result is unknown or the store refuses for now.
 *
 * <p>Claims, reads and renewals are sent a few times: what can't be claimed is left alone. What ends an attempt or a delivery is
 * sent until its lease ends, or until the deadline that its caller gave: a receipt that is lost can't be had again.
 *
 * @param maxSends how often it is sent in all; at least 1
 * @param firstPause the pause before the second send; doubled each time
 * @param longestPause the longest pause
 * @param maxEndSends how often a completion, or another write that ends something, is sent in all while there is time; at least
 *     {@code maxSends}
 */
public record RetryPolicy(int maxSends, Duration firstPause, Duration longestPause, int maxEndSends) {

    /** For {@code maxEndSends}: time alone bounds them. */
    public static final int WHILE_THERE_IS_TIME = Integer.MAX_VALUE;

    /**
     * 6 sends, 50 ms to 1 s between them: about 1.5 s in all, beside the sends themselves. Completions and other ends go on, every
     * second, while there is time.
     */
    public static final RetryPolicy DEFAULT =
            new RetryPolicy(6, Duration.ofMillis(50), Duration.ofSeconds(1), WHILE_THERE_IS_TIME);

    /** One send of everything. */
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
        if (maxEndSends < maxSends) {
            throw ProtocolException.invalidArgument(
                    "maxEndSends must be at least maxSends (" + maxSends + "), found " + maxEndSends + ".");
        }
        if (maxEndSends > maxSends && firstPause.isZero()) {
            throw ProtocolException.invalidArgument(
                    "Sends that only time bounds need a pause above 0 ms between them.");
        }
    }

    /** The same count for everything. */
    public RetryPolicy(int maxSends, Duration firstPause, Duration longestPause) {
        this(maxSends, firstPause, longestPause, maxSends);
    }

    /**
     * The pause after so many sends.
     *
     * @param sends 1 or more
     */
    public Duration pauseAfter(int sends) {
        Duration doubled = firstPause.multipliedBy(1L << Math.min(sends - 1, MAX_DOUBLINGS));
        return doubled.compareTo(longestPause) < 0 ? doubled : longestPause;
    }
}

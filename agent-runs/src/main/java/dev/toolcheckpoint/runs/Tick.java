package dev.toolcheckpoint.runs;

import java.time.Duration;

/**
 * What one tick did.
 *
 * @param handedOver runs that were handed to whoever executes runs
 * @param expired approvals that nobody decided in time
 * @param sentAgain approval requests that were sent again
 * @param settled calls that are no longer uncertain
 * @param broken runs that could not be looked after; the log says why
 * @param longestIdle how long nobody had worked on that one of the runs handed over that was left longest; 0 when none was
 */
public record Tick(int handedOver, int expired, int sentAgain, int settled, int broken, Duration longestIdle) {

    static final Tick NONE = new Tick(0, 0, 0, 0, 0, Duration.ZERO);

    Tick plus(Tick other) {
        return new Tick(
                handedOver + other.handedOver,
                expired + other.expired,
                sentAgain + other.sentAgain,
                settled + other.settled,
                broken + other.broken,
                longestIdle.compareTo(other.longestIdle) < 0 ? other.longestIdle : longestIdle);
    }
}

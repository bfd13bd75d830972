package dev.toolcheckpoint.runs;

/**
 * What one tick did.
 *
 * @param handedOver runs that were handed to whoever executes runs
 * @param expired approvals that nobody decided in time
 * @param sentAgain approval requests that were sent again
 * @param settled calls that are no longer uncertain
 * @param broken runs that could not be looked after; the log says why
 */
public record Tick(int handedOver, int expired, int sentAgain, int settled, int broken) {

    static final Tick NONE = new Tick(0, 0, 0, 0, 0);

    Tick plus(Tick other) {
        return new Tick(
                handedOver + other.handedOver,
                expired + other.expired,
                sentAgain + other.sentAgain,
                settled + other.settled,
                broken + other.broken);
    }
}

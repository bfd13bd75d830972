package dev.toolcheckpoint.runs;

import dev.toolcheckpoint.journal.RetryPolicy;
import java.time.Duration;

/** Waiting, on the clock that the settings say. */
final class Pauses {

    private static final int MOST_DOUBLINGS = 20;

    private Pauses() {}

    /** Whether the whole pause was had. */
    static boolean pause(RunSettings settings, Duration time) {
        try {
            settings.pause().pause(time);
            return true;
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    static Duration doubled(RetryPolicy policy, int times) {
        Duration doubled = policy.firstPause().multipliedBy(1L << Math.min(times - 1, MOST_DOUBLINGS));
        return doubled.compareTo(policy.longestPause()) < 0 ? doubled : policy.longestPause();
    }
}

package dev.toolcheckpoint.runs;

import java.time.Duration;

/** Waiting, on the clock that the settings say. */
final class Pauses {

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
}

package dev.toolcheckpoint.protocol;

import java.time.Duration;

/**
 * How long a finished record is kept. It must outlive the replay window, or a late repeat would find nothing and act
 * again.
 *
 * @param replayWindow how long the upstream may still repeat the call
 * @param margin how much longer the record is kept; more than zero
 */
public record Retention(Duration replayWindow, Duration margin) {

    // Before DEFAULT, which is checked against it while the class is initialised.
    private static final Duration LONGEST = Duration.ofDays(3_650);

    /** 30 days over a replay window of 14 days. */
    public static final Retention DEFAULT = of(Duration.ofDays(14), Duration.ofDays(16));

    /** Checks the bounds: the window 1 ms to 10 years, the margin 1 ms to 10 years. */
    public Retention {
        Times.durationBetween("replay window", replayWindow, Duration.ofMillis(1), LONGEST);
        if (margin.isZero() || margin.isNegative()) {
            throw ProtocolException.invalidArgument("Retention must exceed the replay window of "
                    + replayWindow.toMillis() + " ms, found a margin of " + margin.toMillis()
                    + " ms. A record that goes before the last repeat re-arms the call.");
        }
        Times.durationBetween("retention margin", margin, Duration.ofMillis(1), LONGEST);
    }

    /** A retention of {@code replayWindow + margin}. */
    public static Retention of(Duration replayWindow, Duration margin) {
        return new Retention(replayWindow, margin);
    }

    /** How long a finished record is kept. */
    public Duration total() {
        return replayWindow.plus(margin);
    }
}

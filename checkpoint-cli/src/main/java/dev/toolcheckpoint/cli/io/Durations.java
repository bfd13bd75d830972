package dev.toolcheckpoint.cli.io;

import dev.toolcheckpoint.protocol.ProtocolException;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as people write them: {@code 500ms}, {@code 30s}, {@code 15m}, {@code 2h}, {@code 7d}. */
public final class Durations {

    private static final Pattern TEXT = Pattern.compile("(\\d{1,12})(ms|s|m|h|d)");

    private Durations() {}

    /**
     * Reads a duration.
     *
     * @param option for the message
     */
    public static Duration parse(String option, String text) {
        Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches()) {
            throw ProtocolException.invalidArgument(option
                    + " must be a whole number with a unit (ms, s, m, h or d), as in 500ms, 30s or 15m; found \"" + text
                    + "\".");
        }
        long amount = Long.parseLong(matcher.group(1));
        return switch (matcher.group(2)) {
            case "ms" -> Duration.ofMillis(amount);
            case "s" -> Duration.ofSeconds(amount);
            case "m" -> Duration.ofMinutes(amount);
            case "h" -> Duration.ofHours(amount);
            default -> Duration.ofDays(amount);
        };
    }

    /** How long ago, in the largest unit that fits: {@code 3m}, {@code 2h}. */
    public static String rough(Duration age) {
        if (age.isNegative()) {
            return "in " + rough(age.negated());
        }
        if (age.toSeconds() < 1) {
            return age.toMillis() + "ms";
        } else if (age.toMinutes() < 1) {
            return age.toSeconds() + "s";
        } else if (age.toHours() < 1) {
            return age.toMinutes() + "m";
        }
        return age.toDays() < 2 ? age.toHours() + "h" : age.toDays() + "d";
    }
}

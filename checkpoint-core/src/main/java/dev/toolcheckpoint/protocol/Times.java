package dev.toolcheckpoint.protocol;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Checks of instants and durations. All times in a record are whole milliseconds of the epoch, 0 or later. */
final class Times {

    private Times() {}

    static void durationBetween(String field, Duration value, Duration least, Duration most) {
        if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
            throw ProtocolException.invalidArgument(field + " must be " + least.toMillis() + " ms to " + most.toMillis()
                    + " ms, found " + millisText(value) + ".");
        }
        if (!value.equals(value.truncatedTo(ChronoUnit.MILLIS))) {
            throw ProtocolException.invalidArgument(field + " must be whole milliseconds, found " + value + ".");
        }
    }

    /** An instant that a record may hold. */
    static Instant instant(String field, Instant value) {
        if (!isWholeMillis(value) || value.getEpochSecond() < 0) {
            throw ProtocolException.invalidArgument(
                    field + " must be whole milliseconds of the epoch, 0 or later, found " + value + ".");
        }
        return value;
    }

    static boolean isWholeMillis(Instant instant) {
        return instant.equals(instant.truncatedTo(ChronoUnit.MILLIS));
    }

    private static String millisText(Duration value) {
        try {
            return value.toMillis() + " ms";
        } catch (ArithmeticException tooLarge) {
            return value.toString();
        }
    }
}

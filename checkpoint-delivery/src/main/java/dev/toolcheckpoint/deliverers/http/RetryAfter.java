package dev.toolcheckpoint.deliverers.http;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Reads {@code Retry-After} (RFC 9110, section 10.2.3). Stateless. */
final class RetryAfter {

    private static final DateTimeFormatter HTTP_DATE = DateTimeFormatter.RFC_1123_DATE_TIME.withLocale(Locale.ROOT);
    private static final int MOST_DIGITS = 9;

    private RetryAfter() {}

    /**
     * Seconds or an HTTP date as a time from now on.
     *
     * @param longest what a longer one is cut to
     * @return {@code null} for what is neither
     */
    static @Nullable Duration parse(String value, Instant now, Duration longest) {
        String text = value.strip();
        Duration found = digits(text) ? seconds(text, longest) : untilDate(text, now);
        if (found == null) {
            return null;
        }
        if (found.isNegative()) {
            return Duration.ZERO;
        }
        return found.compareTo(longest) > 0 ? longest : found;
    }

    private static boolean digits(String text) {
        return !text.isEmpty() && text.chars().allMatch(c -> c >= '0' && c <= '9');
    }

    private static Duration seconds(String digits, Duration longest) {
        return digits.length() > MOST_DIGITS ? longest : Duration.ofSeconds(Long.parseLong(digits));
    }

    private static @Nullable Duration untilDate(String text, Instant now) {
        try {
            return Duration.between(now, HTTP_DATE.parse(text, Instant::from));
        } catch (DateTimeException neither) {
            return null;
        }
    }
}

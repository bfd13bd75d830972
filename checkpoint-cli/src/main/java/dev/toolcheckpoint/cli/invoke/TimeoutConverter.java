package dev.toolcheckpoint.cli.invoke;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a time-out such as {@code 30s}, {@code 500ms} or {@code 2m}: 1 ms to 15 min, as long as Lambda allows. */
final class TimeoutConverter implements ITypeConverter<Duration> {

    private static final Pattern TEXT = Pattern.compile("([0-9]{1,9})(ms|s|m)");
    private static final Duration LONGEST = Duration.ofMinutes(15);

    @Override
    public Duration convert(String value) {
        Matcher text = TEXT.matcher(value);
        if (text.matches()) {
            long number = Long.parseLong(text.group(1));
            Duration found = switch (text.group(2)) {
                case "ms" -> Duration.ofMillis(number);
                case "s" -> Duration.ofSeconds(number);
                default -> Duration.ofMinutes(number);
            };
            if (!found.isZero() && found.compareTo(LONGEST) <= 0) {
                return found;
            }
        }
        throw new TypeConversionException("expected 1ms to 15m, as in 30s, 500ms or 2m, found '" + value + "'");
    }
}

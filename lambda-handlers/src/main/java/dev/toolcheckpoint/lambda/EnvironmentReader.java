package dev.toolcheckpoint.lambda;

import dev.toolcheckpoint.protocol.CheckpointException;
import dev.toolcheckpoint.protocol.ConfigurationException;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;

/** Reads the variables of one prefix, and collects every problem instead of stopping at the first. */
final class EnvironmentReader {

    private final String prefix;
    private final Map<String, String> values = new TreeMap<>();
    private final Set<String> known = new TreeSet<>();
    private final List<String> problems = new ArrayList<>();

    EnvironmentReader(Map<String, String> environment, String prefix) {
        this.prefix = prefix;
        environment.forEach((name, value) -> {
            if (name.startsWith(prefix)) {
                values.put(name.substring(prefix.length()), value);
            }
        });
    }

    /** The text; empty when it is not set. */
    Optional<String> text(String name) {
        known.add(name);
        String value = values.get(name);
        if (value == null) {
            return Optional.empty();
        }
        if (value.isBlank()) {
            problem(name, "is blank; give it a value, or don't set it.");
            return Optional.empty();
        }
        return Optional.of(value);
    }

    /** The text; empty, and a problem, when it is missing. */
    String required(String name, String example) {
        Optional<String> text = text(name);
        if (text.isEmpty() && !isSet(name)) {
            problem(name, "is missing, for example " + example + ".");
        }
        return text.orElse("");
    }

    /** The duration, more than zero unless {@code zeroAllowed}. */
    Optional<Duration> duration(String name, boolean zeroAllowed) {
        return text(name).flatMap(text -> {
            try {
                Duration value = Duration.parse(text);
                if (!value.isNegative() && (zeroAllowed || !value.isZero())) {
                    return Optional.of(value);
                }
                problem(name, "must be " + (zeroAllowed ? "0 or more" : "more than 0") + ", found \"" + text + "\".");
            } catch (DateTimeParseException | ArithmeticException unreadable) {
                problem(name, "must be an ISO-8601 duration such as PT30S, PT6H or P14D, found \"" + text + "\".");
            }
            return Optional.empty();
        });
    }

    /** One of the choices, in lower case. */
    Optional<String> choice(String name, List<String> choices) {
        return text(name).flatMap(text -> {
            String lower = text.toLowerCase(Locale.ROOT);
            if (choices.contains(lower)) {
                return Optional.of(lower);
            }
            problem(name, "must be one of " + choices + ", found \"" + text + "\".");
            return Optional.empty();
        });
    }

    /** A whole number of these bounds. */
    Optional<Integer> number(String name, int lowest, int highest) {
        return text(name).flatMap(text -> {
            try {
                int value = Integer.parseInt(text);
                if (value >= lowest && value <= highest) {
                    return Optional.of(value);
                }
            } catch (NumberFormatException none) {
                // Reported below, like a number out of bounds.
            }
            problem(name, "must be a whole number of " + lowest + " to " + highest + ", found \"" + text + "\".");
            return Optional.empty();
        });
    }

    Optional<EventRule> rule(String name) {
        return text(name).flatMap(text -> checked(name, () -> EventRule.of(text)));
    }

    /** What {@code value} makes; empty, and a problem, when it refuses. */
    <T> Optional<T> checked(String name, Supplier<T> value) {
        try {
            return Optional.of(value.get());
        } catch (CheckpointException refused) {
            problem(name, "is refused: " + refused.getMessage());
            return Optional.empty();
        }
    }

    boolean isSet(String name) {
        return values.containsKey(name);
    }

    void problem(String name, String what) {
        problems.add(prefix + name + " " + what);
    }

    /**
     * Ends the reading.
     *
     * @throws ConfigurationException listing every problem and every variable that nobody asked for
     */
    void finish() {
        for (String name : values.keySet()) {
            if (!known.contains(name)) {
                problem(name, "is not a setting here; known are " + known + ".");
            }
        }
        if (!problems.isEmpty()) {
            throw new ConfigurationException(problems);
        }
    }
}

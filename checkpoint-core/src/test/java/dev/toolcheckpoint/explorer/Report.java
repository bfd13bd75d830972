package dev.toolcheckpoint.explorer;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What an exploration found.
 *
 * @param scenario which
 * @param worlds how many different worlds (after equally many moves) were visited
 * @param schedules how many interleavings they stand for
 * @param depth the moves of the longest schedule
 * @param localStates how many different local states the actors were run in
 * @param nanos how long it took
 * @param violations a shortest schedule for each kind of violation
 */
record Report(
        String scenario,
        long worlds,
        double schedules,
        int depth,
        int localStates,
        long nanos,
        Map<Violation, List<String>> violations) {

    String schedule(Violation violation) {
        List<String> moves = Objects.requireNonNull(violations.get(violation), "no such violation was found");
        return scenario + ": " + violation + " after " + moves.size() + " moves\n"
                + IntStream.range(0, moves.size())
                        .mapToObj(index -> String.format(Locale.ROOT, "  %2d. %s", index + 1, moves.get(index)))
                        .collect(Collectors.joining("\n"));
    }

    /** All of them. */
    String allSchedules() {
        return violations.keySet().stream().map(this::schedule).collect(Collectors.joining("\n"));
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%-62s %,12d states %10.3g schedules (up to %d moves), %,6d runs of code, %,6d ms%s",
                scenario,
                worlds,
                schedules,
                depth,
                localStates,
                nanos / 1_000_000,
                violations.isEmpty() ? "" : "  VIOLATIONS " + violations.keySet());
    }
}

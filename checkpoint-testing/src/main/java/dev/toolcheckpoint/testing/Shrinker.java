package dev.toolcheckpoint.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Makes a failing history small by delta debugging: leaves out ever smaller chunks, then tries simpler commands, until
 * neither helps or the budget is used up. Only a failure of the same kind counts, so that a smaller history still shows the
 * fault that was found.
 */
final class Shrinker<C> {

    private final Histories.Runner<C> runner;
    private final Function<C, ? extends Iterable<C>> simpler;
    private int runsLeft;
    private List<C> smallest;
    private Throwable failure;

    Shrinker(
            Histories.Runner<C> runner,
            Function<C, ? extends Iterable<C>> simpler,
            int runs,
            List<C> failing,
            Throwable failure) {
        this.runner = runner;
        this.simpler = simpler;
        this.runsLeft = runs;
        this.smallest = failing;
        this.failure = failure;
    }

    List<C> smallest() {
        return smallest;
    }

    Throwable failure() {
        return failure;
    }

    void shrink() {
        boolean smaller = true;
        while (smaller && runsLeft > 0) {
            smaller = leaveOutChunks();
            smaller |= simplifyCommands();
        }
    }

    private boolean leaveOutChunks() {
        boolean any = false;
        for (int chunk = Math.max(1, smallest.size() / 2); chunk >= 1; chunk /= 2) {
            int from = 0;
            while (from < smallest.size()) {
                List<C> candidate = new ArrayList<>(smallest);
                candidate
                        .subList(from, Math.min(from + chunk, candidate.size()))
                        .clear();
                if (stillFails(candidate)) {
                    any = true;
                } else {
                    from += chunk;
                }
            }
        }
        return any;
    }

    private boolean simplifyCommands() {
        boolean any = false;
        for (int index = 0; index < smallest.size(); index++) {
            for (C replacement : simpler.apply(smallest.get(index))) {
                List<C> candidate = new ArrayList<>(smallest);
                candidate.set(index, replacement);
                if (stillFails(candidate)) {
                    any = true;
                    break;
                }
            }
        }
        return any;
    }

    private boolean stillFails(List<C> candidate) {
        if (runsLeft <= 0) {
            return false;
        }
        runsLeft--;
        Throwable found = failureOf(runner, candidate);
        if (found == null || !found.getClass().equals(failure.getClass())) {
            return false;
        }
        smallest = List.copyOf(candidate);
        failure = found;
        return true;
    }

    /** What a history fails with; {@code null} when it passes. */
    static <C> @Nullable Throwable failureOf(Histories.Runner<C> runner, List<C> history) {
        try {
            runner.run(List.copyOf(history));
            return null;
        } catch (Exception | AssertionError failure) {
            if (failure instanceof InterruptedException) {
                Thread.currentThread().interrupt();
            }
            return failure;
        }
    }
}

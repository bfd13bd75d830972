package dev.toolcheckpoint.explorer;

import dev.toolcheckpoint.protocol.Checkpoint;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Explores every world that a scenario can reach, depth first. Equal worlds are explored once; the schedules that lead
 * through them are counted all the same.
 */
final class Explorer {

    /** Longer schedules than any scenario has: an actor that goes on for ever. */
    private static final int LONGEST_SCHEDULE = 400;

    private final Scenario scenario;
    private final Contract contract;
    private final Moves moves;
    private final Finale finale;
    private final Memo known = new Memo();
    private final Set<Violation> violations = EnumSet.noneOf(Violation.class);
    private int longest;

    private Explorer(Scenario scenario) {
        this.scenario = scenario;
        this.contract = new Contract(scenario);
        this.moves = new Moves(scenario, contract);
        this.finale = new Finale(scenario);
    }

    /** Explores everything; for each kind of violation that is found, hunts for a shortest schedule. */
    static Report explore(Scenario scenario) {
        long started = System.nanoTime();
        Explorer explorer = new Explorer(scenario);
        double schedules = explorer.schedulesFrom(scenario.start(), 0);
        Map<Violation, List<String>> found = new EnumMap<>(Violation.class);
        for (Violation violation : explorer.violations) {
            found.putAll(new Hunt(scenario, violation).search());
        }
        return new Report(
                scenario.name(),
                explorer.known.size(),
                schedules,
                explorer.longest,
                scenario.localStates(),
                System.nanoTime() - started,
                found);
    }

    /** Looks for a shortest schedule that leads to one kind of violation. */
    static Report hunt(Scenario scenario, Violation wanted) {
        long started = System.nanoTime();
        Hunt hunt = new Hunt(scenario, wanted);
        Map<Violation, List<String>> found = hunt.search();
        return new Report(
                scenario.name(),
                hunt.worlds(),
                Double.NaN,
                found.values().stream().mapToInt(List::size).max().orElse(0),
                scenario.localStates(),
                System.nanoTime() - started,
                found);
    }

    private double schedulesFrom(World world, int depth) {
        long fingerprint = world.fingerprint();
        double counted = known.get(fingerprint);
        if (counted >= 0) {
            return counted;
        }
        longest = Math.max(longest, depth);
        if (depth > LONGEST_SCHEDULE) {
            violations.add(Violation.DOES_NOT_END);
            return 0;
        }
        List<Move> possible = moves.of(world);
        double schedules = possible.isEmpty() ? 1 : 0;
        if (possible.isEmpty()) {
            checkEnd(scenario, world, contract, finale);
        }
        for (Move move : possible) {
            World after = moves.after(world, move);
            violations.addAll(contract.take());
            schedules += schedulesFrom(after, depth + 1);
        }
        violations.addAll(contract.take());
        known.put(fingerprint, schedules);
        return schedules;
    }

    static void checkEnd(Scenario scenario, World world, Contract contract, Finale finale) {
        for (int actor = 0; actor < scenario.actors().size(); actor++) {
            if (!world.ended(actor)) {
                contract.neverEnds();
            }
        }
        Checkpoint record = scenario.pool().records.get(world.record());
        if (record != null && !finale.resolves(record)) {
            contract.neverEnds();
        }
    }
}

package dev.toolcheckpoint.explorer;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Looks for one kind of violation, breadth first: the schedule it finds is a shortest one. */
final class Hunt {

    private final Scenario scenario;
    private final Violation wanted;
    private final Contract contract;
    private final Moves moves;
    private final Finale finale;
    private final Set<World> known = new HashSet<>();

    Hunt(Scenario scenario, Violation wanted) {
        this.scenario = scenario;
        this.wanted = wanted;
        this.contract = new Contract(scenario);
        this.moves = new Moves(scenario, contract);
        this.finale = new Finale(scenario);
    }

    /** The schedule, or nothing. */
    Map<Violation, List<String>> search() {
        Deque<World> open = new ArrayDeque<>();
        open.add(scenario.start());
        while (!open.isEmpty()) {
            World world = open.remove();
            List<Move> possible = moves.of(world);
            if (possible.isEmpty()) {
                Explorer.checkEnd(scenario, world, contract, finale);
                if (contract.take().contains(wanted)) {
                    return Map.of(wanted, schedule(world));
                }
            }
            for (Move move : possible) {
                World after = moves.after(world, move);
                after.before = world;
                after.by = move;
                if (contract.take().contains(wanted)) {
                    return Map.of(wanted, schedule(after));
                }
                if (known.add(after)) {
                    open.add(after);
                }
            }
        }
        return Map.of();
    }

    int worlds() {
        return known.size();
    }

    private List<String> schedule(World end) {
        Narrator narrator = new Narrator(scenario);
        List<String> lines = new ArrayList<>();
        for (World world = end; world.before != null; world = world.before) {
            lines.add(0, narrator.tell(world.before, Objects.requireNonNull(world.by), world));
        }
        return List.copyOf(lines);
    }
}

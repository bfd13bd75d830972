package dev.toolcheckpoint.explorer;

import dev.toolcheckpoint.journal.Begin;
import dev.toolcheckpoint.protocol.Checkpoint;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** When everybody is gone and every time is over: a record must answer for itself, not wait for ever. */
final class Finale {

    private static final long LONG_AFTER = 1_000_000;

    private final Scenario scenario;
    private final Map<Checkpoint, Boolean> known = new HashMap<>();

    Finale(Scenario scenario) {
        this.scenario = scenario;
    }

    /** Whether a late caller is given the outcome, or told that it is uncertain. */
    boolean resolves(Checkpoint record) {
        return known.computeIfAbsent(record, this::ask);
    }

    private boolean ask(Checkpoint record) {
        boolean[] resolved = new boolean[1];
        Host host = new Host("late", scenario.skewMargin(), 1, scenario.pool(), wire -> wire);
        Program program = late -> {
            Begin begin = late.journal().begin(Scenario.callOf(record), scenario.lease());
            resolved[0] = begin instanceof Begin.Replay || begin instanceof Begin.Uncertain;
        };
        List<Host.Entry> answers = List.of(
                new Host.Entry(new Reply.Go(), LONG_AFTER),
                // A begin creates first, and is shown the record that is there.
                new Host.Entry(new Reply.Refused(scenario.pool().records.number(record)), LONG_AFTER),
                new Host.Entry(new Reply.Stored(), LONG_AFTER));
        host.run(program, answers);
        return resolved[0];
    }
}

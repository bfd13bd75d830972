package dev.toolcheckpoint.explorer;

import dev.toolcheckpoint.store.CheckpointStore;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** One actor of a scenario, and every local state it was seen in. */
final class Actor {

    /** What an actor may do that others may not. */
    enum Role {
        /** Holds what it claimed, nothing else. */
        WORKER,
        /** Settles by name, with evidence. */
        OPERATOR
    }

    private static final long UNREAD = -1;

    private final String name;
    private final Role role;
    private final int clockOffset;
    private final Program program;
    private final Host host;
    private final List<LocalState> states = new ArrayList<>();

    Actor(
            String name,
            Role role,
            int clockOffset,
            Program program,
            Scenario scenario,
            Function<Wire, CheckpointStore> storeOf) {
        this.name = name;
        this.role = role;
        this.clockOffset = clockOffset;
        this.program = program;
        this.host = new Host(name, scenario.skewMargin(), scenario.maxSends(), scenario.pool(), storeOf);
        state(List.of(), host.run(program, List.of()));
    }

    String name() {
        return name;
    }

    Role role() {
        return role;
    }

    /** What this actor's clock shows. */
    long clockAt(int time) {
        return (long) time + clockOffset;
    }

    int clockOffset() {
        return clockOffset;
    }

    LocalState state(int number) {
        return states.get(number);
    }

    int localStates() {
        return states.size();
    }

    /** The state after one more answer. */
    LocalState after(LocalState state, Reply reply, long clock) {
        Host.Entry entry = new Host.Entry(reply, clock);
        LocalState known = state.next(entry);
        if (known != null) {
            return known;
        }
        LocalState added = state(state, entry);
        state.add(entry, added);
        return added;
    }

    private LocalState state(LocalState before, Host.Entry entry) {
        List<Host.Entry> answers = new ArrayList<>(before.answers());
        answers.add(entry);
        Host.Run run = host.run(program, answers);
        if (run.readClock() || entry.clock() == UNREAD) {
            return state(answers, run);
        }
        // It did not look at its clock: whatever the clock showed, it is in the same state.
        return after(before, entry.reply(), UNREAD);
    }

    private LocalState state(List<Host.Entry> answers, Host.Run run) {
        LocalState state = new LocalState(states.size(), List.copyOf(answers), run);
        states.add(state);
        return state;
    }
}

package dev.toolcheckpoint.testing.model;

import java.util.ArrayList;
import java.util.List;

/** Plays commands against a world and writes down what can be seen: each answer, and each record after each command. */
final class Player {

    /** One thing that was seen. */
    record Seen(Object what, Facts facts) {}

    /** A record that was looked at. */
    private record RecordOf(int call) {}

    private final World world;
    private List<Seen> seen = new ArrayList<>();

    Player(World world) {
        this.world = world;
    }

    /** Plays a command and looks at every record. */
    List<Seen> play(Command command) {
        seen = new ArrayList<>();
        act(command);
        for (int call = 0; call < CallSpec.CALLS; call++) {
            look(call);
        }
        return seen;
    }

    private void act(Command command) {
        if (command instanceof Command.Sequence it) {
            it.commands().forEach(this::actAndLook);
        } else if (command instanceof Command.Disturbed it) {
            Command.Operation operation = it.operation();
            world.disturb(
                    operation.worker(), it.disturbance(), () -> it.meanwhile().forEach(this::actAndLook));
            perform(operation);
            boolean met = world.calm(operation.worker());
            seen.add(new Seen(it.disturbance(), new Facts(met ? "met" : "not met")));
        } else if (command instanceof Command.Operation operation) {
            perform(operation);
        } else if (command instanceof Command.Advance it) {
            world.advance(it.millis());
        } else if (command instanceof Command.AdvanceTo it) {
            world.advanceTo(it);
        } else if (command instanceof Command.Crash it) {
            world.crash(it.worker());
        } else if (command instanceof Command.Reopen) {
            world.reopen();
        } else if (command instanceof Command.Arrive it) {
            seen.add(new Seen(it, new Facts(world.arrive(it.worker()) ? "arrived" : "nothing")));
        }
    }

    private void actAndLook(Command command) {
        act(command);
        if (command instanceof Command.Operation operation) {
            look(operation.call());
        } else if (command instanceof Command.Disturbed it) {
            look(it.operation().call());
        }
    }

    private void perform(Command.Operation operation) {
        seen.add(new Seen(operation, operation.on(world)));
    }

    private void look(int call) {
        seen.add(new Seen(new RecordOf(call), world.record(call)));
    }
}

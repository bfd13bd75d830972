package dev.toolcheckpoint.testing.model;

import java.util.ArrayList;
import java.util.List;

/** Simpler commands for the report of a failing history. */
final class Simpler {

    private Simpler() {}

    /** What the command may be replaced by, if the history fails all the same. */
    static List<Command> than(Command command) {
        List<Command> simpler = new ArrayList<>();
        if (command instanceof Command.Sequence it && it.commands().size() == 1) {
            simpler.add(it.commands().get(0));
        } else if (command instanceof Command.Sequence it) {
            for (int index = 0; index < it.commands().size(); index++) {
                List<Command> fewer = new ArrayList<>(it.commands());
                fewer.remove(index);
                simpler.add(new Command.Sequence(fewer));
                for (Command part : than(it.commands().get(index))) {
                    List<Command> changed = new ArrayList<>(it.commands());
                    changed.set(index, part);
                    simpler.add(new Command.Sequence(changed));
                }
            }
        } else if (command instanceof Command.Disturbed it) {
            simpler.add(it.operation());
            for (int index = 0; index < it.meanwhile().size(); index++) {
                List<Command> fewer = new ArrayList<>(it.meanwhile());
                fewer.remove(index);
                simpler.add(new Command.Disturbed(it.operation(), it.disturbance(), fewer));
            }
        } else if (command instanceof Command.AdvanceTo it && it.off() < 0) {
            simpler.add(new Command.AdvanceTo(it.worker(), it.call(), it.boundary(), 0));
        } else if (command instanceof Command.Begin it && it.variant() > 0) {
            simpler.add(new Command.Begin(it.worker(), it.call(), 0, it.lease()));
        } else if (command instanceof Command.Complete it && it.receipt() > 0) {
            simpler.add(new Command.Complete(it.worker(), it.call(), it.holder(), 0));
        }
        return simpler;
    }
}

package dev.toolcheckpoint.testing.model;

import dev.toolcheckpoint.store.CheckpointStore;
import dev.toolcheckpoint.testing.Coverage;
import dev.toolcheckpoint.testing.Histories;
import dev.toolcheckpoint.testing.VirtualClock;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;

/** Runs histories against the journal over a store and against the model, and compares what is seen. */
final class ModelHistories implements Histories.Runner<Command> {

    private static final Instant START = VirtualClock.DEFAULT_START;

    private final Supplier<CheckpointStore> opening;
    private final Coverage coverage;
    private final Set<BrokenRule> broken;
    private final String run = "model-" + UUID.randomUUID();
    private int histories;
    private long commands;

    ModelHistories(Supplier<CheckpointStore> opening, Coverage coverage, Set<BrokenRule> broken) {
        this.opening = opening;
        this.coverage = coverage;
        this.broken = Set.copyOf(broken);
    }

    /** The histories of a base seed. */
    static Histories<Command> of(String name, int count, int maxLength, long baseSeed) {
        return Histories.of(Generator::command)
                .named(name)
                .count(count)
                .maxLength(maxLength)
                .baseSeed(baseSeed)
                .simplifying(Simpler::than);
    }

    /** How many histories ran. */
    int histories() {
        return histories;
    }

    /** How many commands they had, those of other workers meanwhile included. */
    long commands() {
        return commands;
    }

    @Override
    public void run(List<Command> history) {
        histories++;
        Comparison comparison = new Comparison(coverage);
        Player model = new Player(new ModelWorld(START.toEpochMilli(), coverage, broken));
        // Every history has records of its own, so that all may share one table.
        try (RealWorld world = new RealWorld(opening, run + "-" + histories, START)) {
            Player real = new Player(world);
            for (Command command : history) {
                commands += command instanceof Command.Disturbed it
                        ? 1 + it.meanwhile().size()
                        : 1;
                comparison.compare(command, model.play(command), real.play(command));
            }
        }
    }

    private static long count(Command command) {
        if (command instanceof Command.Sequence it) {
            return it.commands().stream().mapToLong(ModelHistories::count).sum();
        }
        return command instanceof Command.Disturbed it ? 1 + it.meanwhile().size() : 1;
    }
}

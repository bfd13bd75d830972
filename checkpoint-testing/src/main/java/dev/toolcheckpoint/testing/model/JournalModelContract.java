package dev.toolcheckpoint.testing.model;

import dev.toolcheckpoint.store.CheckpointStore;
import dev.toolcheckpoint.testing.Coverage;
import dev.toolcheckpoint.testing.Effort;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/**
 * Random histories of the journal over a {@link CheckpointStore}, compared with a reference model after every command. A test
 * class extends it and says how to open the store; see the package's description.
 *
 * <p>Each history uses a namespace of its own, so all of them may share one table. One thread; nothing sleeps.
 */
public abstract class JournalModelContract {

    /** For subclasses. */
    protected JournalModelContract() {}

    /**
     * Opens the store. Within one history every call opens the same data again; whoever opened it closes it before.
     */
    protected abstract CheckpointStore open();

    /** A history is about to start: the next {@link #open} may start from nothing, but need not. Does nothing unless overridden. */
    protected void startHistory() {}

    /**
     * How many histories, before {@link Effort} multiplies them: 200 unless overridden. With fewer, or other ones than those of
     * base seed 1, something that must be met may never be.
     */
    protected int histories() {
        return 200;
    }

    /**
     * What the histories must meet at least, as the report of their coverage names it: all there is, unless overridden for a
     * store that is too slow for so many.
     */
    protected List<String> mustMeet() {
        return Labels.of(histories());
    }

    /** The longest history, in commands: 100 unless overridden. */
    protected int maxCommands() {
        return 100;
    }

    /** Which histories: those of base seed 1 unless overridden. */
    protected long baseSeed() {
        return 1;
    }

    /**
     * Every answer and every record is what the model says, and the histories met all they must.
     *
     * @param reporter is told how many histories and commands there were
     */
    @Test
    final void histories_matchTheModel(TestReporter reporter) {
        Coverage coverage = Coverage.requiring(mustMeet());
        ModelHistories runner = new ModelHistories(this::open, coverage, Set.of());
        ModelHistories.of(getClass().getSimpleName(), histories(), maxCommands(), baseSeed())
                .covering(coverage)
                .check(history -> {
                    startHistory();
                    runner.run(history);
                });
        reporter.publishEntry(
                "model", runner.histories() + " histories, " + runner.commands() + " commands, " + coverage);
    }
}

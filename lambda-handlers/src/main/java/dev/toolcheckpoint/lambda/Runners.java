package dev.toolcheckpoint.lambda;

import dev.toolcheckpoint.journal.Journal;
import dev.toolcheckpoint.store.InMemoryCheckpointStore;
import dev.toolcheckpoint.tool.ToolRunner;
import java.time.Clock;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Where a call's runner comes from: the one place that the kill switch is looked at. */
final class Runners {

    private static final Logger LOG = LoggerFactory.getLogger(Runners.class);

    private final Journal journal;
    private final UnaryOperator<ToolRunner.Builder> options;
    private final ToolRunner runner;
    private final boolean disabled;

    private Runners(Journal journal, UnaryOperator<ToolRunner.Builder> options, boolean disabled) {
        this.journal = journal;
        this.options = options;
        this.runner = options.apply(ToolRunner.builder(journal)).build();
        this.disabled = disabled;
    }

    static Runners over(Journal journal, UnaryOperator<ToolRunner.Builder> options) {
        return new Runners(journal, options, false);
    }

    /** Every call gets a journal of its own that nobody sees again: tools run as often as they are called. */
    static Runners disabled(UnaryOperator<ToolRunner.Builder> options) {
        LOG.error("Checkpoints are DISABLED: every repeat of a call will run its tool again");
        return new Runners(Journal.over(new InMemoryCheckpointStore()), options, true);
    }

    /** The journal whose store a snapshot must not hold warm; none when disabled. */
    Optional<Journal> lasting() {
        return disabled ? Optional.empty() : Optional.of(journal);
    }

    ToolRunner runner() {
        if (!disabled) {
            return runner;
        }
        LOG.warn("Checkpoints are DISABLED: this call leaves no record, and a repeat of it runs the tool again");
        return unrecorded();
    }

    /** For one call that has no effects: its journal is nobody else's. */
    ToolRunner unrecorded() {
        return options.apply(ToolRunner.builder(Journal.over(new InMemoryCheckpointStore())))
                .build();
    }

    Clock clock() {
        return journal.clock();
    }
}

package dev.toolcheckpoint.cli.journal;

import dev.toolcheckpoint.cli.ExitCode;
import dev.toolcheckpoint.cli.Surroundings;
import dev.toolcheckpoint.journal.Abandon;
import dev.toolcheckpoint.journal.Journal;
import dev.toolcheckpoint.journal.Lease;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code abandon}: gives an idempotent attempt up. */
@Command(
        name = "abandon",
        description = {
            "Gives an idempotent attempt up, so that a further one may start.",
            "A manual one is refused (exit 2).",
            "Prints abandoned, uncertain (exit 5: no further attempt may start) or stale (6)."
        },
        footer = {"%nExample:", "  checkpoint abandon --lease lease.json"})
public final class AbandonCommand extends JournalCommand {

    @Option(names = "--lease", required = true, paramLabel = "FILE|-", description = "What begin printed.")
    private String lease = "";

    /** The command. */
    public AbandonCommand(Surroundings surroundings) {
        super(surroundings);
    }

    @Override
    Function<Journal, Answer> operation() {
        Lease held = LeaseDocument.read(lease, surroundings());
        return journal -> {
            Abandon answer = journal.abandon(held);
            if (answer instanceof Abandon.Abandoned) {
                return Answer.kind("abandoned", ExitCode.DONE);
            }
            return answer instanceof Abandon.Uncertain
                    ? Answer.kind("uncertain", ExitCode.UNCERTAIN)
                    : Answer.kind("stale", ExitCode.STALE);
        };
    }
}

package dev.toolcheckpoint.cli.journal;

import dev.toolcheckpoint.cli.ExitCode;
import dev.toolcheckpoint.cli.Surroundings;
import dev.toolcheckpoint.journal.Journal;
import dev.toolcheckpoint.journal.Lease;
import dev.toolcheckpoint.journal.Mark;
import dev.toolcheckpoint.protocol.CheckpointKey;
import dev.toolcheckpoint.protocol.ProtocolException;
import dev.toolcheckpoint.protocol.Uncertainty;
import java.time.Instant;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code mark-uncertain}: says that nobody knows whether the effect happened. */
@Command(
        name = "mark-uncertain",
        description = {
            "Says that nobody knows whether the effect happened.",
            "The call then waits for settle.",
            "By its holder with --lease, or by an operator with --namespace, --id and --by.",
            "Prints marked or stale (exit 6)."
        },
        footer = {
            "%nExample:",
            "  checkpoint mark-uncertain --lease lease.json --reason 'no answer from the payment service'"
        })
public final class MarkUncertainCommand extends JournalCommand {

    @Option(names = "--lease", paramLabel = "FILE|-", description = "What begin printed.")
    private @Nullable String lease;

    @Mixin
    private final KeyOptions key = new KeyOptions();

    @Option(names = "--by", paramLabel = "WHO", description = "The operator's name, without --lease.")
    private @Nullable String by;

    @Option(names = "--reason", required = true, paramLabel = "TEXT", description = "Why; never a secret.")
    private String reason = "";

    /** The command. */
    public MarkUncertainCommand(Surroundings surroundings) {
        super(surroundings);
    }

    @Override
    Function<Journal, Answer> operation() {
        // Checks the texts before anything is opened.
        Uncertainty checked =
                new Uncertainty(Uncertainty.Code.MARKED_BY_OPERATOR, reason, Instant.EPOCH, by == null ? "lease" : by);
        if (lease != null) {
            if (key.given() || by != null) {
                throw ProtocolException.invalidArgument(
                        "--lease names the call and its holder; it can't stand beside --namespace, --id, --call-id or --by.");
            }
            Lease held = LeaseDocument.read(lease, surroundings());
            return journal -> answer(journal.markUncertain(held, Uncertainty.Code.DECLARED_BY_TOOL, checked.text()));
        }
        if (by == null) {
            throw ProtocolException.invalidArgument(
                    "--by is missing: who says so? (Or give --lease, when the holder says so.)");
        }
        CheckpointKey record = key.key();
        return journal -> answer(journal.markUncertain(record, checked.text(), checked.by()));
    }

    private static Answer answer(Mark mark) {
        return mark instanceof Mark.Marked
                ? Answer.kind("marked", ExitCode.DONE)
                : Answer.kind("stale", ExitCode.STALE);
    }
}

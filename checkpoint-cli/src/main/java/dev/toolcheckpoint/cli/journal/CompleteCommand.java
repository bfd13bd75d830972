package dev.toolcheckpoint.cli.journal;

import dev.toolcheckpoint.cli.ExitCode;
import dev.toolcheckpoint.cli.Surroundings;
import dev.toolcheckpoint.cli.io.Source;
import dev.toolcheckpoint.journal.Journal;
import dev.toolcheckpoint.journal.Lease;
import dev.toolcheckpoint.protocol.LateReceipts;
import dev.toolcheckpoint.protocol.ProtocolException;
import dev.toolcheckpoint.protocol.Receipt;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code complete}: stores what the tool came back with. */
@Command(
        name = "complete",
        description = {
            "Stores what the tool came back with.",
            "From then on every begin of the call replays it.",
            "Prints completed, replayed, outcome_conflict (exit 4: another outcome is stored and stays) or stale (6)."
        },
        footer = {
            "%nExample:",
            "  checkpoint complete --lease lease.json --result '{\"refund\":\"R-1\"}'",
            "  checkpoint complete --lease lease.json --error OUT_OF_STOCK --message 'No item is left.'"
        })
public final class CompleteCommand extends JournalCommand {

    @Option(names = "--lease", required = true, paramLabel = "FILE|-", description = "What begin printed.")
    private String lease = "";

    @Mixin
    private final ResultOptions result = new ResultOptions();

    @Option(
            names = "--late-receipts",
            paramLabel = "accept|reject",
            defaultValue = "accept",
            description = "Whether a result counts after the lease ended, while nobody took over. Default: accept.")
    private String lateReceipts = "";

    /** The command. */
    public CompleteCommand(Surroundings surroundings) {
        super(surroundings);
    }

    @Override
    Journal.Builder settings(Journal.Builder builder) {
        return builder.lateReceipts(late());
    }

    @Override
    Function<Journal, Answer> operation() {
        late();
        if (lease.equals(Source.STDIN) && result.readsStdin()) {
            throw ProtocolException.invalidArgument(
                    "--lease and --result-file can't both be standard input; put one of them into a file.");
        }
        Lease held = LeaseDocument.read(lease, surroundings());
        Receipt receipt = result.receipt(surroundings());
        return journal -> journal.complete(held, receipt)
                .<Answer>fold(
                        completed -> Answer.kind("completed", ExitCode.DONE),
                        replayed -> Answer.kind("replayed", ExitCode.DONE),
                        conflict -> Answer.kind("outcome_conflict", ExitCode.CONFLICT),
                        stale -> {
                            remark(
                                    stale.recordGone()
                                            ? "There is no record of this lease; its result was not stored."
                                            : "The attempt doesn't hold the call any more; its result was not stored.");
                            return Answer.kind("stale", ExitCode.STALE);
                        });
    }

    private LateReceipts late() {
        return switch (lateReceipts) {
            case "accept" -> LateReceipts.ACCEPT;
            case "reject" -> LateReceipts.REJECT;
            default ->
                throw ProtocolException.invalidArgument(
                        "--late-receipts must be accept or reject, found \"" + lateReceipts + "\".");
        };
    }
}

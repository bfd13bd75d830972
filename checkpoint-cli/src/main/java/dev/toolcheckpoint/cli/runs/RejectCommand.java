package dev.toolcheckpoint.cli.runs;

import dev.toolcheckpoint.cli.Surroundings;
import dev.toolcheckpoint.runs.Decided;
import dev.toolcheckpoint.runs.RunKey;
import dev.toolcheckpoint.runs.Runs;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code runs reject}: keeps a call from running. */
@Command(
        name = "reject",
        description = {
            "Rejects a call that waits for approval; the model is told, with the reason.",
            "Deciding the same twice is harmless; deciding differently is a conflict (exit 4); too late is exit 5."
        },
        footer = {
            "%nExample:",
            "  checkpoint runs reject 5b1e0c7d9a3f4e62b8d10a7c4f9e2d33 approval-2-1 --by alice --reason 'no photo'"
        })
public final class RejectCommand extends AbstractDecisionCommand {

    @Option(names = "--reason", paramLabel = "WHY", description = "Why; the model is told.")
    private @Nullable String reason;

    /** The command. */
    public RejectCommand(Surroundings surroundings) {
        super(surroundings);
    }

    @Override
    Decided decide(Runs runs, RunKey key, String approvalId, String by) {
        return runs.reject(key, approvalId, by, reason);
    }

    @Override
    Decided decide(Runs runs, String token, String by) {
        return runs.reject(namespace(), token, by, reason);
    }
}

package dev.toolcheckpoint.cli.runs;

import dev.toolcheckpoint.cli.Surroundings;
import dev.toolcheckpoint.runs.Decided;
import dev.toolcheckpoint.runs.RunKey;
import dev.toolcheckpoint.runs.Runs;
import picocli.CommandLine.Command;

/** {@code runs approve}: lets a call run. */
@Command(
        name = "approve",
        description = {
            "Approves a call that waits for it, with exactly its arguments.",
            "Deciding the same twice is harmless; deciding differently is a conflict (exit 4); too late is exit 5."
        },
        footer = {
            "%nExample:",
            "  checkpoint runs show 5b1e0c7d9a3f4e62b8d10a7c4f9e2d33 --show-payload",
            "  checkpoint runs approve 5b1e0c7d9a3f4e62b8d10a7c4f9e2d33 approval-2-1 --by alice"
        })
public final class ApproveCommand extends AbstractDecisionCommand {

    /** The command. */
    public ApproveCommand(Surroundings surroundings) {
        super(surroundings);
    }

    @Override
    Decided decide(Runs runs, RunKey key, String approvalId, String by) {
        return runs.approve(key, approvalId, by);
    }

    @Override
    Decided decide(Runs runs, String token, String by) {
        return runs.approve(namespace(), token, by);
    }
}

package dev.toolcheckpoint.cli.journal;

import dev.toolcheckpoint.cli.ExitCode;
import dev.toolcheckpoint.cli.Surroundings;
import dev.toolcheckpoint.journal.Journal;
import dev.toolcheckpoint.protocol.CheckpointKey;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code forget}: removes the payload of an outcome and keeps the record. */
@Command(
        name = "forget",
        description = {
            "Removes the payload of a stored outcome.",
            "The record stays, so the call never runs again.",
            "Prints forgotten, already_forgotten or not_forgettable (exit 5: no outcome yet, or it is being delivered)."
        },
        footer = {"%nExample:", "  checkpoint forget --namespace shop --call-id refund-4711"})
public final class ForgetCommand extends JournalCommand {

    @Mixin
    private final KeyOptions key = new KeyOptions();

    /** The command. */
    public ForgetCommand(Surroundings surroundings) {
        super(surroundings);
    }

    @Override
    Function<Journal, Answer> operation() {
        CheckpointKey record = key.key();
        return journal -> switch (journal.forget(record)) {
            case FORGOTTEN -> Answer.kind("forgotten", ExitCode.DONE);
            case ALREADY_FORGOTTEN -> Answer.kind("already_forgotten", ExitCode.DONE);
            case NOT_FORGETTABLE -> Answer.kind("not_forgettable", ExitCode.UNCERTAIN);
        };
    }
}

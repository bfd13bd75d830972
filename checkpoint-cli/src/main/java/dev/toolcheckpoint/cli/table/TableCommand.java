package dev.toolcheckpoint.cli.table;

import dev.toolcheckpoint.cli.CommandGroup;
import dev.toolcheckpoint.cli.HelpOption;
import dev.toolcheckpoint.cli.Surroundings;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code table}: makes and checks the DynamoDB table of a journal. */
@Command(
        name = "table",
        description = "Makes the DynamoDB table of a journal, or checks one that is there.",
        synopsisSubcommandLabel = "COMMAND",
        footer = {
            "%nExample:",
            "  checkpoint table create --store dynamo:calls",
            "  checkpoint table check --store dynamo:calls"
        })
public final class TableCommand implements Runnable, CommandGroup {

    private final Surroundings surroundings;

    @Mixin
    @SuppressWarnings("unused") // picocli acts on it
    private final HelpOption help = new HelpOption();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    /** The command. */
    public TableCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public List<Object> commands() {
        return List.of(new CreateTableCommand(surroundings), new CheckTableCommand(surroundings));
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "A command is missing: create or check");
    }
}

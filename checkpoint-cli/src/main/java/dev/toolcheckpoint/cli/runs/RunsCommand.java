package dev.toolcheckpoint.cli.runs;

import dev.toolcheckpoint.cli.CommandGroup;
import dev.toolcheckpoint.cli.HelpOption;
import dev.toolcheckpoint.cli.Surroundings;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code runs}: starts, executes, shows and decides runs of agents. */
@Command(
        name = "runs",
        description = {
            "Starts, executes, shows and decides runs of agents.",
            "A run is one model and tool loop with a checkpoint after every step. The sample agent is order-desk; its model is a"
                    + " script and needs no key."
        },
        synopsisSubcommandLabel = "COMMAND",
        footer = {
            "%nExample:",
            "  checkpoint runs demo",
            "  checkpoint runs start --agent order-desk --trigger-id complaint-1 --payload '{\"order\":\"order-1002\"}'",
            "  checkpoint runs worker --once",
            "  checkpoint runs list"
        })
public final class RunsCommand implements Runnable, CommandGroup {

    private final Surroundings surroundings;

    @Mixin
    @SuppressWarnings("unused") // picocli acts on it
    private final HelpOption help = new HelpOption();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    /** The command. */
    public RunsCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public List<Object> commands() {
        return List.of(
                new RunsDemoCommand(surroundings.environment()),
                new StartCommand(surroundings),
                new WorkerCommand(surroundings),
                new ListRunsCommand(surroundings),
                new ShowCommand(surroundings),
                new ApproveCommand(surroundings),
                new RejectCommand(surroundings),
                new CancelCommand(surroundings),
                new ResumeCommand(surroundings),
                new TickCommand(surroundings));
    }

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(),
                "A command is missing: demo, start, worker, list, show, approve, reject, cancel, resume or tick");
    }
}

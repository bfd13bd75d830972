package dev.toolcheckpoint.cli.runs;

import dev.toolcheckpoint.cli.ExitCode;
import dev.toolcheckpoint.cli.HelpOption;
import dev.toolcheckpoint.cli.lab.WorkFolder;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code runs demo}: one run, four workers that are killed or end, and each effect once. */
@Command(
        name = "demo",
        description = {
            "Shows a run that outlives its workers, in about half a minute.",
            "Workers are real processes and are really killed: between two steps, right after a refund, right after a mail. A person"
                    + " approves the refund, another settles what nobody knows. Exit 0 when each effect happened once."
        },
        footer = {"%nExample:", "  checkpoint runs demo"})
public final class RunsDemoCommand implements Callable<Integer> {

    private final Map<String, String> environment;

    @Mixin
    @SuppressWarnings("unused") // picocli acts on it
    private final HelpOption help = new HelpOption();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    /** The command, whose processes find this environment. */
    public RunsDemoCommand(Map<String, String> environment) {
        this.environment = Map.copyOf(environment);
    }

    @Override
    public Integer call() throws InterruptedException {
        try (WorkFolder folder = WorkFolder.temporary()) {
            RunsDemoText text = new RunsDemoText(
                    spec.commandLine().getOut(),
                    spec.commandLine().getColorScheme().ansi());
            return new RunsDemo(folder.path(), environment, text).tell() ? ExitCode.DONE : ExitCode.FAILURE;
        } catch (IOException | DemoFailedException failure) {
            PrintWriter err = spec.commandLine().getErr();
            err.println("The demo could not do its work. " + failure.getMessage());
            err.flush();
            return ExitCode.FAILURE;
        }
    }
}

package dev.toolcheckpoint.cli;

import dev.toolcheckpoint.cli.inspect.InspectCommand;
import dev.toolcheckpoint.cli.inspect.ListCommand;
import dev.toolcheckpoint.cli.invoke.InvokeCommand;
import dev.toolcheckpoint.cli.journal.AbandonCommand;
import dev.toolcheckpoint.cli.journal.BeginCommand;
import dev.toolcheckpoint.cli.journal.ClaimDeliveryCommand;
import dev.toolcheckpoint.cli.journal.CompleteCommand;
import dev.toolcheckpoint.cli.journal.CompleteDeliveryCommand;
import dev.toolcheckpoint.cli.journal.ForgetCommand;
import dev.toolcheckpoint.cli.journal.MarkUncertainCommand;
import dev.toolcheckpoint.cli.journal.MarkUndeliverableCommand;
import dev.toolcheckpoint.cli.journal.ReleaseDeliveryCommand;
import dev.toolcheckpoint.cli.journal.RenewCommand;
import dev.toolcheckpoint.cli.journal.SettleCommand;
import dev.toolcheckpoint.cli.journal.SettleDeliveryCommand;
import dev.toolcheckpoint.cli.lab.DemoCommand;
import dev.toolcheckpoint.cli.lab.LabCommand;
import dev.toolcheckpoint.cli.run.RunCommand;
import dev.toolcheckpoint.cli.runs.RunsCommand;
import dev.toolcheckpoint.cli.table.TableCommand;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** The command {@code checkpoint}. */
@Command(
        name = "checkpoint",
        description = "Keeps executing a tool apart from delivering its result: one durable checkpoint for every call.",
        mixinStandardHelpOptions = true,
        versionProvider = Main.Version.class,
        synopsisSubcommandLabel = "COMMAND",
        footer = {
            "%nExample:",
            "  checkpoint run --namespace ops --key nightly-2026-05-01 -- ./nightly.sh",
            "%nExit codes: 0 done, 1 failure, 2 usage or refused argument, 3 busy, 4 conflict, 5 uncertain, 6 stale fence,",
            "7 invalid record. 'run' passes its command's through; its own are 122 failure, 123 busy, 124 conflict,",
            "125 uncertain."
        })
public final class Main implements Runnable {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    /** The commands, in the order of the help: the one place to add one. */
    private static List<Object> commands(Surroundings surroundings) {
        return List.of(
                new DemoCommand(surroundings.environment()),
                new InvokeCommand(surroundings.environment(), surroundings.out(), surroundings.err()),
                new LabCommand(surroundings.environment()),
                new RunCommand(surroundings),
                new RunsCommand(surroundings),
                new InspectCommand(surroundings),
                new ListCommand(surroundings),
                new BeginCommand(surroundings),
                new CompleteCommand(surroundings),
                new RenewCommand(surroundings),
                new AbandonCommand(surroundings),
                new MarkUncertainCommand(surroundings),
                new SettleCommand(surroundings),
                new ClaimDeliveryCommand(surroundings),
                new CompleteDeliveryCommand(surroundings),
                new ReleaseDeliveryCommand(surroundings),
                new MarkUndeliverableCommand(surroundings),
                new SettleDeliveryCommand(surroundings),
                new ForgetCommand(surroundings),
                new TableCommand(surroundings));
    }

    /** Runs one command and exits with its code. */
    public static void main(String[] args) {
        System.exit(run(Surroundings.ofProcess(), args));
    }

    /** Runs one command and returns its exit code. */
    public static int run(Surroundings surroundings, String... args) {
        return commandLine(surroundings).execute(args);
    }

    /** The commands with their options. */
    static CommandLine commandLine(Surroundings surroundings) {
        CommandLine root = new CommandLine(new Main());
        for (Object command : commands(surroundings)) {
            // What follows the name of a command to run is that command's, options too.
            CommandLine line = new CommandLine(command).setStopAtPositional(command instanceof RunCommand);
            if (command instanceof CommandGroup group) {
                group.commands().forEach(line::addSubcommand);
            }
            root.addSubcommand(line);
        }
        FailureHandlers failures = new FailureHandlers();
        return root
                // A text that starts with "@" is a text, not a file of arguments.
                .setExpandAtFiles(false)
                .setOut(surroundings.outWriter())
                .setErr(surroundings.errWriter())
                .setUsageHelpWidth(110)
                .setExecutionStrategy(parsed -> {
                    refuseUnreadable(parsed);
                    return new CommandLine.RunLast().execute(parsed);
                })
                .setParameterExceptionHandler(failures)
                .setExecutionExceptionHandler(failures);
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "A command is missing");
    }

    /**
     * Under a locale such as POSIX a JVM replaces what is not ASCII in its arguments: two inputs that differ would become the
     * same. The script sets a UTF-8 locale, so this is for those who start the jar by themselves.
     */
    private static void refuseUnreadable(ParseResult parsed) {
        String encoding = System.getProperty("sun.jnu.encoding", "UTF-8");
        boolean utf8 =
                Charset.isSupported(encoding) && Charset.forName(encoding).equals(StandardCharsets.UTF_8);
        if (!utf8 && parsed.originalArgs().stream().anyMatch(arg -> arg.indexOf('\uFFFD') >= 0)) {
            List<CommandLine> commands = parsed.asCommandLineList();
            throw new ParameterException(
                    commands.get(commands.size() - 1),
                    "An argument has characters that this locale (" + encoding
                            + ") can't pass. Set LC_ALL=C.UTF-8, or pass the text in a file");
        }
    }

    /** The version of the jar. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = Main.class.getPackage().getImplementationVersion();
            return new String[] {"checkpoint " + (version == null ? "(from classes)" : version)};
        }
    }
}

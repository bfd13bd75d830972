package dev.toolcheckpoint.cli.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.toolcheckpoint.cli.ExitCode;
import dev.toolcheckpoint.cli.Failure;
import dev.toolcheckpoint.cli.JournalOptions;
import dev.toolcheckpoint.cli.JournalOptions.OpenJournal;
import dev.toolcheckpoint.cli.OutputOptions;
import dev.toolcheckpoint.cli.StoreOptions;
import dev.toolcheckpoint.cli.Surroundings;
import dev.toolcheckpoint.cli.io.Durations;
import dev.toolcheckpoint.cli.journal.RecoveryOptions;
import dev.toolcheckpoint.journal.Journal;
import dev.toolcheckpoint.journal.Lease;
import dev.toolcheckpoint.protocol.CheckpointException;
import dev.toolcheckpoint.protocol.CheckpointKey;
import dev.toolcheckpoint.protocol.CompletionUnconfirmedException;
import dev.toolcheckpoint.protocol.ErrorCode;
import dev.toolcheckpoint.protocol.Leases;
import dev.toolcheckpoint.protocol.ProtocolException;
import dev.toolcheckpoint.tool.TimeBudget;
import dev.toolcheckpoint.tool.Tool;
import dev.toolcheckpoint.tool.ToolCall;
import dev.toolcheckpoint.tool.ToolOutcome;
import dev.toolcheckpoint.tool.ToolResult;
import dev.toolcheckpoint.tool.ToolRunner;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code run}: a shell command under the journal. */
@Command(
        name = "run",
        description = {
            "Runs a shell command at most once under a key: for cron jobs, deploys, pipelines.",
            "While the command lives nobody else runs it. Once it ended, its exit code and output (the first 256 KiB of"
                    + " stdout) are the outcome, and every later run under the key replays them without running it.",
            "The command's exit code passes through. Own states: 122 failure, 123 busy, 124 conflict (another command has"
                    + " this key), 125 uncertain (find out, then settle)."
        },
        footer = {
            "%nExample:",
            "  checkpoint run --namespace ops --key nightly-2026-05-01 --lease 1h -- ./nightly.sh --full",
            "%nThe command finds CHECKPOINT_IDEMPOTENCY_KEY, CHECKPOINT_NAMESPACE, CHECKPOINT_KEY and CHECKPOINT_ATTEMPT in",
            "its environment."
        })
public final class RunCommand implements Callable<Integer> {

    /** Shorter leases would only be renewed all the time. */
    private static final Duration SHORTEST = Duration.ofMillis(300);

    private final Surroundings surroundings;

    @Option(
            names = "--namespace",
            required = true,
            paramLabel = "N",
            description = "The tenant or environment; no '#'.")
    private String namespace = "";

    @Option(
            names = "--key",
            required = true,
            paramLabel = "K",
            description = "The same whenever the command is repeated.")
    private String key = "";

    @Option(
            names = "--tool",
            paramLabel = "T",
            defaultValue = "run",
            description = "A name for what is run. Default: ${DEFAULT-VALUE}.")
    private String tool = "";

    @Mixin
    private final RecoveryOptions recovery = new RecoveryOptions();

    @Option(
            names = "--lease",
            paramLabel = "DURATION",
            defaultValue = "15m",
            description = "How long this process is believed alive without a sign of life; renewed every third of it."
                    + " 300ms to 24h. Default: ${DEFAULT-VALUE}.")
    private String lease = "";

    @Parameters(arity = "1..*", paramLabel = "COMMAND", description = "The command and its arguments.")
    private List<String> command = new ArrayList<>();

    @Mixin
    private final JournalOptions journal = new JournalOptions();

    @Mixin
    private final OutputOptions output = new OutputOptions();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    /** The command. */
    public RunCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    @SuppressWarnings("try") // the signals tell, they are not asked
    public Integer call() {
        CheckpointKey record = CheckpointKey.of(namespace, key);
        Duration length = leaseLength();
        CommandTool handler = new CommandTool(
                command, recovery.recovery(), length, output.json() ? null : surroundings.out(), this::say);
        Tool<JsonNode, ToolResult> declared = declared(handler);
        RunReport report = new RunReport(surroundings.out(), output.json(), this::say);
        try (OpenJournal open = journal.open(
                        surroundings, StoreOptions.Access.MAY_CREATE, builder -> builder.listener(handler));
                Signals signals = Signals.hear(handler::signal)) {
            handler.journal(open.journal());
            String problem = Executables.problem(
                    command.get(0), surroundings.environment().get("PATH"));
            ToolOutcome ended = problem == null
                    ? run(open.journal(), declared, handler, length)
                    : known(open.journal(), declared, length);
            return problem != null && ended instanceof ToolOutcome.Retryable
                    ? report.failed(notStartable(problem), record)
                    : report.ended(ended, open.journal());
        } catch (CheckpointException failure) {
            Failure reported = Failure.of(failure);
            if (reported.exitCode() == ExitCode.USAGE) {
                throw failure;
            }
            return report.failed(reported, record);
        }
    }

    private ToolOutcome run(Journal open, Tool<JsonNode, ToolResult> declared, CommandTool handler, Duration length) {
        try {
            return ToolRunner.over(open).run(declared, toolCall(), TimeBudget.ofLease(length));
        } catch (CompletionUnconfirmedException unconfirmed) {
            Lease held = handler.lease();
            if (held == null) {
                throw unconfirmed;
            }
            // The runner's time was the first lease; ours was renewed, so there is time to store it after all.
            return open.complete(held, unconfirmed.receipt())
                    .<ToolOutcome>fold(
                            completed -> new ToolOutcome.Executed(completed.outcome(), completed.deliverable()),
                            replayed -> new ToolOutcome.Executed(replayed.outcome(), replayed.deliverable()),
                            conflict -> {
                                throw unconfirmed;
                            },
                            stale -> {
                                throw unconfirmed;
                            });
        }
    }

    /** What is known of a command that can't be started here: with no time nothing is claimed, but a stored outcome is told. */
    private ToolOutcome known(Journal open, Tool<JsonNode, ToolResult> declared, Duration length) {
        return ToolRunner.over(open).run(declared, toolCall(), new TimeBudget(Duration.ZERO, length));
    }

    private static Failure notStartable(String problem) {
        String message = "The command can't be started, and nothing was claimed. " + problem;
        return new Failure(ErrorCode.INVALID_ARGUMENT.name(), message, false, false, RunReport.FAILURE);
    }

    /** The whole command line identifies it: another one under the same key is a conflict. */
    private ToolCall toolCall() {
        ArrayNode input = JsonNodeFactory.instance.arrayNode();
        command.forEach(input::add);
        return ToolCall.of(namespace, key, input);
    }

    private Tool<JsonNode, ToolResult> declared(CommandTool handler) {
        Tool.Builder<JsonNode> builder =
                Tool.named(tool, JsonNode.class).recovery(recovery.recovery()).minimumTime(Duration.ZERO);
        Duration keeps = recovery.downstreamKeeps();
        if (keeps != null) {
            builder.downstreamKeeps(keeps);
        }
        return builder.handler(handler);
    }

    private Duration leaseLength() {
        Duration length = Leases.check(Durations.parse("--lease", lease));
        if (length.compareTo(SHORTEST) < 0) {
            throw ProtocolException.invalidArgument("--lease must be 300ms to 24h, found " + lease + ".");
        }
        return length;
    }

    private void say(String sentence) {
        spec.commandLine().getErr().println("checkpoint: " + sentence);
    }
}

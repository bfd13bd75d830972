package dev.toolcheckpoint.cli.runs;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolcheckpoint.cli.ExitCode;
import dev.toolcheckpoint.cli.Failure;
import dev.toolcheckpoint.cli.JournalOptions.OpenRuns;
import dev.toolcheckpoint.cli.Surroundings;
import dev.toolcheckpoint.cli.io.Durations;
import dev.toolcheckpoint.cli.io.Json;
import dev.toolcheckpoint.cli.run.Signals;
import dev.toolcheckpoint.protocol.ProtocolException;
import dev.toolcheckpoint.runs.Agent;
import dev.toolcheckpoint.runs.Execute;
import dev.toolcheckpoint.runs.ExecutionLimits;
import dev.toolcheckpoint.runs.Run;
import dev.toolcheckpoint.runs.RunKey;
import dev.toolcheckpoint.runs.Runs;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code runs worker}: executes runs until it is stopped. */
@Command(
        name = "worker",
        description = {
            "Executes runs of every namespace, one after the other, until it is stopped.",
            "SIGTERM, SIGINT and SIGHUP drain it: the step in progress is finished, the run is left for another worker (INTERRUPTED), and"
                    + " the exit code is 0. After a SIGKILL another worker goes on when the claim is over."
        },
        footer = {
            "%nExample:",
            "  checkpoint runs worker --once",
            "  checkpoint runs worker --model-url http://127.0.0.1:11434/v1 --model llama3.2",
            "  checkpoint runs worker --model-url https://api.openai.com/v1 --model gpt-4.1-mini --model-key-env OPENAI_API_KEY"
        })
public final class WorkerCommand extends AbstractRunsCommand {

    private static final Duration SHORTEST_LEASE = Duration.ofSeconds(1);
    private static final Duration LONGEST_LEASE = Duration.ofHours(24);
    private static final Duration LONGEST_LOOK = Duration.ofSeconds(2);
    private static final int LOOKS_A_LEASE = 4;
    private static final Set<String> SIGNALS = Set.of("TERM", "INT", "HUP");

    @Option(names = "--once", description = "Execute what is due, and what that hands over; then end.")
    private boolean once;

    @Option(
            names = "--run",
            paramLabel = "RUN",
            description =
                    "Execute this run only, once. Exit 0 when it is done, 1 failed, 3 another worker has it or its key, 5"
                            + " it waits or was cancelled.")
    private @Nullable String run;

    @Option(
            names = "--poll",
            paramLabel = "DURATION",
            defaultValue = "1s",
            description = "How often to look for runs when there were none. Default: ${DEFAULT-VALUE}.")
    private String poll = "";

    @Option(
            names = "--lease",
            paramLabel = "DURATION",
            defaultValue = "1m",
            description =
                    "How long a worker that is not heard of is believed alive, 1s to 24h. Default: ${DEFAULT-VALUE}.")
    private String lease = "";

    @Option(
            names = "--drain-on",
            split = ",",
            paramLabel = "SIGNAL",
            defaultValue = "SIGTERM,SIGINT,SIGHUP",
            description = "Which signals drain it; others end it at once. Default: ${DEFAULT-VALUE}.")
    private List<String> drainOn = new ArrayList<>();

    @Mixin
    private final Agents agents = new Agents();

    /** The command. */
    public WorkerCommand(Surroundings surroundings) {
        super(surroundings);
    }

    @Override
    Function<OpenRuns, Report> operation() {
        Duration pollEvery = Durations.parse("--poll", poll);
        ExecutionLimits limits = limits();
        List<String> signals = signals();
        RunKey only = run == null ? null : key(run);
        if (only != null && once) {
            throw ProtocolException.invalidArgument("--run executes one run once; it can't stand beside --once.");
        }
        Agent agent = agents.orderDesk(surroundings());
        return open -> work(open, agent, limits, pollEvery, signals, only);
    }

    private ExecutionLimits limits() {
        Duration claimed = Durations.parse("--lease", lease);
        if (claimed.compareTo(SHORTEST_LEASE) < 0 || claimed.compareTo(LONGEST_LEASE) > 0) {
            throw ProtocolException.invalidArgument("--lease must be 1s to 24h, found " + lease + ".");
        }
        Duration look = claimed.dividedBy(LOOKS_A_LEASE);
        return new ExecutionLimits(
                claimed,
                look.compareTo(LONGEST_LOOK) < 0 ? look : LONGEST_LOOK,
                true,
                null,
                Duration.ZERO,
                Duration.ZERO,
                () -> false);
    }

    private List<String> signals() {
        List<String> names = new ArrayList<>();
        for (String signal : drainOn) {
            String name = signal.strip().toUpperCase(Locale.ROOT).replaceFirst("^SIG", "");
            if (!SIGNALS.contains(name)) {
                throw ProtocolException.invalidArgument(
                        "--drain-on must be of SIGTERM, SIGINT and SIGHUP, found \"" + signal + "\".");
            }
            names.add(name);
        }
        return names;
    }

    private Report work(
            OpenRuns open,
            Agent agent,
            ExecutionLimits limits,
            Duration pollEvery,
            List<String> signals,
            @Nullable RunKey only) {
        ObjectNode document = Json.object();
        ArrayNode executed = document.putArray("executed");
        List<String> lines = new ArrayList<>();
        List<Failure> failures = new ArrayList<>();
        Worker worker = new Worker(
                clock(),
                end -> {
                    executed.add(document(end));
                    lines.add(sentence(end));
                },
                (failed, failure) -> {
                    failures.add(Failure.of(failure));
                    if (failed == null) {
                        remark("Looked for runs in vain, and looks again: " + failure.getMessage());
                    } else {
                        executed.add(document("failed", failed)
                                .put("code", failure.code().name())
                                .put("message", failure.getMessage()));
                        lines.add("Run " + failed.id() + " could not be executed: " + failure.getMessage());
                    }
                });
        EventText events = new EventText(json() ? line -> {} : this::remark, clock());
        Runs runs = open.builder()
                .agents(agent)
                .dispatcher(worker.dispatcher())
                .listener(events)
                .notifier(new TerminalNotifier(this::remark, hints().store()))
                .build();
        Signals heard = Signals.hear(signals, signal -> worker.drain());
        int exitCode;
        try {
            exitCode = execute(worker, runs, limits, pollEvery, only);
        } finally {
            heard.close();
        }
        document.put("drained", worker.draining());
        if (executed.isEmpty()) {
            lines.add("Nothing was due.");
        }
        // Whoever drains a worker is told by the lines; a single round says how it went.
        return new Report(
                document, lines, once && !failures.isEmpty() ? failures.get(0).exitCode() : exitCode);
    }

    private int execute(Worker worker, Runs runs, ExecutionLimits limits, Duration pollEvery, @Nullable RunKey only) {
        if (only != null) {
            return exitCode(worker.only(runs, only, limits));
        }
        try {
            if (once) {
                worker.once(runs, limits);
            } else {
                worker.untilDrained(runs, limits, pollEvery);
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
        return ExitCode.DONE;
    }

    private static int exitCode(Execute end) {
        if (end instanceof Execute.Settled settled) {
            return switch (settled.run().status()) {
                case COMPLETED, INTERRUPTED -> ExitCode.DONE;
                case FAILED -> ExitCode.FAILURE;
                case WAITING, CANCELLED, QUEUED, RUNNING -> ExitCode.UNCERTAIN;
            };
        } else if (end instanceof Execute.NotClaimed not) {
            return switch (not.run().status()) {
                case COMPLETED -> ExitCode.DONE;
                case FAILED -> ExitCode.FAILURE;
                case WAITING, CANCELLED -> ExitCode.UNCERTAIN;
                case QUEUED, RUNNING, INTERRUPTED -> ExitCode.BUSY;
            };
        } else if (end instanceof Execute.LeaseLost) {
            return ExitCode.STALE;
        }
        return ExitCode.USAGE;
    }

    private ObjectNode document(Execute end) {
        if (end instanceof Execute.Settled settled) {
            return document("settled", settled.run());
        } else if (end instanceof Execute.NotClaimed not) {
            return document("not_claimed", not.run());
        } else if (end instanceof Execute.UnknownAgent unknown) {
            return document("unknown_agent", unknown.run());
        } else if (end instanceof Execute.LeaseLost lost) {
            return document("lease_lost", lost.run());
        }
        return document("unknown_run", ((Execute.UnknownRun) end).run());
    }

    private static ObjectNode document(String kind, Run run) {
        return document(kind, run.key()).put("status", run.status().name());
    }

    private static ObjectNode document(String kind, RunKey run) {
        return Json.kind(kind).put("namespace", run.namespace()).put("run", run.id());
    }

    private static String sentence(Execute end) {
        if (end instanceof Execute.Settled settled) {
            Run run = settled.run();
            return "Run " + run.key().id() + ": " + run.status() + " after " + RunText.steps(run) + ".";
        } else if (end instanceof Execute.NotClaimed not) {
            return "Run " + not.run().key().id() + " was left alone: it is "
                    + not.run().status() + ".";
        } else if (end instanceof Execute.UnknownAgent unknown) {
            return "Run " + unknown.run().key().id() + " was left alone: this worker has no agent "
                    + unknown.run().agent() + ".";
        } else if (end instanceof Execute.LeaseLost lost) {
            return "Run " + lost.run().id() + " was taken over by another worker.";
        }
        return "There is no run " + ((Execute.UnknownRun) end).run().id() + ".";
    }
}

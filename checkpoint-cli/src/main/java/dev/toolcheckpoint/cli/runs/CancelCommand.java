package dev.toolcheckpoint.cli.runs;

import dev.toolcheckpoint.cli.ExitCode;
import dev.toolcheckpoint.cli.JournalOptions.OpenRuns;
import dev.toolcheckpoint.cli.Surroundings;
import dev.toolcheckpoint.cli.io.Json;
import dev.toolcheckpoint.runs.Cancelled;
import dev.toolcheckpoint.runs.Run;
import dev.toolcheckpoint.runs.RunKey;
import dev.toolcheckpoint.runs.RunStatus;
import dev.toolcheckpoint.runs.Runs;
import java.util.List;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code runs cancel}: ends a run, or asks whoever has it to end it. */
@Command(
        name = "cancel",
        description = {
            "Ends a run that nobody has, and asks the worker that has one to end it after the step in progress.",
            "What was done stays done. A run that ended otherwise before stays as it is (exit 5)."
        },
        footer = {"%nExample:", "  checkpoint runs cancel 5b1e0c7d9a3f4e62b8d10a7c4f9e2d33 --by alice"})
public final class CancelCommand extends AbstractRunsCommand {

    @Parameters(index = "0", paramLabel = "RUN", description = "The run's id.")
    private String run = "";

    @Option(names = "--by", required = true, paramLabel = "WHO", description = "Who wants it.")
    private String by = "";

    /** The command. */
    public CancelCommand(Surroundings surroundings) {
        super(surroundings);
    }

    @Override
    Function<OpenRuns, Report> operation() {
        RunKey key = key(run);
        return open -> {
            Runs runs = open.builder().build();
            Cancelled cancelled = runs.cancel(key, by);
            return report(cancelled, runs.find(key).map(Run::status).orElse(RunStatus.CANCELLED));
        };
    }

    private Report report(Cancelled cancelled, RunStatus status) {
        return switch (cancelled) {
            case CANCELLED -> report("cancelled", status, "Run " + run + " is cancelled.", ExitCode.DONE);
            case REQUESTED ->
                report(
                        "requested",
                        status,
                        "A worker has run " + run + "; it ends it after the step in progress.",
                        ExitCode.DONE);
            case ALREADY_ENDED ->
                report(
                        "already_ended",
                        status,
                        "Nothing was changed: run " + run + " had ended before, " + status + ".",
                        status == RunStatus.CANCELLED ? ExitCode.DONE : ExitCode.UNCERTAIN);
            case UNKNOWN ->
                new Report(
                        Json.kind("unknown").put("run", run),
                        List.of("There is no run " + run + ". There are: " + hints().command("list")),
                        ExitCode.USAGE);
        };
    }

    private Report report(String kind, RunStatus status, String sentence, int exitCode) {
        return new Report(Json.kind(kind).put("run", run).put("status", status.name()), List.of(sentence), exitCode);
    }
}

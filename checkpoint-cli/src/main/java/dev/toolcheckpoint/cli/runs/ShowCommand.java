package dev.toolcheckpoint.cli.runs;

import dev.toolcheckpoint.cli.ExitCode;
import dev.toolcheckpoint.cli.JournalOptions.OpenRuns;
import dev.toolcheckpoint.cli.Surroundings;
import dev.toolcheckpoint.cli.inspect.Table;
import dev.toolcheckpoint.cli.io.Json;
import dev.toolcheckpoint.runs.RunKey;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code runs show}: one run, for whoever did not start it. */
@Command(
        name = "show",
        description = {
            "Shows what started a run, what it did, how it stands and what to do next.",
            "Changes nothing. Arguments, results and messages only with --show-payload."
        },
        footer = {"%nExample:", "  checkpoint runs show 5b1e0c7d9a3f4e62b8d10a7c4f9e2d33"})
public final class ShowCommand extends AbstractRunsCommand {

    @Parameters(index = "0", paramLabel = "RUN", description = "The run's id, as start and list print it.")
    private String run = "";

    @Option(
            names = "--show-payload",
            description = "Show the trigger's payload, arguments, results and the answer, too; they may be secret.")
    private boolean showPayload;

    /** The command. */
    public ShowCommand(Surroundings surroundings) {
        super(surroundings);
    }

    @Override
    Function<OpenRuns, Report> operation() {
        RunKey key = key(run);
        Instant now = clock().instant();
        return open -> open.builder()
                .build()
                .load(key)
                .map(details -> new Report(
                        RunDocument.of(details, showPayload),
                        RunText.of(details, hints(), showPayload, now),
                        ExitCode.DONE))
                .orElseGet(() -> new Report(
                        Json.kind("absent"),
                        List.of(
                                "There is no run " + run + " in namespace " + Table.plain(namespace()) + ". There are:",
                                "  " + hints().command("list")),
                        ExitCode.DONE));
    }
}

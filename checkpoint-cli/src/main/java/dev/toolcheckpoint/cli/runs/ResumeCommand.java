package dev.toolcheckpoint.cli.runs;

import dev.toolcheckpoint.cli.ExitCode;
import dev.toolcheckpoint.cli.JournalOptions.OpenRuns;
import dev.toolcheckpoint.cli.Surroundings;
import dev.toolcheckpoint.cli.io.Json;
import dev.toolcheckpoint.runs.RunKey;
import java.util.List;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code runs resume}: lets a run go on that waits for something else than an approval. */
@Command(
        name = "resume",
        description = {
            "Lets a run go on whose uncertain call was settled, or whose code came back.",
            "When nothing changed it waits again. A run that waits for no such thing stays as it is (exit 5). A tick does the same by"
                    + " itself for settled calls."
        },
        footer = {"%nExample:", "  checkpoint runs resume 5b1e0c7d9a3f4e62b8d10a7c4f9e2d33 --by alice"})
public final class ResumeCommand extends AbstractRunsCommand {

    @Parameters(index = "0", paramLabel = "RUN", description = "The run's id.")
    private String run = "";

    @Option(names = "--by", required = true, paramLabel = "WHO", description = "Who lets it go on.")
    private String by = "";

    /** The command. */
    public ResumeCommand(Surroundings surroundings) {
        super(surroundings);
    }

    @Override
    Function<OpenRuns, Report> operation() {
        RunKey key = key(run);
        return open -> open.builder().build().resume(key, by)
                ? new Report(
                        Json.kind("resumed").put("run", run),
                        List.of(
                                "Run " + run + " goes on with the next worker:",
                                "  " + hints().command("worker --once")),
                        ExitCode.DONE)
                : new Report(
                        Json.kind("not_waiting").put("run", run),
                        List.of(
                                "Nothing was changed: no run " + run
                                        + " waits for a call to be settled, or for code to come back:",
                                "  " + hints().command("show " + run)),
                        ExitCode.UNCERTAIN);
    }
}

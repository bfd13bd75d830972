package dev.toolcheckpoint.cli.runs;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolcheckpoint.cli.ExitCode;
import dev.toolcheckpoint.cli.JournalOptions.OpenRuns;
import dev.toolcheckpoint.cli.Surroundings;
import dev.toolcheckpoint.cli.inspect.Table;
import dev.toolcheckpoint.cli.io.Json;
import dev.toolcheckpoint.protocol.ProtocolException;
import dev.toolcheckpoint.runs.Decided;
import dev.toolcheckpoint.runs.RunKey;
import dev.toolcheckpoint.runs.Runs;
import dev.toolcheckpoint.runs.WaitPoint;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A decision on an approval, named by run and approval or by its token. */
abstract class AbstractDecisionCommand extends AbstractRunsCommand {

    @Parameters(index = "0", arity = "0..1", paramLabel = "RUN", description = "The run's id.")
    private @Nullable String run;

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "APPROVAL",
            description = "The approval's name, as runs show prints it.")
    private @Nullable String approval;

    @Option(
            names = "--token",
            paramLabel = "TOKEN",
            description = "The token of the request for approval, instead of RUN and APPROVAL.")
    private @Nullable String token;

    @Option(names = "--by", required = true, paramLabel = "WHO", description = "Who decides.")
    private String by = "";

    AbstractDecisionCommand(Surroundings surroundings) {
        super(surroundings);
    }

    abstract Decided decide(Runs runs, RunKey key, String approvalId, String by);

    abstract Decided decide(Runs runs, String token, String by);

    @Override
    final Function<OpenRuns, Report> operation() {
        String named = run;
        String approvalId = approval;
        if (token != null) {
            if (named != null) {
                throw ProtocolException.invalidArgument("--token says what is decided; it can't stand beside RUN.");
            }
            String secret = token;
            key("any"); // The namespace is checked before the store is opened.
            return open -> report(decide(open.builder().build(), secret, by));
        }
        if (named == null || approvalId == null) {
            throw ProtocolException.invalidArgument(
                    "Name the run and the approval, or give --token. The approval's name is in: checkpoint runs show RUN.");
        }
        RunKey key = key(named);
        return open -> report(decide(open.builder().build(), key, approvalId, by));
    }

    private Report report(Decided decided) {
        if (decided instanceof Decided.Done done) {
            List<String> lines = done.runGoesOn()
                    ? List.of(
                            sentence("It is decided", done.decision()) + " The run goes on with the next worker:",
                            "  " + hints().command("worker --once"))
                    : List.of(sentence("It is decided", done.decision())
                            + " The run waits for other decisions, too: "
                            + hints().command("show " + done.run().id()));
            ObjectNode document =
                    document("decided", done.run(), done.decision()).put("runGoesOn", done.runGoesOn());
            return new Report(document, lines, ExitCode.DONE);
        } else if (decided instanceof Decided.Already already) {
            return new Report(
                    document("already_decided", already.run(), already.decision()),
                    List.of(sentence("It was decided so before", already.decision())),
                    ExitCode.DONE);
        } else if (decided instanceof Decided.Conflict conflict) {
            return new Report(
                    document("conflict", conflict.run(), conflict.decision()),
                    List.of(sentence("Nothing was changed: it was decided differently before", conflict.decision())),
                    ExitCode.CONFLICT);
        } else if (decided instanceof Decided.TooLate late) {
            return new Report(
                    Json.kind("too_late")
                            .put("run", late.run().id())
                            .put("status", late.status().name())
                            .put("why", late.why()),
                    List.of("Nothing was changed, it is too late: " + late.why()),
                    ExitCode.UNCERTAIN);
        }
        return new Report(
                Json.kind("unknown"),
                List.of("Nothing was changed: there is no such approval in namespace " + Table.plain(namespace())
                        + ". What a run waits for is in: " + hints().command("show RUN")),
                ExitCode.USAGE);
    }

    private static String sentence(String start, WaitPoint.Decision decision) {
        String reason = decision.reason() == null ? "" : " (" + Table.plain(decision.reason()) + ")";
        return start + ": " + decision.answer() + " by " + Table.plain(decision.by()) + reason + ".";
    }

    private static ObjectNode document(String kind, RunKey key, WaitPoint.Decision decision) {
        ObjectNode document = Json.kind(kind).put("run", key.id());
        document.set("decision", RunDocument.decision(decision));
        return document;
    }
}

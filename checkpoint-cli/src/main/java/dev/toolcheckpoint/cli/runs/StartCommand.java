package dev.toolcheckpoint.cli.runs;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolcheckpoint.cli.ExitCode;
import dev.toolcheckpoint.cli.JournalOptions.OpenRuns;
import dev.toolcheckpoint.cli.StoreOptions;
import dev.toolcheckpoint.cli.Surroundings;
import dev.toolcheckpoint.cli.io.Json;
import dev.toolcheckpoint.cli.io.Source;
import dev.toolcheckpoint.json.JsonException;
import dev.toolcheckpoint.json.JsonLimits;
import dev.toolcheckpoint.json.StrictJson;
import dev.toolcheckpoint.protocol.ProtocolException;
import dev.toolcheckpoint.runs.Run;
import dev.toolcheckpoint.runs.Start;
import dev.toolcheckpoint.runs.StartRequest;
import dev.toolcheckpoint.runs.TriggerEnvelope;
import java.nio.charset.StandardCharsets;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code runs start}: one run for one trigger. */
@Command(
        name = "start",
        description = {
            "Starts a run, or says which run the trigger started before.",
            "A worker executes it. The same trigger id starts one run, however often it comes; with another payload it is a conflict"
                    + " (exit 4)."
        },
        footer = {
            "%nExample:",
            "  checkpoint runs start --agent order-desk --trigger-id complaint-1 --payload '{\"order\":\"order-1001\"}'"
        })
public final class StartCommand extends AbstractRunsCommand {

    @Option(names = "--agent", required = true, paramLabel = "A", description = "The agent: order-desk.")
    private String agent = "";

    @Option(
            names = "--trigger-id",
            required = true,
            paramLabel = "ID",
            description = "The source's own id of what happened: starts one run, however often it comes.")
    private String triggerId = "";

    @Option(
            names = "--payload",
            paramLabel = "JSON|@FILE",
            defaultValue = "{}",
            description = "What the model is given; @FILE reads a file, @- standard input. Default: ${DEFAULT-VALUE}.")
    private String payload = "{}";

    @Option(
            names = "--source",
            paramLabel = "S",
            defaultValue = "cli",
            description = "Where the trigger came from. Default: ${DEFAULT-VALUE}.")
    private String source = "";

    @Option(
            names = "--trigger",
            paramLabel = "T",
            defaultValue = "start",
            description = "What happened. Default: ${DEFAULT-VALUE}.")
    private String trigger = "";

    @Option(
            names = "--key",
            paramLabel = "K",
            description = "A concurrency key: of the runs that have it one is active, the others wait in order.")
    private @Nullable String key;

    @Option(
            names = "--thread",
            paramLabel = "T",
            description = "A conversation: the run goes on from the messages of the run before in it.")
    private @Nullable String thread;

    /** The command. */
    public StartCommand(Surroundings surroundings) {
        super(surroundings);
    }

    @Override
    StoreOptions.Access access() {
        return StoreOptions.Access.MAY_CREATE;
    }

    @Override
    Function<OpenRuns, Report> operation() {
        TriggerEnvelope envelope = new TriggerEnvelope(
                triggerId,
                source,
                trigger,
                payload(),
                Map.of(),
                thread,
                clock().instant().truncatedTo(ChronoUnit.MILLIS));
        key("any"); // The namespace is checked before the store is opened.
        StartRequest request = new StartRequest(namespace(), agent, envelope, key);
        return open -> report(open.builder()
                .agents(Agents.named(surroundings().environment()))
                .build()
                .start(request));
    }

    private JsonNode payload() {
        byte[] bytes = payload.startsWith("@")
                ? Source.read("--payload", payload.substring(1), surroundings().in(), JsonLimits.DEFAULT.maxBytes())
                : payload.getBytes(StandardCharsets.UTF_8);
        try {
            return StrictJson.parse(bytes, JsonLimits.DEFAULT);
        } catch (JsonException refused) {
            throw ProtocolException.invalidArgument(
                    "--payload is not acceptable JSON. " + refused.getMessage(), refused);
        }
    }

    private Report report(Start start) {
        Run run = start.run();
        String id = run.key().id();
        if (start instanceof Start.Started) {
            return report(
                    "started",
                    run,
                    List.of(
                            "Started run " + id + " of " + run.agent() + ". It waits for a worker:",
                            "  " + hints().command("worker --once"),
                            "  " + hints().command("show " + id)),
                    ExitCode.DONE);
        }
        if (start instanceof Start.AlreadyStarted) {
            return report(
                    "already_started",
                    run,
                    List.of(
                            "This trigger started run " + id + " before. It is " + run.status() + ":",
                            "  " + hints().command("show " + id)),
                    ExitCode.DONE);
        }
        return report(
                "conflict",
                run,
                List.of(
                        "Nothing was started: another trigger of source " + run.source()
                                + " had this id, with another agent, payload, key or thread. It started run " + id
                                + ".",
                        "If this is something new, give it an id of its own."),
                ExitCode.CONFLICT);
    }

    private static Report report(String kind, Run run, List<String> lines, int exitCode) {
        return new Report(
                Json.kind(kind)
                        .put("namespace", run.key().namespace())
                        .put("run", run.key().id())
                        .put("status", run.status().name()),
                lines,
                exitCode);
    }
}

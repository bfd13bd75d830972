package dev.toolcheckpoint.cli.lab;

import dev.toolcheckpoint.cli.OutputOptions;
import dev.toolcheckpoint.cli.StateFolder;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code checkpoint demo}: the main job as a story. Exit code 0 when everything came out as documented, else 1. */
@Command(
        name = "demo",
        description = {
            "Shows what this is for, in about half a minute.",
            "A tool call arrives, the function is killed after the effect, and the call arrives again: five ways to handle"
                    + " that, side by side, with real processes.",
            "With --http: a service commits and its answer is lost, told in a few seconds."
        },
        footer = {
            "%nExample:",
            "  checkpoint demo --html demo.html",
            "  checkpoint demo --http",
            "  checkpoint demo --store dynamo:lab --kms none --endpoint http://127.0.0.1:4566"
        })
public final class DemoCommand implements Callable<Integer> {

    private static final String TOOL_LOG = "org.slf4j.simpleLogger.log.dev.toolcheckpoint.tool";

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Option(
            names = "--html",
            paramLabel = "FILE",
            description = "Where to write the report with the timelines. Default: demo.html in your state folder"
                    + " (~/.local/state/tool-checkpoint).")
    private @Nullable Path html;

    @Option(
            names = "--http",
            description = "Tell the story of a lost receipt instead: an HTTP service on loopback commits to its own"
                    + " database, and the connection closes before its answer.")
    private boolean http;

    @Option(
            names = "--keep",
            paramLabel = "FOLDER",
            description = "With --http: keep the service's database and the journal in this folder. Default: they are"
                    + " removed.")
    private @Nullable Path keep;

    @Mixin
    private final LabStoreOptions store = new LabStoreOptions();

    @Mixin
    private final OutputOptions output = new OutputOptions();

    private final String processClass;
    private final Map<String, String> environment;
    private final boolean serviceKeepsKeys;

    /** The command, whose processes find this environment. */
    public DemoCommand(Map<String, String> environment) {
        this(LabProcess.class.getName(), environment, true);
    }

    /** The command with other processes, another environment and another service, for tests. */
    DemoCommand(String processClass, Map<String, String> environment, boolean serviceKeepsKeys) {
        this.processClass = processClass;
        this.environment = Map.copyOf(environment);
        this.serviceKeepsKeys = serviceKeepsKeys;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (http) {
            refuse(html != null, "--html belongs to the demo without --http, which draws timelines");
            return lostReceipt();
        }
        refuse(output.json(), "--json needs --http; the figures of the other demo come from 'lab --json FILE'");
        refuse(keep != null, "--keep needs --http; the files of the other demo come from 'lab --keep FOLDER'");
        return killedFunctions();
    }

    private void refuse(boolean wrong, String why) {
        if (wrong) {
            throw new ParameterException(spec.commandLine(), why);
        }
    }

    private int lostReceipt() throws IOException, InterruptedException {
        // The log's place is stderr, but the failures that it would show are the story itself.
        System.setProperty(TOOL_LOG, "error");
        CommandLine line = spec.commandLine();
        StorePlace place = store.place(environment);
        place.probe();
        try (WorkFolder folder = keep == null ? WorkFolder.temporary() : WorkFolder.kept(keep)) {
            LostReceiptDemo demo = new LostReceiptDemo(folder.path(), place, folder.kept(), serviceKeepsKeys);
            boolean asDocumented = output.json()
                    ? demo.print(line.getOut())
                    : demo.tell(line.getOut(), line.getColorScheme().ansi());
            return asDocumented ? 0 : 1;
        }
    }

    private int killedFunctions() throws InterruptedException {
        PrintWriter err = spec.commandLine().getErr();
        Ansi ansi = spec.commandLine().getColorScheme().ansi();
        Expectations expectations = Expectations.documented();
        try (WorkFolder folder = WorkFolder.temporary()) {
            OutputFile report = report();
            Instant startedAt = Instant.now().truncatedTo(ChronoUnit.SECONDS);
            StorePlace place = store.place(environment);
            place.probe();
            Demo demo = new Demo(folder, place, new ProcessLauncher(processClass, environment), startedAt);
            DemoText text = new DemoText(spec.commandLine().getOut(), ansi, demo.settledCall());
            text.opening();
            List<CaseResult> strategies = strategies(demo, err, ansi);
            text.strategies(strategies);
            Demo.Undisturbed happy = demo.undisturbed();
            text.undisturbed(happy);
            Demo.Settlement settlement = demo.settlement();
            text.settlement(settlement);
            boolean asPromised = happy.asPromised()
                    && settlement.asPromised()
                    && strategies.stream()
                            .allMatch(result -> expectations
                                    .of(result.spec().strategy(), result.spec().fault())
                                    .equals(result.figures()));
            report.write(DemoReport.page(
                    strategies,
                    happy,
                    settlement,
                    asPromised,
                    "Tool Checkpoint demo, " + startedAt + "; store: " + place + "."));
            text.ending(asPromised, report.toString());
            return asPromised ? 0 : 1;
        } catch (LabException | IOException failure) {
            err.println("The demo could not do its work. " + failure.getMessage());
            err.flush();
            return 1;
        }
    }

    private static List<CaseResult> strategies(Demo demo, PrintWriter err, Ansi ansi) throws InterruptedException {
        Progress progress = new Progress(err, ansi.enabled(), Strategy.values().length);
        try {
            return demo.killedAfterTheEffect(
                    done -> progress.step(done.spec().strategy().text()));
        } finally {
            progress.end();
        }
    }

    private OutputFile report() throws IOException {
        if (html != null) {
            return OutputFile.of("--html", html);
        }
        try {
            return OutputFile.of("--html", StateFolder.made(environment).resolve("demo.html"));
        } catch (IOException notThere) {
            // A demo should not fail for want of a home; the path is printed either way.
            return OutputFile.of("--html", Files.createTempFile("checkpoint-demo-", ".html"));
        }
    }
}

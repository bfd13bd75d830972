package dev.toolcheckpoint.cli.lab;

import dev.toolcheckpoint.cli.HelpOption;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code checkpoint lab}: the crash matrix with real processes and SIGKILL. Exit code 0 when every case is as documented, else 1. */
@Command(
        name = "lab",
        description = {
            "Makes the same tool call in five ways, kills the process that makes it, and counts what the service did.",
            "Every case is three real processes. Exits with 1 when a figure differs from the documented table."
        },
        footer = {
            "%nExample:",
            "  checkpoint lab --repetitions 5 --json lab.json --html lab.html",
            "  checkpoint lab --store dynamo:lab --kms none --endpoint http://127.0.0.1:4566"
        })
public final class LabCommand implements Callable<Integer> {

    private static final int MOST_REPETITIONS = 1_000;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Option(names = "--repetitions", paramLabel = "N", description = "How often each of the 20 cases runs. Default: 1.")
    private int repetitions = 1;

    @Mixin
    private final LabStoreOptions store = new LabStoreOptions();

    @Option(names = "--json", paramLabel = "FILE", description = "Write the figures of every case to this file.")
    private @Nullable Path json;

    @Option(
            names = "--html",
            paramLabel = "FILE",
            description = "Write a report with a timeline of each cell to this file.")
    private @Nullable Path html;

    @Option(
            names = "--keep",
            paramLabel = "FOLDER",
            description = "Keep each case's ledger, journal and trace in this folder. Default: they are removed.")
    private @Nullable Path keep;

    @Mixin
    @SuppressWarnings("UnusedVariable") // picocli looks at the option, not at the field
    private final HelpOption help = new HelpOption();

    private final String processClass;
    private final Map<String, String> environment;

    /** The command, whose processes find this environment. */
    public LabCommand(Map<String, String> environment) {
        this(LabProcess.class.getName(), environment);
    }

    /** The command with other processes, to see that it fails. */
    LabCommand(String processClass, Map<String, String> environment) {
        this.processClass = processClass;
        this.environment = Map.copyOf(environment);
    }

    @Override
    public Integer call() throws InterruptedException {
        if (repetitions < 1 || repetitions > MOST_REPETITIONS) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--repetitions must be 1 to " + MOST_REPETITIONS + ", found " + repetitions + ".");
        }
        OutputFile jsonFile = json == null ? null : OutputFile.of("--json", json);
        OutputFile htmlFile = html == null ? null : OutputFile.of("--html", html);
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        Ansi ansi = spec.commandLine().getColorScheme().ansi();
        try {
            LabResult result = measure(err, ansi);
            LabTable.lines(result, ansi).forEach(out::println);
            out.println();
            for (String sentence : result.summary()) {
                out.println(result.matches() ? Paint.good(sentence, ansi) : Paint.bad(sentence, ansi));
            }
            write(jsonFile, LabJson.of(result), "Figures", out);
            write(htmlFile, LabReport.page(result), "Report", out);
            out.flush();
            return result.matches() ? 0 : 1;
        } catch (LabException | IOException failure) {
            err.println("The lab could not do its work. " + failure.getMessage());
            err.flush();
            return 1;
        }
    }

    private LabResult measure(PrintWriter err, Ansi ansi) throws IOException, InterruptedException {
        StorePlace place = store.place(environment);
        place.probe();
        Instant startedAt = Instant.now().truncatedTo(ChronoUnit.MILLIS);
        Lab lab = new Lab(place, new ProcessLauncher(processClass, environment), startedAt);
        List<CaseSpec> cases = Lab.matrix(repetitions, Lab.newRun());
        Progress progress = new Progress(err, ansi.enabled(), cases.size());
        err.println("Crash lab: 5 strategies, 4 faults, " + Timelines.counted(repetitions, "repetition") + ": "
                + cases.size() + " cases of 3 processes each. Store: " + place + ".");
        try (WorkFolder folder = keep == null ? WorkFolder.temporary() : WorkFolder.kept(keep)) {
            List<CaseResult> results = lab.run(
                    cases,
                    folder,
                    done -> progress.step(done.spec().strategy().text() + ", "
                            + done.spec().fault().text()));
            long elapsed = Duration.between(startedAt, Instant.now()).toMillis();
            return new LabResult(
                    LabEnvironment.of(place, repetitions, startedAt, elapsed), Expectations.documented(), results);
        } finally {
            progress.end();
        }
    }

    private static void write(@Nullable OutputFile file, String text, String what, PrintWriter out) throws IOException {
        if (file != null) {
            file.write(text);
            out.println(what + ": " + file);
        }
    }
}

package dev.toolcheckpoint.cli.runs;

import dev.toolcheckpoint.cli.JournalOptions;
import dev.toolcheckpoint.cli.JournalOptions.OpenRuns;
import dev.toolcheckpoint.cli.OutputOptions;
import dev.toolcheckpoint.cli.StoreOptions;
import dev.toolcheckpoint.cli.Surroundings;
import dev.toolcheckpoint.cli.io.Json;
import dev.toolcheckpoint.runs.RunKey;
import java.io.PrintWriter;
import java.time.Clock;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * A command on the runs of a store. Its arguments are read and checked as a whole before the store is opened, so a refused one leaves nothing
 * behind.
 */
abstract class AbstractRunsCommand implements Callable<Integer> {

    private final Surroundings surroundings;

    @Option(
            names = "--namespace",
            paramLabel = "N",
            defaultValue = Hints.LOCAL,
            description = "The namespace of the runs. Default: ${DEFAULT-VALUE}.")
    private String namespace = Hints.LOCAL;

    @Mixin
    private final JournalOptions journal = new JournalOptions();

    @Mixin
    private final OutputOptions output = new OutputOptions();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    AbstractRunsCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    /** Reads and checks the arguments, and returns what to do. */
    abstract Function<OpenRuns, Report> operation();

    /** What it may do to a store that doesn't exist. */
    StoreOptions.Access access() {
        return StoreOptions.Access.EXISTING;
    }

    @Override
    public final Integer call() {
        Function<OpenRuns, Report> operation = operation();
        Report report;
        try (OpenRuns open = journal.openRuns(surroundings, access())) {
            report = operation.apply(open);
        }
        PrintWriter out = spec.commandLine().getOut();
        if (output.json()) {
            out.println(Json.line(report.document()));
        } else {
            report.lines().forEach(out::println);
        }
        out.flush();
        return report.exitCode();
    }

    final Surroundings surroundings() {
        return surroundings;
    }

    final String namespace() {
        return namespace;
    }

    final RunKey key(String run) {
        return new RunKey(namespace, run);
    }

    final boolean json() {
        return output.json();
    }

    final Clock clock() {
        return journal.clock();
    }

    /** How the commands are written that lead on from here. */
    final Hints hints() {
        return new Hints(namespace, journal.storeWords());
    }

    /** A remark for people. */
    final void remark(String sentence) {
        PrintWriter err = spec.commandLine().getErr();
        err.println(sentence);
        err.flush();
    }
}

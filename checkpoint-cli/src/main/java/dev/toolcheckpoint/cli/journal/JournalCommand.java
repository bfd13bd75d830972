package dev.toolcheckpoint.cli.journal;

import dev.toolcheckpoint.cli.AnswersInJson;
import dev.toolcheckpoint.cli.JournalOptions;
import dev.toolcheckpoint.cli.JournalOptions.OpenJournal;
import dev.toolcheckpoint.cli.OutputOptions;
import dev.toolcheckpoint.cli.StoreOptions;
import dev.toolcheckpoint.cli.Surroundings;
import dev.toolcheckpoint.cli.io.Json;
import dev.toolcheckpoint.journal.Journal;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/**
 * One operation of the journal as a command. Its arguments are read and checked as a whole before the store is opened, so a
 * refused one leaves nothing behind.
 */
abstract class JournalCommand implements Callable<Integer>, AnswersInJson {

    private final Surroundings surroundings;

    @Mixin
    private final JournalOptions journal = new JournalOptions();

    @Mixin
    @SuppressWarnings("unused") // --json changes nothing here, but may be given
    private final OutputOptions output = new OutputOptions();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    JournalCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    /** Reads and checks the arguments, and returns what to do. */
    abstract Function<Journal, Answer> operation();

    /** What it may do to a store that doesn't exist. */
    StoreOptions.Access access() {
        return StoreOptions.Access.EXISTING;
    }

    /** Further settings of the journal. */
    Journal.Builder settings(Journal.Builder builder) {
        return builder;
    }

    @Override
    public final Integer call() {
        Function<Journal, Answer> operation = operation();
        Answer answer;
        try (OpenJournal open = journal.open(surroundings, access(), this::settings)) {
            answer = operation.apply(open.journal());
        }
        PrintWriter out = spec.commandLine().getOut();
        out.println(Json.line(answer.document()));
        out.flush();
        return answer.exitCode();
    }

    final Surroundings surroundings() {
        return surroundings;
    }

    /** A remark for people. */
    final void remark(String sentence) {
        spec.commandLine().getErr().println(sentence);
    }
}

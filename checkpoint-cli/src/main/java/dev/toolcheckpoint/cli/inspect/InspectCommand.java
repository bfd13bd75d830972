package dev.toolcheckpoint.cli.inspect;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolcheckpoint.cli.AnswersInJson;
import dev.toolcheckpoint.cli.ExitCode;
import dev.toolcheckpoint.cli.JournalOptions;
import dev.toolcheckpoint.cli.JournalOptions.OpenJournal;
import dev.toolcheckpoint.cli.OutputOptions;
import dev.toolcheckpoint.cli.StoreOptions;
import dev.toolcheckpoint.cli.Surroundings;
import dev.toolcheckpoint.cli.io.Json;
import dev.toolcheckpoint.cli.journal.KeyOptions;
import dev.toolcheckpoint.journal.Journal;
import dev.toolcheckpoint.protocol.Checkpoint;
import dev.toolcheckpoint.protocol.CheckpointKey;
import dev.toolcheckpoint.protocol.Outcome;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code inspect}: one record, without changing anything. */
@Command(
        name = "inspect",
        description = {
            "Shows one record without changing anything.",
            "Prints a JSON document, over several lines on a terminal. A record that isn't there is {\"kind\":\"absent\"}."
        },
        footer = {"%nExample:", "  checkpoint inspect --namespace shop --call-id refund-4711 --show-payload"})
public final class InspectCommand implements Callable<Integer>, AnswersInJson {

    private final Surroundings surroundings;

    @Mixin
    private final KeyOptions key = new KeyOptions();

    @Option(names = "--show-payload", description = "Show the stored payload, too; it may be secret.")
    private boolean showPayload;

    @Mixin
    private final JournalOptions journal = new JournalOptions();

    @Mixin
    private final OutputOptions output = new OutputOptions();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    /** The command. */
    public InspectCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        CheckpointKey record = key.key();
        ObjectNode document;
        try (OpenJournal open = journal.open(surroundings, StoreOptions.Access.EXISTING)) {
            document = open.journal()
                    .inspect(record)
                    .map(found -> CheckpointDocument.of(found, shown(open.journal(), found)))
                    .orElseGet(() -> Json.kind("absent"));
        }
        boolean pretty = surroundings.terminal() && !output.json();
        PrintWriter out = spec.commandLine().getOut();
        out.println(pretty ? Json.pretty(document) : Json.line(document));
        out.flush();
        return ExitCode.DONE;
    }

    private @Nullable Outcome shown(Journal open, Checkpoint found) {
        return showPayload && found.status().hasOutcome() ? open.loadOutcome(found) : null;
    }
}

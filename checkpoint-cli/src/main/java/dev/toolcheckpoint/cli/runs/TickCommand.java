package dev.toolcheckpoint.cli.runs;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolcheckpoint.cli.ExitCode;
import dev.toolcheckpoint.cli.JournalOptions.OpenRuns;
import dev.toolcheckpoint.cli.Surroundings;
import dev.toolcheckpoint.cli.io.Json;
import dev.toolcheckpoint.runs.RunKey;
import dev.toolcheckpoint.runs.Tick;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import picocli.CommandLine.Command;

/** {@code runs tick}: looks once after everything that is due, and executes nothing. */
@Command(
        name = "tick",
        description = {
            "Looks once after all runs that are due, of every namespace, and executes none.",
            "Expires approvals, sends requests again, lets runs go on whose call was settled, and prints the runs that a worker has to"
                    + " execute; give each to 'runs worker --run'. A polling worker takes them up after a minute."
        },
        footer = {"%nExample:", "  checkpoint runs tick --json"})
public final class TickCommand extends AbstractRunsCommand {

    private static final long LONGEST_MINUTES = 5;

    /** The command. */
    public TickCommand(Surroundings surroundings) {
        super(surroundings);
    }

    @Override
    Function<OpenRuns, Report> operation() {
        Instant until = clock().instant().plusSeconds(LONGEST_MINUTES * 60);
        return open -> {
            List<RunKey> handedOver = new ArrayList<>();
            Tick tick = open.builder()
                    .dispatcher(handedOver::add)
                    .notifier(new TerminalNotifier(this::remark, hints().store()))
                    .build()
                    .tick(until);
            return report(tick, handedOver);
        };
    }

    private Report report(Tick tick, List<RunKey> handedOver) {
        ObjectNode document = Json.object();
        ArrayNode runs = document.putArray("handedOver");
        List<String> lines = new ArrayList<>();
        for (RunKey run : handedOver) {
            runs.addObject().put("namespace", run.namespace()).put("run", run.id());
            lines.add("Waits for a worker: "
                    + new Hints(run.namespace(), hints().store()).command("worker --run " + run.id()));
        }
        document.put("expired", tick.expired())
                .put("sentAgain", tick.sentAgain())
                .put("settled", tick.settled())
                .put("broken", tick.broken());
        lines.add(handedOver.size() + " to execute, " + tick.expired() + " approvals expired, " + tick.sentAgain()
                + " requests sent again, " + tick.settled() + " settled calls, " + tick.broken() + " broken runs.");
        return new Report(document, lines, tick.broken() == 0 ? ExitCode.DONE : ExitCode.FAILURE);
    }
}

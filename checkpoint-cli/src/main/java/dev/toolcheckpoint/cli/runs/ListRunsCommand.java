package dev.toolcheckpoint.cli.runs;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolcheckpoint.cli.ExitCode;
import dev.toolcheckpoint.cli.JournalOptions.OpenRuns;
import dev.toolcheckpoint.cli.Surroundings;
import dev.toolcheckpoint.cli.inspect.Table;
import dev.toolcheckpoint.cli.io.Durations;
import dev.toolcheckpoint.cli.io.Json;
import dev.toolcheckpoint.protocol.ProtocolException;
import dev.toolcheckpoint.runs.Run;
import dev.toolcheckpoint.runs.RunStatus;
import dev.toolcheckpoint.runs.Runs;
import dev.toolcheckpoint.runs.store.RunStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code runs list}: the runs of a namespace, without changing anything. */
@Command(
        name = "list",
        description = "Lists the runs of a namespace, those that changed last at the end, without changing anything.",
        footer = {"%nExample:", "  checkpoint runs list --status WAITING,FAILED"})
public final class ListRunsCommand extends AbstractRunsCommand {

    private static final int PAGE = 500;

    @Option(
            names = "--status",
            split = ",",
            paramLabel = "STATUS",
            description = "Only in these states: QUEUED, RUNNING, WAITING, INTERRUPTED, COMPLETED, FAILED, CANCELLED.")
    private List<String> statuses = new ArrayList<>();

    @Option(
            names = "--limit",
            paramLabel = "N",
            defaultValue = "1000",
            description = "How many at most. Default: ${DEFAULT-VALUE}.")
    private int limit;

    /** The command. */
    public ListRunsCommand(Surroundings surroundings) {
        super(surroundings);
    }

    @Override
    Function<OpenRuns, Report> operation() {
        if (limit < 1) {
            throw ProtocolException.invalidArgument("--limit must be 1 or more, found " + limit + ".");
        }
        key("any"); // The namespace is checked before the store is opened.
        Set<RunStatus> wanted = wanted();
        Instant now = clock().instant();
        return open -> report(found(open.builder().build(), wanted), now);
    }

    private Set<RunStatus> wanted() {
        Set<RunStatus> wanted = EnumSet.noneOf(RunStatus.class);
        for (String name : statuses) {
            try {
                wanted.add(RunStatus.valueOf(name.strip().toUpperCase(Locale.ROOT)));
            } catch (IllegalArgumentException unknown) {
                throw ProtocolException.invalidArgument(
                        "--status must be of " + Arrays.toString(RunStatus.values()) + ", found \"" + name + "\".");
            }
        }
        return wanted.isEmpty() ? EnumSet.allOf(RunStatus.class) : wanted;
    }

    /** One more than the limit when there are more. */
    private List<Run> found(Runs runs, Set<RunStatus> wanted) {
        List<Run> found = new ArrayList<>();
        String cursor = null;
        do {
            RunStore.Page<Run> page = runs.list(namespace(), PAGE, cursor);
            page.entries().stream().filter(run -> wanted.contains(run.status())).forEach(found::add);
            cursor = page.nextCursor();
        } while (cursor != null && found.size() <= limit);
        return found;
    }

    private Report report(List<Run> found, Instant now) {
        boolean more = found.size() > limit;
        List<Run> shown = found.stream()
                .limit(limit)
                .sorted(Comparator.comparing(Run::updatedAt)
                        .thenComparing(run -> run.key().id()))
                .toList();
        ObjectNode document = Json.object();
        ArrayNode runs = document.putArray("runs");
        shown.forEach(run -> runs.add(RunDocument.of(run)));
        document.put("more", more);
        if (more) {
            remark("There are more; raise --limit (now " + limit + ").");
        }
        return new Report(document, table(shown, now), ExitCode.DONE);
    }

    private List<String> table(List<Run> runs, Instant now) {
        if (runs.isEmpty()) {
            return List.of("No runs in namespace " + Table.plain(namespace()) + ".");
        }
        Table table = new Table("RUN", "STATUS", "AGENT", "TRIGGER", "STEPS", "CHANGED", "NOTE");
        for (Run run : runs) {
            table.row(
                    run.key().id(),
                    run.status().name(),
                    run.agent(),
                    run.source() + " " + run.triggerId(),
                    String.valueOf(run.stepsUsed()),
                    Durations.rough(Duration.between(run.updatedAt(), now)) + " ago",
                    note(run, now));
        }
        return table.lines();
    }

    private static String note(Run run, Instant now) {
        if (run.error() != null) {
            return run.error().code().name();
        }
        Run.Claim claim = run.claim();
        if (run.status() == RunStatus.RUNNING && claim != null && !now.isBefore(claim.expiresAt())) {
            return "its worker is gone";
        }
        return run.cancelRequested() && !run.status().ended() ? "is being cancelled" : "";
    }
}

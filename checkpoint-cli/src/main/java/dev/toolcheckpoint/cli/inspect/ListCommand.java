package dev.toolcheckpoint.cli.inspect;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolcheckpoint.cli.ExitCode;
import dev.toolcheckpoint.cli.JournalOptions;
import dev.toolcheckpoint.cli.JournalOptions.OpenJournal;
import dev.toolcheckpoint.cli.OutputOptions;
import dev.toolcheckpoint.cli.StoreOptions;
import dev.toolcheckpoint.cli.Surroundings;
import dev.toolcheckpoint.cli.io.Durations;
import dev.toolcheckpoint.cli.io.Json;
import dev.toolcheckpoint.journal.Journal;
import dev.toolcheckpoint.protocol.Checkpoint;
import dev.toolcheckpoint.protocol.ProtocolException;
import dev.toolcheckpoint.protocol.Status;
import dev.toolcheckpoint.store.ListQuery;
import dev.toolcheckpoint.store.RecordPage;
import dev.toolcheckpoint.store.RecordPage.InvalidRecord;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code list}: many records, without changing anything. */
@Command(
        name = "list",
        description = {
            "Lists records without changing anything.",
            "A record that can't be read is listed with the rule it breaks; then the exit code is 7."
        },
        footer = {"%nExample:", "  checkpoint list --status UNCERTAIN --older-than 1h"})
public final class ListCommand implements Callable<Integer> {

    private static final int PAGE = 500;

    private final Surroundings surroundings;

    @Option(
            names = "--status",
            split = ",",
            paramLabel = "STATUS",
            description = "Only in these states: READY, EXECUTING, UNCERTAIN, COMPLETED, DELIVERING, DELIVERED.")
    private List<String> statuses = new ArrayList<>();

    @Option(
            names = "--older-than",
            paramLabel = "DURATION",
            description = "Only those last written before that, as in 1h.")
    private @Nullable String olderThan;

    @Option(names = "--namespace", paramLabel = "N", description = "Only of this namespace.")
    private @Nullable String namespace;

    @Option(
            names = "--limit",
            paramLabel = "N",
            defaultValue = "1000",
            description = "How many at most. Default: ${DEFAULT-VALUE}.")
    private int limit;

    @Mixin
    private final JournalOptions journal = new JournalOptions();

    @Mixin
    private final OutputOptions output = new OutputOptions();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    /** The command. */
    public ListCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    /** What was found; {@code more} when the limit left something out. */
    private record Found(List<Checkpoint> records, List<InvalidRecord> invalid, boolean more) {}

    @Override
    public Integer call() {
        if (limit < 1) {
            throw ProtocolException.invalidArgument("--limit must be 1 or more, found " + limit + ".");
        }
        Instant now = journal.clock().instant();
        ListQuery query = new ListQuery(namespace, wanted(), before(now), Math.min(limit, PAGE), null);
        Found found;
        try (OpenJournal open = journal.open(surroundings, StoreOptions.Access.EXISTING)) {
            found = read(open.journal(), query);
        }
        PrintWriter out = spec.commandLine().getOut();
        if (output.json()) {
            out.println(Json.line(document(found)));
        } else {
            table(found, now).forEach(out::println);
            if (found.more()) {
                spec.commandLine().getErr().println("There are more; raise --limit (now " + limit + ").");
            }
        }
        out.flush();
        return found.invalid().isEmpty() ? ExitCode.DONE : ExitCode.INVALID_RECORD;
    }

    private Set<Status> wanted() {
        Set<Status> wanted = EnumSet.noneOf(Status.class);
        for (String name : statuses) {
            try {
                wanted.add(Status.valueOf(name.strip().toUpperCase(Locale.ROOT)));
            } catch (IllegalArgumentException unknown) {
                throw ProtocolException.invalidArgument(
                        "--status must be of " + Arrays.toString(Status.values()) + ", found \"" + name + "\".");
            }
        }
        return wanted;
    }

    private @Nullable Instant before(Instant now) {
        if (olderThan == null) {
            return null;
        }
        Duration age = Durations.parse("--older-than", olderThan);
        // Records know no time before 1970; an age that reaches further back fits none of them.
        return age.compareTo(Duration.ofMillis(now.toEpochMilli())) > 0 ? Instant.EPOCH : now.minus(age);
    }

    private Found read(Journal open, ListQuery first) {
        List<Checkpoint> records = new ArrayList<>();
        List<InvalidRecord> invalid = new ArrayList<>();
        ListQuery query = first;
        while (true) {
            RecordPage page = open.list(query);
            records.addAll(page.records());
            invalid.addAll(page.invalid());
            boolean enough = records.size() >= limit;
            if (page.nextCursor() == null || enough) {
                boolean more = page.nextCursor() != null || records.size() > limit;
                return new Found(records.subList(0, Math.min(limit, records.size())), invalid, more);
            }
            query = query.after(page);
        }
    }

    private static ObjectNode document(Found found) {
        ObjectNode document = Json.object();
        ArrayNode records = document.putArray("records");
        found.records().forEach(record -> records.add(CheckpointDocument.of(record, null)));
        ArrayNode invalid = document.putArray("invalid");
        for (InvalidRecord broken : found.invalid()) {
            invalid.addObject()
                    .put("key", broken.key())
                    .put("code", broken.code().name())
                    .put("problem", broken.problem());
        }
        return document.put("more", found.more());
    }

    private static List<String> table(Found found, Instant now) {
        List<String> lines = new ArrayList<>();
        if (found.records().isEmpty()) {
            lines.add("No records.");
        } else {
            Table table = new Table("STATUS", "NAMESPACE", "CALL", "TOOL", "ATTEMPT", "AGE", "IDLE", "REMARK");
            found.records().forEach(record -> table.row(row(record, now)));
            lines.addAll(table.lines());
        }
        for (InvalidRecord broken : found.invalid()) {
            lines.add(broken.code() + "  " + Table.safe(broken.key()) + "  " + broken.problem());
        }
        return lines;
    }

    private static String[] row(Checkpoint record, Instant now) {
        return new String[] {
            record.status().name(),
            record.binding().namespace(),
            record.binding().callId(),
            record.binding().toolName(),
            record.execution() == null ? "-" : String.valueOf(record.execution().epoch()),
            Durations.rough(Duration.between(record.createdAt(), now)),
            Durations.rough(Duration.between(record.updatedAt(), now)),
            remark(record, now)
        };
    }

    private static String remark(Checkpoint record, Instant now) {
        return switch (record.status()) {
            case READY -> "";
            case EXECUTING -> {
                Duration left = Duration.between(now, record.requireExecution().leaseUntil());
                yield record.requireExecution().abandonedAt() != null
                        ? "abandoned"
                        : left.isNegative() || left.isZero() ? "lease over" : "lease ends in " + Durations.rough(left);
            }
            case UNCERTAIN -> record.requireUncertainty().text();
            case COMPLETED, DELIVERING, DELIVERED ->
                record.requireOutcome().kind().name().toLowerCase(Locale.ROOT)
                        + (record.requireOutcome().settlement() == null ? "" : ", settled");
        };
    }
}

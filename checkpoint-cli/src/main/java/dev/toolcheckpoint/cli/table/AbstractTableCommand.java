package dev.toolcheckpoint.cli.table;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolcheckpoint.cli.ExitCode;
import dev.toolcheckpoint.cli.OutputOptions;
import dev.toolcheckpoint.cli.StoreOptions;
import dev.toolcheckpoint.cli.Surroundings;
import dev.toolcheckpoint.cli.io.Json;
import dev.toolcheckpoint.dynamo.DynamoTable;
import dev.toolcheckpoint.protocol.ConfigurationException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** What the two have in common: the table's name, and how a report is shown. */
abstract class AbstractTableCommand implements Callable<Integer> {

    private static final String SCHEME = "dynamo:";

    private final Surroundings surroundings;

    @Mixin
    private final StoreOptions store = new StoreOptions();

    @Mixin
    private final OutputOptions output = new OutputOptions();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    AbstractTableCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    /** Does it; {@code kms} is empty when no key was named. */
    abstract DynamoTable.Report report(DynamoTable table, String kms);

    /** What was done, for people. */
    abstract String what(DynamoTable.Report report);

    @Override
    public final Integer call() {
        String named = store.named(surroundings.environment());
        if (named == null || !named.startsWith(SCHEME)) {
            throw new ConfigurationException("Only DynamoDB has tables: name one with --store dynamo:TABLE, found "
                    + (named == null ? "none" : "\"" + named + "\"") + ".");
        }
        Map<String, String> options = store.options(named, surroundings.environment());
        String name = named.substring(SCHEME.length());
        DynamoTable.Report report;
        try (DynamoTable table = DynamoTable.open(name, options)) {
            report = report(table, options.getOrDefault(StoreOptions.KMS, ""));
        }
        PrintWriter out = spec.commandLine().getOut();
        if (output.json()) {
            out.println(Json.line(document(name, report)));
        } else {
            print(out, name, report);
        }
        out.flush();
        return report.findings().isEmpty() ? ExitCode.DONE : ExitCode.FAILURE;
    }

    private static ObjectNode document(String name, DynamoTable.Report report) {
        ObjectNode document = Json.object()
                .put("table", name)
                .put("tableId", report.tableId())
                .put("made", report.made())
                .put("usable", report.usable());
        ArrayNode findings = document.putArray("findings");
        for (DynamoTable.Finding finding : report.findings()) {
            findings.addObject()
                    .put("severity", severity(finding))
                    .put("subject", finding.subject())
                    .put("message", finding.message());
        }
        return document;
    }

    private void print(PrintWriter out, String name, DynamoTable.Report report) {
        out.println("Table " + name + ": " + what(report) + ".");
        out.println("TABLE_ID=" + report.tableId());
        for (String subject : DynamoTable.SUBJECTS) {
            List<DynamoTable.Finding> about = report.findings().stream()
                    .filter(finding -> finding.subject().equals(subject))
                    .toList();
            if (about.isEmpty()) {
                out.println(line(subject, "ok", ""));
            }
            about.forEach(finding -> out.println(line(subject, severity(finding), finding.message())));
        }
        out.println(conclusion(report));
    }

    private static String line(String subject, String state, String message) {
        return String.format(Locale.ROOT, "  %-20s %-8s %s", subject, state, message)
                .stripTrailing();
    }

    private static String conclusion(DynamoTable.Report report) {
        if (report.findings().isEmpty()) {
            return "Everything is as it should be.";
        }
        return report.usable()
                ? "A journal works with it, with less protection than it should have."
                : "A journal must not use it.";
    }

    private static String severity(DynamoTable.Finding finding) {
        return finding.severity().name().toLowerCase(Locale.ROOT);
    }
}

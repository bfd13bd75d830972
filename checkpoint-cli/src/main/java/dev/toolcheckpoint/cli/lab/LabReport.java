package dev.toolcheckpoint.cli.lab;

import dev.toolcheckpoint.cli.report.Report;
import dev.toolcheckpoint.cli.report.Table;
import dev.toolcheckpoint.cli.report.Timeline.Tone;
import java.util.ArrayList;
import java.util.List;

/** The lab's page: the table, and a timeline of each of its cells. */
final class LabReport {

    private LabReport() {}

    static String page(LabResult result) {
        Report report = new Report(
                "Crash lab",
                "The same tool call, a refund, is made in five ways. The process that makes it first is killed, or loses the"
                        + " service's answer. Then the call arrives again. How much money is paid, and what is the caller told?");
        report.verdict(result.matches() ? Tone.GOOD : Tone.BAD, String.join(" ", result.summary()));
        report.table(table(result));
        report.paragraph("The journal strategies keep their records in this store: "
                + result.environment().get("store") + ". The other three have none.");
        for (CaseResult deviation : result.deviations()) {
            report.paragraph(deviation.spec().name() + ": expected " + result.expected(deviation) + ", measured "
                    + deviation.figures() + ". (+n) counts the further calls of a third process.");
        }
        report.heading("How to read the timelines").legend();
        report.paragraph(
                "Each timeline is one real case. Where the lab ran more than one repetition, it is the first, or the first that"
                        + " differs; the figures of all are in the JSON document.");
        for (Strategy strategy : Strategy.values()) {
            report.heading(strategy.text());
            report.paragraph("This strategy: " + strategy.description() + ".");
            for (Fault fault : LabTable.FAULTS) {
                report.timeline(Timelines.of(result.shown(strategy, fault)));
            }
        }
        return report.page(foot(result));
    }

    private static Table table(LabResult result) {
        List<String> header = new ArrayList<>(List.of("Strategy"));
        LabTable.FAULTS.forEach(fault -> header.add(fault.text()));
        List<List<Table.Cell>> rows = new ArrayList<>();
        for (Strategy strategy : Strategy.values()) {
            List<Table.Cell> row = new ArrayList<>(List.of(Table.Cell.of(strategy.text())));
            LabTable.FAULTS.forEach(fault -> row.add(cell(result, strategy, fault)));
            rows.add(row);
        }
        return new Table(
                "Calls and refunds in the service's ledger after the second process, and what that process answered.",
                header,
                rows);
    }

    private static Table.Cell cell(LabResult result, Strategy strategy, Fault fault) {
        CaseResult shown = result.shown(strategy, fault);
        Figures figures = shown.figures();
        if (!result.asExpected(shown)) {
            return new Table.Cell(figures.cell(), "differs: expected " + result.expected(shown), Tone.BAD);
        }
        return new Table.Cell(figures.cell(), meaning(figures), tone(figures));
    }

    static String meaning(Figures figures) {
        if (figures.effects() > 1) {
            return "paid twice";
        } else if (figures.outcome().equals(Answer.UNCERTAIN)) {
            return "waits for evidence";
        }
        return "paid once";
    }

    static Tone tone(Figures figures) {
        if (figures.effects() > 1) {
            return Tone.BAD;
        }
        return figures.outcome().equals(Answer.UNCERTAIN) ? Tone.WARNING : Tone.GOOD;
    }

    private static String foot(LabResult result) {
        StringBuilder foot = new StringBuilder("Tool Checkpoint, ")
                .append(result.cases().size())
                .append(" cases");
        result.environment()
                .forEach((name, value) ->
                        foot.append("; ").append(name).append(": ").append(value));
        return foot.append(".").toString();
    }
}

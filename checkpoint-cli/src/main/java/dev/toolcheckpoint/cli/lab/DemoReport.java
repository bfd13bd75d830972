package dev.toolcheckpoint.cli.lab;

import dev.toolcheckpoint.cli.report.Report;
import dev.toolcheckpoint.cli.report.Table;
import dev.toolcheckpoint.cli.report.Timeline.Tone;
import java.util.ArrayList;
import java.util.List;

/** The demo's page: the same story with a timeline of each part. */
final class DemoReport {

    private DemoReport() {}

    static String page(
            List<CaseResult> strategies,
            Demo.Undisturbed happy,
            Demo.Settlement settlement,
            boolean asPromised,
            String foot) {
        Report report = new Report(
                "One refund, delivered twice",
                "An AI agent calls a tool: refund order-4711, 25.00. The service pays. Then the function is killed, before it"
                        + " could tell anybody, and the platform delivers the call again. Is the money paid twice?");
        report.verdict(
                asPromised ? Tone.GOOD : Tone.BAD,
                asPromised
                        ? "Everything in this run came out as documented."
                        : "Something in this run did not come out as documented.");
        report.table(table(strategies));
        report.paragraph(
                "Every function is a process of its own, was really killed (SIGKILL), and was then started again."
                        + " Calls and refunds were counted in the service's own ledger after the second process.");
        report.heading("How to read the timelines").legend();
        report.heading("Killed after the effect: five ways");
        strategies.forEach(result -> report.timeline(Timelines.of(result)));
        report.heading("When nothing goes wrong");
        report.paragraph(
                "The first delivery makes the refund and records the result. The second gets the recorded bytes.");
        report.timeline(Timelines.of(
                Strategy.JOURNAL_MANUAL,
                "Two deliveries: " + happy.first().outcome() + ", then "
                        + happy.second().outcome(),
                "The two answers are "
                        + (happy.first().text().equals(happy.second().text()) ? "" : "not ")
                        + "the same, byte for byte. The ledger has " + Timelines.counted(happy.calls(), "call")
                        + " and "
                        + Timelines.counted(happy.effects(), "refund") + ".",
                happy.trace()));
        report.verbatim(happy.first().text() + "\n" + happy.second().text());
        report.heading("When nobody knows: an operator settles it");
        report.paragraph("The killed call of journal-manual is uncertain and waits. The record says: "
                + settlement.found() + ". The service's ledger says:");
        report.verbatim(String.join("\n", settlement.ledger()));
        report.paragraph(
                "The operator records the result with that evidence. The next delivery gets it; the service is not"
                        + " called again.");
        report.timeline(Timelines.of(
                Strategy.JOURNAL_MANUAL,
                "Settled with evidence: " + settlement.before().outcome() + ", then "
                        + settlement.after().outcome(),
                "After the kill the call was answered \"" + settlement.before().outcome()
                        + "\"; after the operator's evidence, \""
                        + settlement.after().outcome() + "\". The ledger has "
                        + Timelines.counted(settlement.calls(), "call") + " and "
                        + Timelines.counted(settlement.effects(), "refund") + ".",
                settlement.trace()));
        return report.page(foot);
    }

    private static Table table(List<CaseResult> strategies) {
        List<List<Table.Cell>> rows = new ArrayList<>();
        for (CaseResult result : strategies) {
            Figures figures = result.figures();
            rows.add(List.of(
                    new Table.Cell(
                            result.spec().strategy().text(),
                            result.spec().strategy().description(),
                            Tone.PLAIN),
                    Table.Cell.of(Integer.toString(figures.calls())),
                    Table.Cell.of(Integer.toString(figures.effects())),
                    Table.Cell.of(figures.outcome()),
                    new Table.Cell(LabReport.meaning(figures), "", LabReport.tone(figures))));
        }
        return new Table(
                "The function was killed right after the refund; the call was delivered again.",
                List.of("Strategy", "Calls", "Refunds", "Second answer", "In short"),
                rows);
    }
}

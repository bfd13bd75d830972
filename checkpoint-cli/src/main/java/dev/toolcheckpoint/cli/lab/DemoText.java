package dev.toolcheckpoint.cli.lab;

import dev.toolcheckpoint.json.Digests;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import picocli.CommandLine.Help.Ansi;

/** Tells the demo's story on a terminal, in 80 columns. */
final class DemoText {

    private static final int NAME = 29;
    private static final int NUMBER = 8;
    private static final int ANSWER = 12;
    private static final int DIGEST = 23;

    private final PrintWriter out;
    private final Ansi ansi;
    private final String settledCall;

    /**
     * A teller.
     *
     * @param settledCall the call id of the call that is settled
     */
    DemoText(PrintWriter out, Ansi ansi, String settledCall) {
        this.out = out;
        this.ansi = ansi;
        this.settledCall = settledCall;
    }

    void opening() {
        say(
                Paint.bold("One refund, delivered twice", ansi),
                "",
                "An AI agent calls a tool: refund order-4711, 25.00. The function asks the",
                "refund service, the service pays. Then the function is killed, before it could",
                "tell anybody. The platform delivers the call again. Is the money paid twice?",
                "",
                "That depends on what the function keeps. Here are five ways. Every function is",
                "a process of its own, is really killed (SIGKILL), and is then started again;",
                "the refunds are counted in the service's own ledger.",
                "");
    }

    void strategies(List<CaseResult> results) {
        say(Paint.bold(row("strategy", "calls", "refunds", "2nd answer", "in short"), ansi));
        for (CaseResult result : results) {
            Figures figures = result.figures();
            String line = row(
                    result.spec().strategy().text(),
                    Integer.toString(figures.calls()),
                    Integer.toString(figures.effects()),
                    figures.outcome(),
                    meaning(figures));
            say(figures.effects() > 1 ? Paint.bad(line, ansi) : line);
        }
        say(
                "",
                "naive                        calls each time it is asked.",
                "checkpoint-only              writes the result down, but the kill came first.",
                "downstream-idempotency-only  sends one key each time: the service pays once, if",
                "                             it knows keys, and is called again every time.",
                "journal-idempotent           the journal, and one key: may try again, pays once.",
                "journal-manual               the journal, for a service that knows no keys:",
                "                             nobody can know, so it says so and does not guess.",
                "");
    }

    static String meaning(Figures figures) {
        if (figures.effects() > 1) {
            return "PAID TWICE";
        } else if (figures.outcome().equals(Answer.UNCERTAIN)) {
            return "waits for evidence";
        }
        return figures.callsAfterRestart() > 0 ? "paid once; calls again" : "paid once";
    }

    void undisturbed(Demo.Undisturbed happy) {
        byte[] bytes = happy.first().text().getBytes(StandardCharsets.UTF_8);
        say(
                Paint.bold("When nothing goes wrong", ansi),
                "",
                "  1st delivery: " + happy.first().outcome(),
                "    " + happy.first().text(),
                "  2nd delivery: " + happy.second().outcome(),
                "    " + happy.second().text(),
                "",
                happy.asPromised()
                        ? "The same " + bytes.length + " bytes ("
                                + Digests.sha256(bytes).substring(0, DIGEST) + "…), from the journal."
                        : Paint.bad("The two answers differ, or the service was called again.", ansi),
                "The ledger has " + Timelines.counted(happy.calls(), "call") + " and "
                        + Timelines.counted(happy.effects(), "refund") + ".",
                "");
    }

    void settlement(Demo.Settlement settlement) {
        say(
                Paint.bold("When nobody knows: an operator settles it", ansi),
                "",
                "The killed call of journal-manual came again and was answered \""
                        + settlement.before().outcome() + "\".",
                "It now waits. An operator looks at the record (checkpoint inspect):",
                "  " + settlement.found(),
                "and in the service's ledger:");
        settlement.ledger().forEach(line -> say("  " + line));
        say(
                "The refund was paid. The operator records that, with the evidence:",
                "  checkpoint settle --namespace " + JournalCaller.NAMESPACE + " --call-id " + settledCall + " \\",
                "    --result '" + settlement.result() + "' \\",
                "    --evidence '" + Demo.EVIDENCE + "' --by " + Demo.OPERATOR,
                "  " + settlement.settled(),
                "The call arrives once more: " + settlement.after().outcome(),
                "  " + settlement.after().text(),
                settlement.asPromised()
                        ? "It has its answer, and the ledger still has "
                                + Timelines.counted(settlement.calls(), "call") + " and "
                                + Timelines.counted(settlement.effects(), "refund") + "."
                        : Paint.bad("That is not what was promised.", ansi),
                "");
    }

    void ending(boolean asPromised, String report) {
        say(
                asPromised
                        ? Paint.good("Everything came out as documented.", ansi)
                        : Paint.bad("Something did not come out as documented; see above.", ansi),
                "The report with a picture of each timeline: " + report);
    }

    private static String row(String name, String calls, String refunds, String answer, String meaning) {
        return (LabTable.padded(name, NAME)
                        + LabTable.padded(calls, NUMBER)
                        + LabTable.padded(refunds, NUMBER)
                        + LabTable.padded(answer, ANSWER)
                        + meaning)
                .stripTrailing();
    }

    private void say(String... lines) {
        for (String line : lines) {
            out.println(line);
        }
        out.flush();
    }
}

package dev.toolcheckpoint.cli.lab;

import java.io.PrintWriter;
import java.net.URI;
import java.util.List;
import picocli.CommandLine.Help.Ansi;

/** Tells the story of the lost receipt on a terminal, in 80 columns. */
final class LostReceiptText {

    private static final int NAME = 20;
    private static final int NUMBER = 9;
    private static final List<String> ORDINALS = List.of("1st", "2nd", "3rd");

    private final PrintWriter out;
    private final Ansi ansi;

    LostReceiptText(PrintWriter out, Ansi ansi) {
        this.out = out;
        this.ansi = ansi;
    }

    void opening(URI service) {
        say(
                Paint.bold("One refund, whose receipt is lost on the way", ansi),
                "",
                "A payment service listens on " + service + ".",
                "It commits to a SQLite file of its own and then answers. The agent calls:",
                "refund order-4711, 25.00. The service commits, and the connection closes before",
                "an answer came. Was it paid? The caller can't know, and calls again.",
                "");
    }

    void idempotent(LostReceipt.CallStory story) {
        say(
                Paint.bold(story.strategy().text() + ": the service keeps keys", ansi),
                "",
                "The tool is declared idempotent. It may ask again, under the same key.");
        arrivals(story.arrivals(), 0);
        say("");
    }

    void waiting(LostReceipt.CallStory story) {
        say(
                Paint.bold(story.strategy().text() + ": the service pays whatever it is asked", ansi),
                "",
                "The tool is declared manual. Asking again could pay again, so nobody does.");
        arrivals(story.arrivals(), 0);
    }

    void settled(LostReceipt.Settlement settlement, SettleLine command, boolean kept) {
        List<LostReceipt.Arrival> arrivals = settlement.story().arrivals();
        say(
                "The call waits. An operator looks for its id at the service,",
                "  GET " + settlement.asked().getPath() + "?reference="
                        + settlement.asked().getQuery().replaceFirst("^reference=(.{8}).*", "$1…"),
                "  " + settlement.found(),
                "and records what is there, with the evidence:");
        command.lines().forEach(this::say);
        say("  " + arrivals.get(2).outcome());
        if (!kept) {
            say("  (--keep FOLDER leaves the journal and the service's database there.)");
        }
        arrivals(List.of(arrivals.get(3)), 2);
        say("");
    }

    void ending(List<LostReceipt.CallStory> stories, boolean asDocumented) {
        say(Paint.bold(row("strategy", "calls", "effects", "outcome of each arrival"), ansi));
        for (LostReceipt.CallStory story : stories) {
            String line = row(
                    story.strategy().text(),
                    Integer.toString(story.calls()),
                    Integer.toString(story.effects()),
                    String.join(", ", story.outcomes()));
            say(story.asDocumented() ? line : Paint.bad(line, ansi));
        }
        say(
                "",
                "Calls and effects are rows in the service's database.",
                asDocumented
                        ? Paint.good("Everything came out as documented.", ansi)
                        : Paint.bad("Something did not come out as documented; see above.", ansi));
    }

    private void arrivals(List<LostReceipt.Arrival> arrivals, int before) {
        for (int i = 0; i < arrivals.size(); i++) {
            LostReceipt.Arrival arrival = arrivals.get(i);
            String calls = arrival.calls() == 0 ? "no call" : Timelines.counted(arrival.calls(), "call");
            say("  " + ORDINALS.get(before + i) + " arrival: " + calls + " to the service; " + arrival.outcome());
            if (arrival.text().startsWith("{")) {
                say("    " + arrival.text());
            }
        }
    }

    private static String row(String name, String calls, String effects, String outcomes) {
        return LabTable.padded(name, NAME)
                + LabTable.padded(calls, NUMBER)
                + LabTable.padded(effects, NUMBER)
                + outcomes;
    }

    private void say(String... lines) {
        for (String line : lines) {
            out.println(line);
        }
        out.flush();
    }
}

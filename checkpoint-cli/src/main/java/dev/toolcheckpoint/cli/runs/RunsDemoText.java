package dev.toolcheckpoint.cli.runs;

import dev.toolcheckpoint.cli.io.Durations;
import dev.toolcheckpoint.cli.lab.Paint;
import dev.toolcheckpoint.runs.RunKey;
import dev.toolcheckpoint.runs.WaitPoint;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Help.Ansi;

/** Tells the story of a run on a terminal, in 80 columns. */
final class RunsDemoText {

    private final PrintWriter out;
    private final Ansi ansi;

    RunsDemoText(PrintWriter out, Ansi ansi) {
        this.out = out;
        this.ansi = ansi;
    }

    void opening() {
        say(
                Paint.bold("One complaint, and workers that die", ansi),
                "",
                "A customer complains of " + RunsDemo.ORDER + ", a bicycle for 480 euros. An agent (a model",
                "that calls tools) looks the order up, refunds it and mails the customer. The",
                "refund is above 100 euros, so a person approves it. Every worker below is a",
                "process of its own; three of them are killed (SIGKILL) at the worst moments.",
                "Refunds and mails are counted in a ledger outside. The model is a script, so",
                "no key is needed.",
                "");
    }

    void started(RunKey run, boolean once) {
        say(
                Paint.bold("The complaint arrives, twice", ansi),
                "  " + (once ? "One run for both: " : Paint.bad("Two runs were started, one is ", ansi)) + run.id(),
                "");
    }

    void worker(int number) {
        say(Paint.bold("Worker " + number, ansi));
    }

    void workerSays(String words) {
        say("  " + words);
    }

    void workerEnded(int number) {
        say("  worker " + number + " has nothing to do any more, and ends", "");
    }

    void workerKilled(int number, String place, Duration later) {
        say(
                Paint.warning("  KILLED " + place, ansi),
                "  " + Durations.rough(later) + " later worker " + number
                        + " counts as dead (the demo sets its clocks on)",
                "");
    }

    void approved(RunKey run, WaitPoint wait, String arguments) {
        say(
                Paint.bold("Ann approves", ansi),
                "  checkpoint runs approve " + run.id() + " " + wait.approvalId() + " \\",
                "      --by ann",
                "  It counts for " + wait.toolName() + " with exactly these arguments:",
                "  " + arguments,
                "");
    }

    void settled(RunKey run, WaitPoint wait, List<String> ledger, String receipt, boolean goesOn) {
        say(
                Paint.bold("Olga finds out", ansi),
                "  Nobody knows whether the killed worker's refund was made, so it was not made",
                "  again: the run waits. Olga looks into the payment service's ledger:");
        ledger.forEach(line -> say("    " + shortened(line)));
        say(
                "  It was made. She records that, with the evidence, and lets the run go on:",
                "  checkpoint settle --namespace " + run.namespace() + " \\",
                "      --call-id " + shortened(wait.callId()) + " \\",
                "      --result '" + receipt + "' \\",
                "      --evidence 'ledger of the payment service' --by olga",
                "  checkpoint runs resume " + run.id() + " --by olga",
                goesOn ? "" : Paint.bad("  It did not go on.", ansi));
    }

    void ending(List<String> run, RunsDemo.Figures figures, int workers) {
        say(Paint.bold("The run afterwards (checkpoint runs show)", ansi));
        run.forEach(line -> say(("  " + line).stripTrailing()));
        say("", Paint.bold("What was counted, over " + workers + " workers", ansi));
        row("", "asked", "happened", "");
        row("model answers", figures.asked(), figures.answers(), "none was asked for again after a kill");
        row("refunds (must not be repeated)", figures.refundCalls(), figures.refunds(), "asked once, made once");
        row("mails (known by their key)", figures.mailCalls(), figures.mails(), "asked again, sent once");
        say(
                "",
                figures.asPromised()
                        ? Paint.good("Each effect happened once.", ansi)
                        : Paint.bad("That is not what was promised: " + figures, ansi),
                "",
                "Now yours: checkpoint runs start --agent order-desk --trigger-id complaint-1 \\",
                "               --payload '{\"order\":\"order-1002\"}'");
    }

    private void row(String what, int asked, int happened, String meaning) {
        row(what, String.valueOf(asked), String.valueOf(happened), meaning);
    }

    private void row(String what, String asked, String happened, String meaning) {
        say(String.format("  %-31s%-7s%-10s%s", what, asked, happened, meaning).stripTrailing());
    }

    /** Long digests say nothing to a reader. */
    private static String shortened(String text) {
        return text.replaceAll("([0-9a-f]{8})[0-9a-f]{20,}", "$1…");
    }

    private void say(String... lines) {
        for (String line : lines) {
            out.println(line);
        }
        out.flush();
    }
}

package dev.toolcheckpoint.cli.runs;

import dev.toolcheckpoint.cli.inspect.Table;
import dev.toolcheckpoint.cli.io.Durations;
import dev.toolcheckpoint.runs.Run;
import dev.toolcheckpoint.runs.RunDetails;
import dev.toolcheckpoint.runs.Step;
import dev.toolcheckpoint.runs.TriggerEnvelope;
import dev.toolcheckpoint.runs.WaitPoint;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A run as somebody reads it who did not start it: what started it, what it did, how it stands and what to do. */
final class RunText {

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss 'UTC'").withZone(ZoneOffset.UTC);
    private static final String ROW = "  %-9s%-9s%-7s%s";
    private static final String DETAIL = " ".repeat(27);

    private final RunDetails details;
    private final Run run;
    private final boolean showPayload;
    private final Instant now;
    private final List<String> lines = new ArrayList<>();

    private RunText(RunDetails details, boolean showPayload, Instant now) {
        this.details = details;
        this.run = details.run();
        this.showPayload = showPayload;
        this.now = now;
    }

    static List<String> of(RunDetails details, Hints hints, boolean showPayload, Instant now) {
        RunText text = new RunText(details, showPayload, now);
        text.head();
        text.timeline();
        text.lines.add("");
        text.lines.add("What now");
        hints.next(text.run, now).forEach(line -> text.lines.add("  " + line));
        return text.lines;
    }

    private void head() {
        TriggerEnvelope trigger = details.trigger();
        lines.add("Run " + run.key().id() + " of agent " + run.agent() + ": " + run.status());
        lines.add("");
        fact("started by", Table.plain(trigger.source() + ", " + trigger.trigger() + ", id " + trigger.id()));
        fact("started at", TIME.format(run.createdAt()) + ", " + ago(run.createdAt()));
        if (run.finishedAt() != null) {
            fact(
                    "ended at",
                    TIME.format(run.finishedAt()) + ", after "
                            + took(Duration.between(run.createdAt(), run.finishedAt())));
        }
        if (run.thread() != null) {
            fact("thread", Table.plain(run.thread()));
        }
        if (run.concurrencyKey() != null) {
            fact("key", Table.plain(run.concurrencyKey()) + " (one run at a time)");
        }
        fact(
                "used",
                steps(run) + ", " + run.usage().inputTokens() + " tokens in, "
                        + run.usage().outputTokens() + " out");
        Run.Claim claim = run.claim();
        if (claim != null) {
            fact("worker", claim.owner() + ", the run's worker no. " + claim.epoch());
        }
        payload("payload", trigger.payload().toString());
        payload("answer", run.output());
    }

    private void timeline() {
        lines.add("");
        lines.add(String.format(ROW, "AFTER", "TOOK", "STEP", "WHAT"));
        for (Step step : details.steps()) {
            String number =
                    step.kind() == Step.Kind.LLM ? String.valueOf(step.index()) : step.index() + "." + step.position();
            lines.add(String.format(
                    ROW,
                    took(Duration.between(run.createdAt(), step.startedAt())),
                    step.finishedAt() == null ? "-" : took(Duration.between(step.startedAt(), step.finishedAt())),
                    number,
                    what(step)));
            if (showPayload && step.kind() != Step.Kind.WAIT) {
                detail("in ", step.input());
                detail("out", step.output());
            }
        }
        if (details.steps().isEmpty()) {
            lines.add("  No step is stored yet.");
        }
    }

    private String what(Step step) {
        return switch (step.kind()) {
            case LLM -> "model " + Table.plain(step.name()) + " " + answered(step);
            case TOOL -> "tool " + Table.plain(step.name()) + toolEnd(step);
            case WAIT -> waited(step);
        };
    }

    private String answered(Step step) {
        List<Step> calls = details.steps().stream()
                .filter(other -> other.index() == step.index() && other.kind() == Step.Kind.TOOL)
                .toList();
        return calls.isEmpty()
                ? "gives its final answer"
                : "wants "
                        + calls.stream().map(call -> Table.plain(call.name())).collect(Collectors.joining(", "));
    }

    private String toolEnd(Step step) {
        if (step.finishedAt() == null) {
            return waitsForApproval(step) ? ": not begun" : ": no answer yet";
        }
        return step.error() == null ? ": done" : ": error " + Table.plain(step.error());
    }

    private boolean waitsForApproval(Step call) {
        return run.waiting().stream()
                .anyMatch(wait -> wait.kind() == WaitPoint.Kind.APPROVAL
                        && wait.decision() == null
                        && wait.stepIndex() == call.index()
                        && wait.position() == call.position());
    }

    /** A wait's name is its kind and the tool, its output who decided how. */
    private static String waited(Step step) {
        String[] kindAndTool = step.name().split(" ", 2);
        String tool = Table.plain(kindAndTool[kindAndTool.length - 1]);
        String decided = step.output();
        return switch (kindAndTool[0]) {
            case "APPROVAL" ->
                "approval of " + tool + ": " + (decided == null ? "nobody decided yet" : Table.plain(decided));
            case "UNCERTAIN" ->
                "unknown whether " + tool + " took effect"
                        + (decided == null ? "; waits to be settled" : "; settled, went on" + by(decided));
            default ->
                "the code of " + tool + " changed"
                        + (decided == null ? "; waits for it to come back" : "; went on" + by(decided));
        };
    }

    private static String by(String decided) {
        int by = decided.indexOf(" by ");
        return by < 0 ? "" : Table.plain(decided.substring(by));
    }

    private void payload(String name, @Nullable String text) {
        if (showPayload && text != null) {
            fact(name, Table.plain(text));
        }
    }

    private void detail(String name, @Nullable String text) {
        if (text != null) {
            lines.add(DETAIL + name + " " + Table.plain(text));
        }
    }

    private void fact(String name, String value) {
        lines.add(String.format("  %-12s%s", name, value));
    }

    private String ago(Instant time) {
        Duration age = Duration.between(time, now);
        return age.isNegative() ? Durations.rough(age) : Durations.rough(age) + " ago";
    }

    /** How many steps are stored. */
    static String steps(Run run) {
        return run.stepsUsed() + (run.stepsUsed() == 1 ? " step" : " steps");
    }

    static String took(Duration time) {
        if (time.toMillis() < 1_000 && !time.isNegative()) {
            return time.toMillis() + " ms";
        }
        return time.toMinutes() < 1 && !time.isNegative()
                ? time.toSeconds() + "." + time.toMillisPart() / 100 + " s"
                : Durations.rough(time);
    }
}

package dev.toolcheckpoint.cli.runs;

import dev.toolcheckpoint.cli.inspect.Table;
import dev.toolcheckpoint.cli.io.Durations;
import dev.toolcheckpoint.runs.Run;
import dev.toolcheckpoint.runs.RunError;
import dev.toolcheckpoint.runs.WaitPoint;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What somebody may do about a run, as commands to copy.
 *
 * @param namespace the run's
 * @param store the options that name its store; none for that of the environment
 */
record Hints(String namespace, List<String> store) {

    /** Copies the options. */
    Hints {
        store = List.copyOf(store);
    }

    /** The namespace of those who name none. */
    static final String LOCAL = "local";

    private static final String INDENT = "  ";

    /** A command of {@code runs}. */
    String command(String words) {
        return "checkpoint runs " + words + place();
    }

    private String place() {
        return (namespace.equals(LOCAL) ? "" : " --namespace " + quoted(namespace)) + storePlace();
    }

    private String storePlace() {
        return store.stream().map(word -> " " + quoted(word)).collect(Collectors.joining());
    }

    /** As a shell reads it; a plain word stays plain. */
    private static String quoted(String word) {
        String plain = Table.plain(word);
        return plain.matches("[A-Za-z0-9_./:@%+=,-]+") ? plain : "'" + plain.replace("'", "'\\''") + "'";
    }

    /** What happens next by itself, or what somebody has to do. */
    List<String> next(Run run, Instant now) {
        return switch (run.status()) {
            case QUEUED -> queued(run);
            case RUNNING -> running(run, now);
            case WAITING -> waiting(run, now);
            case INTERRUPTED ->
                List.of(
                        "Its worker stopped cleanly after a step. Another one goes on:",
                        INDENT + command("worker --once"));
            case COMPLETED -> List.of("Nothing: it is done. Its answer: --show-payload.");
            case CANCELLED -> List.of("Nothing: it was cancelled. What was done before stays done.");
            case FAILED -> failed(run);
        };
    }

    private List<String> queued(Run run) {
        List<String> lines = new ArrayList<>(List.of("It waits for a worker:", INDENT + command("worker --once")));
        if (run.concurrencyKey() != null) {
            lines.add("It starts when no other run has its key " + Table.plain(run.concurrencyKey()) + ".");
        }
        return lines;
    }

    private List<String> running(Run run, Instant now) {
        Run.Claim claim = run.claim();
        if (claim == null || now.isBefore(claim.expiresAt())) {
            return List.of(
                    run.cancelRequested()
                            ? "A worker has it, and ends it after the step in progress."
                            : "Nothing: a worker has it.");
        }
        return List.of(
                "Its worker has not been heard of for "
                        + Durations.rough(Duration.between(claim.expiresAt(), now))
                        + " longer than it said. Another one goes on from the last stored step:",
                INDENT + command("worker --once"));
    }

    private List<String> waiting(Run run, Instant now) {
        List<String> lines = new ArrayList<>();
        for (WaitPoint wait : run.waiting()) {
            if (wait.decision() == null) {
                lines.addAll(waiting(run, wait, now));
            }
        }
        if (run.error() != null) {
            lines.add(Table.plain(run.error().message()));
        }
        return lines;
    }

    private List<String> waiting(Run run, WaitPoint wait, Instant now) {
        String id = run.key().id();
        return switch (wait.kind()) {
            case APPROVAL ->
                List.of(
                        "Somebody decides whether " + Table.plain(wait.toolName()) + " may run"
                                + (wait.expiresAt() == null
                                        ? ":"
                                        : ", within " + Durations.rough(Duration.between(now, wait.expiresAt()))
                                                + "; after that it counts as rejected (--show-payload shows the arguments):"),
                        INDENT + command("approve " + id + " " + wait.approvalId() + " --by YOU"),
                        INDENT + command("reject " + id + " " + wait.approvalId() + " --by YOU --reason WHY"));
            case UNCERTAIN ->
                List.of(
                        "Nobody knows whether " + Table.plain(wait.toolName())
                                + " had its effect: its worker ended in the middle. It is not repeated. Look at",
                        "the other side, record what you found, and let the run go on:",
                        INDENT + settle(wait) + " --result JSON --evidence WHERE --by YOU",
                        INDENT + settle(wait) + " --error NOT_DONE --message TEXT --absent WHY --by YOU",
                        INDENT + command("resume " + id + " --by YOU"));
            case CHANGED ->
                List.of(
                        "The code that step " + wait.stepIndex()
                                + " was stored for is not here. Bring it back and resume," + " or cancel:",
                        INDENT + command("resume " + id + " --by YOU"),
                        INDENT + command("cancel " + id + " --by YOU"));
        };
    }

    private String settle(WaitPoint wait) {
        return "checkpoint settle --namespace " + quoted(namespace) + " --call-id " + quoted(wait.callId())
                + storePlace();
    }

    private static List<String> failed(Run run) {
        RunError error = run.error();
        if (error == null) {
            return List.of("It failed. Start another run under another trigger id.");
        }
        return List.of(
                "Failed with " + error.code() + ": " + Table.plain(error.message()),
                switch (error.code()) {
                    case STEP_BUDGET, TOKEN_BUDGET, TIME_BUDGET ->
                        "The agent's budget bounds it. Look whether the model went"
                                + " in circles, or raise the budget.";
                    case ATTEMPTS ->
                        "Workers died, or the model failed, at the same step each time. The workers' logs say why.";
                    case MODEL_ERROR, EMPTY_ANSWER ->
                        "Look at the model's endpoint, key and name. The worker's log has the" + " kind of failure.";
                    case TOOL_CHANGED, CALL_RECORD ->
                        "Look at the record of the call that it names: checkpoint inspect.";
                },
                "What was done before stays done. A new try is another run, under another trigger id.");
    }
}

package dev.toolcheckpoint.cli.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolcheckpoint.cli.Failure;
import dev.toolcheckpoint.cli.io.Json;
import dev.toolcheckpoint.cli.io.Outcomes;
import dev.toolcheckpoint.cli.journal.Begins;
import dev.toolcheckpoint.journal.Begin;
import dev.toolcheckpoint.journal.Journal;
import dev.toolcheckpoint.protocol.CheckpointKey;
import dev.toolcheckpoint.protocol.Outcome;
import dev.toolcheckpoint.protocol.Payload;
import dev.toolcheckpoint.protocol.ProtocolException;
import dev.toolcheckpoint.protocol.Receipt;
import dev.toolcheckpoint.tool.ToolOutcome;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Locale;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Says how a run ended, and turns it into an exit code. */
final class RunReport {

    static final int FAILURE = 122;
    static final int BUSY = 123;
    static final int CONFLICT = 124;
    static final int UNCERTAIN = 125;

    /** The highest exit code of a POSIX process. */
    private static final int HIGHEST = 255;

    private static final boolean WINDOWS =
            System.getProperty("os.name").toLowerCase(Locale.ROOT).startsWith("windows");

    private final OutputStream out;
    private final boolean json;
    private final Consumer<String> people;

    RunReport(OutputStream out, boolean json, Consumer<String> people) {
        this.out = out;
        this.json = json;
        this.people = people;
    }

    int ended(ToolOutcome outcome, Journal journal) {
        return outcome.<Integer>fold(
                executed -> end("executed", executed.outcome(), false),
                replayed -> end("replay", replayed.outcome(), true),
                retryable -> retryable(retryable.retryAt()),
                inProgress -> busy(inProgress.retryAt(), journal),
                conflict -> conflict(new Begin.Conflict(conflict.differingFields())),
                uncertain -> uncertain(new Begin.Uncertain(uncertain.reason(), uncertain.since())),
                rejected -> {
                    throw ProtocolException.invalidArgument(rejected.reason());
                });
    }

    int failed(Failure failure, CheckpointKey key) {
        people.accept(failure.message() + " (" + key + ")");
        print(failure.document());
        return FAILURE;
    }

    private int end(String kind, Outcome outcome, boolean replay) {
        CommandOutput output = output(outcome);
        if (json) {
            ObjectNode document = Json.kind(kind);
            document.set("outcome", Outcomes.document(outcome));
            print(document);
        } else if (replay) {
            people.accept("replayed; the command ended at " + outcome.completedAt() + " and was not run again");
            replay(outcome, output);
        } else if (output == null) {
            people.accept(sentence(outcome));
        }
        return exitCode(outcome, output);
    }

    /**
     * The command's own exit code. What was settled by hand has none, or any number: a POSIX system would make 256 a 0, which is
     * success.
     */
    private int exitCode(Outcome outcome, @Nullable CommandOutput output) {
        boolean success = outcome.kind() == Outcome.Kind.SUCCESS;
        if (output == null) {
            // Settled by hand, forgotten, or never started: there is no exit code, only success or not.
            return success ? 0 : FAILURE;
        }
        int code = output.exitCode();
        boolean possible = WINDOWS || (code >= 0 && code <= HIGHEST);
        if (possible && (success || code != 0)) {
            return code;
        }
        people.accept("the recorded exit code " + code + " is none that "
                + (success ? "a process can end with" : "a failed command can end with") + ", so this is " + FAILURE);
        return FAILURE;
    }

    private void replay(Outcome outcome, @Nullable CommandOutput output) {
        if (output != null) {
            write(output.stdout());
            if (output.truncated()) {
                people.accept("of its " + output.total() + " bytes of output the first " + output.stdout().length
                        + " were kept");
            }
        } else if (outcome.forgotten()) {
            people.accept("its output and exit code were forgotten");
        } else if (outcome.kind() == Outcome.Kind.ERROR) {
            people.accept(sentence(outcome));
        } else if (outcome.payload() instanceof Payload.Inline settled) {
            write(settled.bytes());
            write("\n".getBytes(StandardCharsets.UTF_8));
        }
    }

    private static String sentence(Outcome outcome) {
        JsonNode document = tree(outcome);
        return document == null
                ? "it ended with an error"
                : document.path("code").asText() + ": "
                        + document.path("message").asText();
    }

    private static @Nullable CommandOutput output(Outcome outcome) {
        JsonNode document = tree(outcome);
        if (document == null) {
            return null;
        }
        return CommandOutput.read(outcome.kind() == Outcome.Kind.SUCCESS ? document : document.path("details"));
    }

    private static @Nullable JsonNode tree(Outcome outcome) {
        return outcome.payload() instanceof Payload.Inline inline
                        && outcome.mediaType().equals(Receipt.JSON)
                ? Outcomes.json(inline.bytes())
                : null;
    }

    private int retryable(Instant retryAt) {
        people.accept("this attempt was given up; the same command may be run again");
        ObjectNode document = Json.kind("retryable");
        Json.putTime(document, "retryAt", retryAt);
        print(document);
        return FAILURE;
    }

    private int busy(Instant retryAt, Journal journal) {
        people.accept("the command is running elsewhere; its lease ends at " + retryAt + " unless it is renewed");
        print(Begins.document(new Begin.Busy(retryAt.minus(journal.skewMargin()), retryAt)));
        return BUSY;
    }

    private int conflict(Begin.Conflict conflict) {
        people.accept("this key belongs to another command (different: " + String.join(", ", conflict.differingFields())
                + "); nothing was run");
        print(Begins.document(conflict));
        return CONFLICT;
    }

    private int uncertain(Begin.Uncertain uncertain) {
        people.accept("nobody knows whether the command did its work: "
                + uncertain.reason().text() + " Find out, then record it with 'checkpoint settle'.");
        print(Begins.document(uncertain));
        return UNCERTAIN;
    }

    private void print(ObjectNode document) {
        if (json) {
            write((Json.line(document) + System.lineSeparator()).getBytes(StandardCharsets.UTF_8));
        }
    }

    private void write(byte[] bytes) {
        try {
            out.write(bytes);
            out.flush();
        } catch (IOException readerGone) {
            // Whoever read our output is gone; the exit code still says how it ended.
        }
    }
}

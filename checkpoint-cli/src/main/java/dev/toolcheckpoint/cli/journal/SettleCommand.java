package dev.toolcheckpoint.cli.journal;

import dev.toolcheckpoint.cli.ExitCode;
import dev.toolcheckpoint.cli.Surroundings;
import dev.toolcheckpoint.cli.io.Json;
import dev.toolcheckpoint.cli.io.Source;
import dev.toolcheckpoint.journal.Intent;
import dev.toolcheckpoint.journal.Journal;
import dev.toolcheckpoint.journal.Settle;
import dev.toolcheckpoint.protocol.Checkpoint;
import dev.toolcheckpoint.protocol.CheckpointKey;
import dev.toolcheckpoint.protocol.Evidence;
import dev.toolcheckpoint.protocol.ProtocolException;
import dev.toolcheckpoint.protocol.Receipt;
import dev.toolcheckpoint.protocol.Status;
import java.time.Duration;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code settle}: records independently verified evidence about an uncertain call. */
@Command(
        name = "settle",
        description = {
            "Records verified evidence about an uncertain call, and its outcome.",
            "Prints settled, replayed (an equal outcome is stored), conflict (exit 4) or not_uncertain (5)."
        },
        footer = {
            "%nExample:",
            "  checkpoint settle --namespace shop --call-id refund-4711 --result '{\"refund\":\"R-1\"}' \\",
            "      --evidence 'refund R-1 in the ledger of 1 May' --by alice",
            "  checkpoint settle --namespace shop --call-id refund-4711 --error NOT_DONE --message 'No refund was made.' \\",
            "      --absent 'no entry in the ledger, service drained' --by alice --expire"
        })
public final class SettleCommand extends JournalCommand {

    @Option(
            names = "--intent",
            paramLabel = "FILE|-",
            description = "The call; another call under its id is a conflict.")
    private @Nullable String intent;

    @Mixin
    private final KeyOptions key = new KeyOptions();

    @Mixin
    private final ResultOptions result = new ResultOptions();

    @Option(names = "--evidence", paramLabel = "TEXT", description = "It happened: where that can be seen.")
    private @Nullable String evidence;

    @Option(names = "--absent", paramLabel = "WHY", description = "It did not happen: why nothing can still act.")
    private @Nullable String absent;

    @Option(names = "--by", required = true, paramLabel = "WHO", description = "Who vouches for it.")
    private String by = "";

    @Option(
            names = "--expire",
            description = "First mark the call uncertain, if it is executing and its lease is over.")
    private boolean expire;

    @Option(
            names = "--quiescence-ms",
            paramLabel = "MS",
            defaultValue = "0",
            description = "With --absent: how long after the lease a request under way could still act."
                    + " Default: ${DEFAULT-VALUE}.")
    private long quiescenceMs;

    /** The command. */
    public SettleCommand(Surroundings surroundings) {
        super(surroundings);
    }

    @Override
    Function<Journal, Answer> operation() {
        if (quiescenceMs < 0 || quiescenceMs > Duration.ofDays(365).toMillis()) {
            throw ProtocolException.invalidArgument("--quiescence-ms must be 0 to "
                    + Duration.ofDays(365).toMillis() + ", found " + quiescenceMs + ".");
        }
        Duration quiescence = Duration.ofMillis(quiescenceMs);
        Evidence verified = verified();
        if (intent != null && key.given()) {
            throw ProtocolException.invalidArgument(
                    "--intent names the call; it can't stand beside --namespace, --id or --call-id.");
        }
        if (Source.STDIN.equals(intent) && result.readsStdin()) {
            throw ProtocolException.invalidArgument(
                    "--intent and --result-file can't both be standard input; put one of them into a file.");
        }
        Receipt receipt = result.receipt(surroundings());
        Intent call = intent == null ? null : IntentOptions.document(intent, surroundings());
        CheckpointKey record = call == null ? key.key() : call.key();
        return journal -> settle(journal, record, call, verified, receipt, quiescence);
    }

    private Evidence verified() {
        if (evidence != null && absent == null) {
            return Evidence.happened(evidence, by);
        }
        if (absent != null && evidence == null) {
            return Evidence.absent(absent, by);
        }
        throw ProtocolException.invalidArgument("Give --evidence (it happened) or --absent (it did not), found "
                + (evidence == null ? "neither." : "both."));
    }

    private Answer settle(
            Journal journal,
            CheckpointKey record,
            @Nullable Intent call,
            Evidence verified,
            Receipt receipt,
            Duration quiescence) {
        if (expire && mayExpire(journal, record, call)) {
            journal.expire(record, "The lease is over; settled by hand.", by);
        }
        Settle answer = call == null
                ? journal.settle(record, verified, receipt, quiescence)
                : journal.settle(call, verified, receipt, quiescence);
        return answer(answer);
    }

    /** Another call's record is not to be touched. */
    private static boolean mayExpire(Journal journal, CheckpointKey key, @Nullable Intent call) {
        Checkpoint record = journal.inspect(key).orElse(null);
        return record != null
                && record.status() == Status.EXECUTING
                && (call == null
                        || record.differingFields(call.binding(), call.recovery())
                                .isEmpty());
    }

    private Answer answer(Settle answer) {
        if (answer instanceof Settle.Settled) {
            return answer("settled", Status.COMPLETED, ExitCode.DONE);
        } else if (answer instanceof Settle.Replayed replayed) {
            return answer("replayed", replayed.status(), ExitCode.DONE);
        } else if (answer instanceof Settle.Conflict conflict) {
            remark("Nothing was changed; what is stored differs in " + String.join(", ", conflict.differingFields())
                    + ".");
            return answer("conflict", conflict.status(), ExitCode.CONFLICT);
        } else if (answer instanceof Settle.NotUncertain not) {
            return answer("not_uncertain", not.status(), ExitCode.UNCERTAIN);
        }
        long countsFrom = ((Settle.TooEarly) answer).countsFrom().toEpochMilli();
        throw ProtocolException.invalidTransition("\"It did not happen\" counts from " + countsFrom
                + " ms on (lease, skew margin and quiescence over): until then the attempt may still act. Nothing was"
                + " settled.");
    }

    private static Answer answer(String kind, Status status, int exitCode) {
        return new Answer(Json.kind(kind).put("status", status.name()), exitCode);
    }
}

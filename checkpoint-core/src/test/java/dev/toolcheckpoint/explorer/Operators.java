package dev.toolcheckpoint.explorer;

import dev.toolcheckpoint.journal.Journal;
import dev.toolcheckpoint.protocol.Checkpoint;
import dev.toolcheckpoint.protocol.CheckpointException;
import dev.toolcheckpoint.protocol.CheckpointKey;
import dev.toolcheckpoint.protocol.ErrorCode;
import dev.toolcheckpoint.protocol.Evidence;
import dev.toolcheckpoint.protocol.ProtocolException;
import dev.toolcheckpoint.protocol.Receipt;
import dev.toolcheckpoint.protocol.RecordMissingException;
import dev.toolcheckpoint.protocol.Status;
import dev.toolcheckpoint.protocol.StoreException;
import java.time.Duration;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Programs of those who settle by name. */
final class Operators {

    private static final CheckpointKey KEY = CheckpointKey.of("test", Scenario.CALL_ID);

    private Operators() {}

    /** Declares the call uncertain, waits until nothing can act any more, looks, and settles with what it saw. */
    static Function<Scenario, Program> settling() {
        return scenario -> host -> settle(host, scenario, scenario.quiescence());
    }

    /** Broken: knows nothing of requests that outlive their lease. */
    static Function<Scenario, Program> settlingWithoutQuiescence() {
        return scenario -> host -> settle(host, scenario, Duration.ZERO);
    }

    private static void settle(Host host, Scenario scenario, Duration quiescence) {
        Journal journal = host.journal();
        try {
            Checkpoint record = uncertain(journal);
            if (record == null) {
                return;
            }
            long countsFrom =
                    record.absenceCountsFrom(scenario.skewMargin(), quiescence).toEpochMilli();
            host.ask(new Op.Wait(countsFrom));
            boolean quiet = host.clock() >= countsFrom;
            Reply.Seen seen = (Reply.Seen) host.ask(new Op.LookForEffect());
            // What isn't there yet may still come: not seeing it counts only when it is quiet.
            if (seen.happened()) {
                journal.settle(KEY, Evidence.happened("seen", "op"), Receipt.successJson("\"seen\""), quiescence);
            } else if (quiet) {
                Receipt nothing = Receipt.errorJson("ABSENT", "It did not happen.", true);
                journal.settle(KEY, Evidence.absent("not there", "op"), nothing, quiescence);
            }
        } catch (RecordMissingException | StoreException failure) {
            host.told(failure);
        }
    }

    private static @Nullable Checkpoint uncertain(Journal journal) {
        Checkpoint record = journal.inspect(KEY).orElse(null);
        if (record != null && record.status() == Status.EXECUTING) {
            journal.markUncertain(KEY, "looks stuck", "op");
            record = journal.inspect(KEY).orElse(null);
        }
        return record != null && record.status() == Status.UNCERTAIN ? record : null;
    }

    /** Waits until a delivery's lease is over, looks whether it arrived, and settles with what it saw. */
    static Function<Scenario, Program> settlingDelivery() {
        return scenario -> host -> {
            Journal journal = host.journal();
            try {
                Checkpoint record = journal.inspect(KEY).orElse(null);
                if (record == null || record.status() != Status.DELIVERING) {
                    return;
                }
                long over = record.requireDelivery()
                        .leaseUntil()
                        .plus(scenario.skewMargin())
                        .toEpochMilli();
                host.ask(new Op.Wait(over));
                boolean quiet = host.clock() >= over;
                Reply.Seen seen = (Reply.Seen) host.ask(new Op.LookForArrival());
                if (seen.happened()) {
                    journal.settleDelivery(KEY, Evidence.happened("seen", "op"));
                } else if (quiet) {
                    settleAbsence(journal);
                }
            } catch (CheckpointException failure) {
                host.told(failure);
            }
        };
    }

    private static void settleAbsence(Journal journal) {
        try {
            journal.settleDelivery(KEY, Evidence.absent("not there", "op"));
        } catch (ProtocolException tooEarly) {
            // Another delivery was claimed since the operator looked; it is refused, as documented.
            if (tooEarly.code() != ErrorCode.INVALID_TRANSITION) {
                throw tooEarly;
            }
        }
    }
}

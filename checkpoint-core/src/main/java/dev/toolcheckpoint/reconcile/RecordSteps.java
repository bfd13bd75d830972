package dev.toolcheckpoint.reconcile;

import dev.toolcheckpoint.delivery.Deliverer;
import dev.toolcheckpoint.delivery.DeliveryOutcome;
import dev.toolcheckpoint.delivery.DeliveryRunner;
import dev.toolcheckpoint.journal.Forget;
import dev.toolcheckpoint.journal.Journal;
import dev.toolcheckpoint.journal.Mark;
import dev.toolcheckpoint.journal.Settle;
import dev.toolcheckpoint.protocol.Checkpoint;
import dev.toolcheckpoint.protocol.Evidence;
import dev.toolcheckpoint.protocol.Outcome;
import dev.toolcheckpoint.protocol.Receipt;
import dev.toolcheckpoint.protocol.Status;
import dev.toolcheckpoint.reconcile.Reconciliation.Step;
import dev.toolcheckpoint.tool.OutcomeProbe;
import dev.toolcheckpoint.tool.OutcomeProbe.Answer;
import dev.toolcheckpoint.tool.Tool;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What is done with one record. Thread-safe. */
final class RecordSteps {

    private static final Logger LOG = LoggerFactory.getLogger(Reconciler.class);

    private final Journal journal;
    private final Map<Version, Tool<?, ?>> tools;
    private final Map<String, Deliverer> deliverers;
    private final String name;

    /** A probe answers for its own revision: under another one the same input means another effect. */
    record Version(String toolName, String toolRevision) {}

    RecordSteps(Journal journal, Map<Version, Tool<?, ?>> tools, Map<String, Deliverer> deliverers, String name) {
        this.journal = journal;
        this.tools = Map.copyOf(tools);
        this.deliverers = Map.copyOf(deliverers);
        this.name = name;
    }

    /** Whether nobody is believed to be at it any more. */
    boolean over(Checkpoint record, Instant now) {
        return record.status() == Status.DELIVERING
                ? record.deliveryExpired(now, journal.skewMargin())
                : record.executionExpired(now, journal.skewMargin());
    }

    Step expire(Checkpoint record, Instant now) {
        if (record.retryAdmissible(now, journal.skewMargin())) {
            return Step.MAY_BE_REPEATED;
        }
        return journal.expire(record.key()) instanceof Mark.Marked ? Step.MARKED_UNCERTAIN : Step.OVERTAKEN;
    }

    Step settle(Checkpoint record) {
        Tool<?, ?> tool = tools.get(
                new Version(record.binding().toolName(), record.binding().toolRevision()));
        OutcomeProbe probe = tool == null ? null : tool.probe().orElse(null);
        if (tool == null || probe == null) {
            return Step.STILL_UNCERTAIN;
        }
        // Before the question: what the downstream did not have then, it may have by the time the answer is here.
        Instant asked = journal.clock().instant();
        Answer answer = ask(probe, record);
        if (answer instanceof Answer.Happened happened) {
            Evidence evidence = Evidence.happened(happened.reference(), name);
            return settled(
                    journal.settle(record.key(), evidence, happened.receipt(), tool.quiescence()),
                    Step.SETTLED_HAPPENED);
        }
        if (answer instanceof Answer.DidNotHappen absent
                && !asked.isBefore(record.absenceCountsFrom(journal.skewMargin(), tool.quiescence()))) {
            Evidence evidence = Evidence.absent(absent.why(), name);
            return settled(
                    journal.settle(record.key(), evidence, NOT_HAPPENED, tool.quiescence()), Step.SETTLED_ABSENT);
        }
        return Step.STILL_UNCERTAIN;
    }

    /** What a caller gets of a call that surely had no effect. */
    private static final Receipt NOT_HAPPENED = Receipt.errorJson(
            "DID_NOT_HAPPEN",
            "The call was found to have had no effect. It may be issued again, under a new call id.",
            true);

    private static Step settled(Settle settle, Step done) {
        if (settle instanceof Settle.Settled) {
            return done;
        }
        // "It did not happen" doesn't count yet: until it does, nobody knows.
        return settle instanceof Settle.TooEarly ? Step.STILL_UNCERTAIN : Step.OVERTAKEN;
    }

    private static Answer ask(OutcomeProbe probe, Checkpoint record) {
        try {
            return probe.probe(record);
        } catch (Exception failure) {
            LOG.warn("The probe of {} failed; the call stays uncertain", record.key(), failure);
            if (failure instanceof InterruptedException) {
                Thread.currentThread().interrupt();
            }
            return new Answer.Unknown();
        }
    }

    Step deliver(Checkpoint record) {
        Deliverer deliverer = deliverers.get(record.binding().toolName());
        if (deliverer == null
                || !deliverer.idempotent()
                || !record.requireDelivery().idempotent()) {
            return Step.IN_DOUBT;
        }
        // The journal asks the same of the record that is there by then.
        DeliveryOutcome outcome = DeliveryRunner.builder(journal, deliverer)
                .maxAttempts(1)
                .build()
                .deliver(record.key());
        if (outcome instanceof DeliveryOutcome.Delivered) {
            return Step.DELIVERED;
        } else if (outcome instanceof DeliveryOutcome.Undeliverable) {
            return Step.UNDELIVERABLE;
        } else if (outcome instanceof DeliveryOutcome.NotDelivered) {
            return Step.NOT_DELIVERED;
        }
        return outcome instanceof DeliveryOutcome.InDoubt ? Step.IN_DOUBT : Step.OVERTAKEN;
    }

    /** {@code null} when its time is not over, or its payload is gone already. */
    @Nullable
    Step forget(Checkpoint record, Duration payloadRetention) {
        Outcome outcome = record.requireOutcome();
        if (outcome.forgotten()
                || journal.clock().instant().isBefore(outcome.completedAt().plus(payloadRetention))) {
            return null;
        }
        return journal.forget(record.key()) == Forget.FORGOTTEN ? Step.FORGOTTEN : Step.OVERTAKEN;
    }
}

package dev.toolcheckpoint.journal;

import dev.toolcheckpoint.protocol.Checkpoint;
import dev.toolcheckpoint.protocol.CheckpointKey;
import dev.toolcheckpoint.protocol.Evidence;
import dev.toolcheckpoint.protocol.ExecutionTransitions;
import dev.toolcheckpoint.protocol.Outcome;
import dev.toolcheckpoint.protocol.Payload;
import dev.toolcheckpoint.protocol.ProtocolException;
import dev.toolcheckpoint.protocol.Receipt;
import dev.toolcheckpoint.protocol.Status;
import dev.toolcheckpoint.protocol.Transition;
import dev.toolcheckpoint.store.SealedPayload;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiPredicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What people and reconcilers, who hold no attempt, may do: mark uncertain, settle with evidence, forget payloads. */
final class Settlements {

    private final Settings settings;
    private final Writes writes;

    Settlements(Settings settings, Writes writes) {
        this.settings = settings;
        this.writes = writes;
    }

    /** By an operator, by name, whether the attempt's lease is over or not. */
    Mark markUncertain(CheckpointKey key, String reason, String operator) {
        return mark(key, settings.operator(), (record, now) -> true, byOperator(reason, operator));
    }

    /** By an operator, only when the attempt's lease is over. */
    Mark expire(CheckpointKey key, String reason, String operator) {
        return mark(key, settings.operator(), this::expired, byOperator(reason, operator));
    }

    /** By anyone, when the lease is over and no further attempt is admissible. */
    Mark expire(CheckpointKey key) {
        return mark(
                key,
                Bound.COUNTED,
                (record, now) -> expired(record, now) && !record.retryAdmissible(now, settings.skewMargin()),
                (record, writeId, now) ->
                        ExecutionTransitions.markExpiredUncertain(record, writeId, now, settings.skewMargin()));
    }

    private boolean expired(Checkpoint record, Instant now) {
        return record.executionExpired(now, settings.skewMargin());
    }

    private static Marking byOperator(String reason, String operator) {
        return (record, writeId, now) ->
                ExecutionTransitions.markUncertainByOperator(record, reason, operator, writeId, now);
    }

    @FunctionalInterface
    private interface Marking {
        Transition of(Checkpoint record, String writeId, Instant now);
    }

    private Mark mark(CheckpointKey key, Bound bound, BiPredicate<Checkpoint, Instant> allowed, Marking marking) {
        String writeId = settings.ids().next();
        return writes.<Mark>run(key, writes.require(key, bound), bound, (current, mine) -> {
            boolean uncertain = current != null && current.status() == Status.UNCERTAIN;
            boolean overtaken = mine == Step.Mine.MAYBE_APPLIED && !Attempts.provesUnmarked(current);
            if (uncertain || overtaken) {
                return Step.<Mark>answer(new Mark.Marked());
            }
            Instant now = settings.now();
            if (current == null || current.status() != Status.EXECUTING || !allowed.test(current, now)) {
                return Step.<Mark>answer(new Mark.Stale(current));
            }
            return Step.<Mark>write(marking.of(current, writeId, now), stored -> {
                settings.tell(new CheckpointEvent.BecameUncertain(key, stored.requireUncertainty()));
                return new Mark.Marked();
            });
        });
    }

    Settle settle(CheckpointKey key, @Nullable Intent intent, Evidence evidence, Receipt receipt, Duration quiescence) {
        if (quiescence.isNegative()) {
            throw ProtocolException.invalidArgument(
                    "quiescence must be 0 ms or more, found " + quiescence.toMillis() + " ms.");
        }
        if (receipt.size() > settings.maxResult()) {
            throw ProtocolException.payloadTooLarge(receipt.size(), settings.maxResult());
        }
        String writeId = settings.ids().next();
        Bound bound = settings.operator();
        // Made once, and only when there is something to settle.
        Supplier<SealedPayload> sealing = once(() -> writes.seal(key, writeId, receipt.bytes(), bound));
        return writes.<Settle>run(key, writes.require(key, bound), bound, (found, mine) -> {
            Checkpoint current = found != null ? found : writes.require(key, bound);
            Settle answer = answer(current, intent, receipt, mine, bound);
            if (answer != null) {
                return Step.<Settle>answer(answer);
            }
            Instant now = settings.now();
            Instant countsFrom = current.absenceCountsFrom(settings.skewMargin(), quiescence);
            if (evidence instanceof Evidence.Absent && now.isBefore(countsFrom)) {
                return Step.<Settle>answer(new Settle.TooEarly(countsFrom));
            }
            SealedPayload sealed = sealing.get();
            Outcome outcome = Outcome.of(receipt, sealed.digest(), sealed.payload(), now, evidence);
            Transition transition = ExecutionTransitions.settleExecution(
                    current, outcome, settings.retention(), writeId, now, settings.skewMargin(), quiescence);
            Outcome clear = outcome.withPayload(Payload.Inline.of(receipt.bytes()));
            return new Step.Write<Settle>(transition, sealed, stored -> settled(key, clear, evidence));
        });
    }

    private static <T> Supplier<T> once(Supplier<T> making) {
        AtomicReference<@Nullable T> made = new AtomicReference<>();
        return () -> {
            T value = made.get();
            if (value == null) {
                value = making.get();
                made.set(value);
            }
            return value;
        };
    }

    private @Nullable Settle answer(
            Checkpoint current, @Nullable Intent intent, Receipt receipt, Step.Mine mine, Bound bound) {
        if (intent != null) {
            List<String> differing = current.differingFields(intent.binding(), intent.recovery());
            if (!differing.isEmpty()) {
                return new Settle.Conflict(differing, current.status());
            }
        }
        if (current.status() == Status.UNCERTAIN) {
            return null;
        }
        if (!current.status().hasOutcome()) {
            return new Settle.NotUncertain(current.status());
        }
        Outcome stored = current.requireOutcome();
        if (!stored.sameAs(receipt, writes.digest(current, receipt.bytes(), bound))) {
            return new Settle.Conflict(List.of("outcome"), current.status());
        }
        Outcome equal = stored.forgotten() ? stored : stored.withPayload(Payload.Inline.of(receipt.bytes()));
        Evidence settlement = stored.settlement();
        return mine == Step.Mine.MAYBE_APPLIED && settlement != null
                ? settled(current.key(), equal, settlement)
                : new Settle.Replayed(equal, current.status());
    }

    private Settle settled(CheckpointKey key, Outcome outcome, Evidence evidence) {
        settings.tell(new CheckpointEvent.Settled(key, outcome.kind(), evidence.by()));
        return new Settle.Settled(outcome);
    }

    Forget forget(CheckpointKey key) {
        String writeId = settings.ids().next();
        return writes.<Forget>run(key, writes.require(key), Bound.COUNTED, (current, mine) -> {
            if (current == null || (current.status() != Status.COMPLETED && current.status() != Status.DELIVERED)) {
                return Step.<Forget>answer(Forget.NOT_FORGETTABLE);
            }
            if (current.requireOutcome().forgotten()) {
                return Step.<Forget>answer(Forget.ALREADY_FORGOTTEN);
            }
            return Step.<Forget>write(ExecutionTransitions.forgetPayload(current, writeId, settings.now()), stored -> {
                settings.tell(new CheckpointEvent.PayloadForgotten(key));
                return Forget.FORGOTTEN;
            });
        });
    }
}

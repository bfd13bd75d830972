package dev.toolcheckpoint.testing.model;

import dev.toolcheckpoint.protocol.LateReceipts;
import dev.toolcheckpoint.protocol.Receipt;
import dev.toolcheckpoint.protocol.Status;
import dev.toolcheckpoint.testing.model.ModelRecord.Attempt;
import dev.toolcheckpoint.testing.model.ModelRecord.Doubt;
import dev.toolcheckpoint.testing.model.ModelRecord.Result;
import dev.toolcheckpoint.testing.model.ModelStore.Request;
import dev.toolcheckpoint.testing.model.ModelStore.Step;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The model of what the holder of an attempt may do. */
final class ModelAttempts {

    private final ModelRules rules;

    ModelAttempts(ModelRules rules) {
        this.rules = rules;
    }

    /**
     * A lease.
     *
     * @param remembered the record as it was when the lease was handed out, unless the lease was rebuilt
     */
    record Held(
            Id attempt,
            long epoch,
            long leaseUntil,
            @Nullable ModelRecord remembered) {
        static Held of(ModelRecord record) {
            Attempt attempt = record.theAttempt();
            return new Held(attempt.id(), attempt.epoch(), attempt.leaseUntil(), record);
        }

        Held rebuilt() {
            return new Held(attempt, epoch, leaseUntil, null);
        }

        Facts facts() {
            return new Facts("lease")
                    .with("attempt", attempt)
                    .with("epoch", epoch)
                    .with("leaseUntil", leaseUntil)
                    .with("reacquired", epoch > 1)
                    .with("retryStartBefore", remembered == null ? null : remembered.retryStartBefore);
        }
    }

    /** @param outcomes is handed the record that the answer's outcome is in */
    Facts complete(int worker, int call, Held held, Receipt receipt, Consumer<ModelRecord> outcomes) {
        Id write = rules.store.newId("write");
        try {
            return rules.store.run(worker, call, first(call, held), Long.MAX_VALUE, (found, maybe) -> {
                long now = rules.clock.now(worker);
                ModelRecord current = renewedSince(call, held, found, now);
                if (current == null || !holds(current, held) || isLate(call, current, now)) {
                    return Step.answer(stale(current).with("refused", true));
                }
                if (current.hasOutcome()) {
                    outcomes.accept(current);
                    return Step.answer(stored(call, current, receipt, maybe));
                }
                rules.hitIf(current.status == Status.UNCERTAIN, "complete: out of uncertain");
                rules.hitIf(rules.ended(current.theAttempt(), now), "complete: late receipt accepted");
                ModelRecord next = current.next(write, now);
                next.status = Status.COMPLETED;
                next.result = new Result(receipt, false, now, null);
                next.retainUntil = now + ModelRecord.RETENTION;
                return Step.write(new Request(call, current.writeId, next), record -> {
                    outcomes.accept(record);
                    return completed(record.theResult());
                });
            });
        } catch (ModelStore.Failure unconfirmed) {
            return Facts.thrown("STORE_UNAVAILABLE", null).with("unconfirmed", true);
        }
    }

    private boolean isLate(int call, ModelRecord current, long now) {
        boolean strict =
                CallSpec.lateReceipts(call) == LateReceipts.REJECT && !rules.breaks(BrokenRule.ACCEPT_LATE_RECEIPTS);
        boolean late = strict
                && (current.status == Status.UNCERTAIN
                        || (current.status == Status.EXECUTING && rules.ended(current.theAttempt(), now)));
        rules.hitIf(late, "complete: late receipt rejected in " + current.status);
        return late;
    }

    private boolean holds(ModelRecord current, Held held) {
        return current.attempt != null
                && (current.attempt.is(held.attempt(), held.epoch())
                        || rules.breaks(BrokenRule.COMPLETE_WITHOUT_FENCE));
    }

    private Facts stored(int call, ModelRecord current, Receipt receipt, boolean maybe) {
        Result stored = current.theResult();
        boolean equal = stored.same(receipt)
                || (rules.breaks(BrokenRule.IGNORE_RETRYABLE_MARK)
                        && stored.receipt().kind() == receipt.kind()
                        && Bytes.text(stored.receipt().bytes()).equals(Bytes.text(receipt.bytes())));
        if (!equal) {
            rules.hitIf(
                    stored.receipt().retryableAsNewCall() != receipt.retryableAsNewCall(),
                    "complete: another retryable mark");
            return new Facts("OutcomeConflict")
                    .with("outcome", rules.outcome(call, stored))
                    .with("status", current.status)
                    .with("refused", true);
        }
        if (maybe && stored.settlement() == null) {
            rules.hit("lost complete: recognised");
            return completed(stored);
        }
        return new Facts("Replayed").with("outcome", stored.facts()).with("status", current.status);
    }

    private static Facts completed(Result result) {
        return new Facts("Completed").with("outcome", result.facts());
    }

    private Facts stale(@Nullable ModelRecord current) {
        rules.hit("stale: " + (current == null ? "no record" : current.status));
        return new Facts("Stale").with("status", current == null ? null : current.status);
    }

    Facts renew(int worker, int call, Held held, long lease, Consumer<Held> renewed) {
        ModelRules.checkLease(lease);
        Id write = rules.store.newId("write");
        @Nullable Long[] sent = {null};
        return rules.store.run(worker, call, first(call, held), held.leaseUntil(), (found, maybe) -> {
            long now = rules.clock.now(worker);
            ModelRecord current = executing(renewedSince(call, held, found, now), held);
            if (current == null
                    || current.theAttempt().abandonedAt() != null
                    || (rules.ended(current.theAttempt(), now) && !rules.breaks(BrokenRule.RENEW_AFTER_END))) {
                rules.hitIf(maybe, "lost renew: lost");
                return Step.answer(new Facts("Lost"));
            }
            Attempt attempt = current.theAttempt();
            Long wanted = sent[0];
            if (maybe && wanted != null && attempt.leaseUntil() >= wanted) {
                rules.hit("lost renew: recognised");
                return Step.answer(renewed(current, renewed));
            }
            rules.hitIf(now + lease < attempt.leaseUntil(), "renew: never shorter");
            long until =
                    rules.breaks(BrokenRule.RENEW_SHORTENS) ? now + lease : Math.max(now + lease, attempt.leaseUntil());
            sent[0] = until;
            ModelRecord next = current.next(write, now);
            next.attempt =
                    new Attempt(attempt.id(), attempt.epoch(), attempt.claimedAt(), until, attempt.abandonedAt());
            return Step.write(new Request(call, current.writeId, next), stored -> {
                if (rules.ended(stored.theAttempt(), rules.clock.now(worker))) {
                    rules.hit("renew: stored after it ended again");
                    return new Facts("Lost");
                }
                return renewed(stored, renewed);
            });
        });
    }

    private static Facts renewed(ModelRecord record, Consumer<Held> renewed) {
        Held longer = Held.of(record);
        renewed.accept(longer);
        return new Facts("Renewed").with("lease", longer.facts());
    }

    Facts abandon(int worker, int call, Held held) {
        Id write = rules.store.newId("write");
        return rules.store.run(worker, call, first(call, held), Long.MAX_VALUE, (current, maybe) -> {
            if (current != null && current.spec.isManual()) {
                throw new ModelStore.Failure("INVALID_ARGUMENT", null);
            }
            if (current != null && current.status == Status.UNCERTAIN && current.heldBy(held.attempt(), held.epoch())) {
                return Step.answer(doubtful(current));
            }
            long now = rules.clock.now(worker);
            ModelRecord mine = executing(current, held);
            if (mine == null) {
                rules.hitIf(maybe, "lost abandon: overtaken");
                return Step.answer(maybe ? abandoned(now) : new Facts("Stale"));
            }
            Attempt attempt = mine.theAttempt();
            if (attempt.abandonedAt() != null) {
                rules.hitIf(!maybe, "abandon: again");
                return Step.answer(abandoned(now));
            }
            ModelRecord next = mine.next(write, now);
            if (rules.admissible(mine, now) || rules.breaks(BrokenRule.ABANDON_NEVER_UNCERTAIN)) {
                next.attempt =
                        new Attempt(attempt.id(), attempt.epoch(), attempt.claimedAt(), attempt.leaseUntil(), now);
            } else {
                next.status = Status.UNCERTAIN;
                next.doubt = new Doubt("ABANDONED", null, now, attempt.id());
            }
            return Step.write(
                    new Request(call, mine.writeId, next),
                    stored -> stored.status == Status.UNCERTAIN ? doubtful(stored) : abandoned(now));
        });
    }

    private static Facts abandoned(long now) {
        return new Facts("Abandoned").with("retryAt", now);
    }

    private static Facts doubtful(ModelRecord record) {
        return new Facts("Uncertain")
                .with("reason", record.theDoubt().facts())
                .with("since", record.theDoubt().at());
    }

    Facts markUncertain(int worker, int call, Held held, String code, String reason) {
        Id write = rules.store.newId("write");
        return rules.store.run(worker, call, first(call, held), Long.MAX_VALUE, (current, maybe) -> {
            ModelRecord mine = executing(current, held);
            if (mine == null) {
                boolean marked = current != null
                        && current.status == Status.UNCERTAIN
                        && current.heldBy(held.attempt(), held.epoch());
                // A call that executes was never marked: nothing leads back from UNCERTAIN.
                boolean overtaken = maybe && (current == null || current.status != Status.EXECUTING);
                rules.hitIf(overtaken, "lost mark: overtaken");
                return Step.answer(marked || overtaken ? new Facts("Marked") : stale(current));
            }
            long now = rules.clock.now(worker);
            ModelRecord next = mine.next(write, now);
            next.status = Status.UNCERTAIN;
            next.doubt = new Doubt(code, reason, now, held.attempt());
            return Step.write(new Request(call, mine.writeId, next), stored -> new Facts("Marked"));
        });
    }

    private static @Nullable ModelRecord executing(@Nullable ModelRecord current, Held held) {
        return current != null && current.status == Status.EXECUTING && current.heldBy(held.attempt(), held.epoch())
                ? current
                : null;
    }

    private @Nullable ModelRecord first(int call, Held held) {
        return held.remembered() != null ? held.remembered() : rules.store.find(call);
    }

    /** A remembered record whose lease ended says nothing: it may have been renewed since. */
    private @Nullable ModelRecord renewedSince(int call, Held held, @Nullable ModelRecord found, long now) {
        return found != null && found == held.remembered() && rules.ended(found.theAttempt(), now)
                ? rules.store.find(call)
                : found;
    }
}

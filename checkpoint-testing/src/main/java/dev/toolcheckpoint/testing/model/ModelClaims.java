package dev.toolcheckpoint.testing.model;

import dev.toolcheckpoint.protocol.Receipt;
import dev.toolcheckpoint.protocol.Status;
import dev.toolcheckpoint.testing.model.ModelAttempts.Held;
import dev.toolcheckpoint.testing.model.ModelRecord.Attempt;
import dev.toolcheckpoint.testing.model.ModelRecord.Doubt;
import dev.toolcheckpoint.testing.model.ModelStore.Request;
import dev.toolcheckpoint.testing.model.ModelStore.Step;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The model of {@code begin} and {@code peek}: conflict, replay, uncertain, busy, expired and not admissible, acquired. */
final class ModelClaims {

    private final ModelRules rules;
    private final ModelAttempts attempts;

    ModelClaims(ModelRules rules, ModelAttempts attempts) {
        this.rules = rules;
        this.attempts = attempts;
    }

    /**
     * @param acquired is handed the lease, when there is one
     * @param outcomes is handed the record of a replay
     */
    Facts begin(
            int worker, int call, CallSpec spec, long lease, Consumer<Held> acquired, Consumer<ModelRecord> outcomes) {
        ModelRules.checkLease(lease);
        try {
            rules.store.prepare(worker);
        } catch (ModelStore.Failure unprepared) {
            return unprepared(worker, call, spec, unprepared, outcomes);
        }
        Set<Id> sent = new HashSet<>();
        // A missing record is made and claimed in one write, so that is what is tried first.
        return rules.store.run(worker, call, null, Long.MAX_VALUE, (current, maybe) -> {
            long now = rules.clock.now(worker);
            if (current != null && current.attempt != null && sent.contains(current.attempt.id())) {
                rules.hit("lost claim: " + current.status);
                if (current.status == Status.EXECUTING && !rules.breaks(BrokenRule.BLIND_TO_OWN_WRITES)) {
                    return Step.answer(claimed(worker, call, current, spec, acquired, outcomes));
                }
            } else if (current != null && maybe && sent.size() > 1) {
                rules.hit("lost claim: another's record");
            }
            Facts answer = current == null ? null : answer(call, current, spec, now);
            if (answer != null && current != null) {
                handOut(answer, current, outcomes);
                return Step.answer(answer);
            }
            Id attempt = rules.store.newId("attempt");
            sent.add(attempt);
            Id write = rules.store.newId("write");
            return Step.write(
                    next(call, current, spec, attempt, write, lease, now),
                    stored -> claimed(worker, call, stored, spec, acquired, outcomes));
        });
    }

    private static void handOut(Facts answer, ModelRecord record, Consumer<ModelRecord> outcomes) {
        if (answer.kind().equals("Replay")) {
            outcomes.accept(record);
        }
    }

    private Facts unprepared(
            int worker, int call, CallSpec spec, ModelStore.Failure failure, Consumer<ModelRecord> outcomes) {
        Facts stored = peek(worker, call, spec);
        ModelRecord record = rules.store.find(call);
        if (record != null) {
            handOut(stored, record, outcomes);
        }
        rules.hit(stored == NOTHING ? "unprepared: refused" : "unprepared: what is stored is said");
        if (stored == NOTHING) {
            throw failure;
        }
        return stored;
    }

    private static final Facts NOTHING = new Facts("nothing");

    /** What begin would answer if it might not claim. */
    Facts peek(int worker, int call, CallSpec spec) {
        ModelRecord record = rules.store.find(call);
        if (record == null) {
            return NOTHING;
        }
        long now = rules.clock.now(worker);
        Facts answer = answer(call, record, spec, now);
        if (answer != null) {
            return answer;
        }
        if (record.status == Status.READY || rules.admissible(record, now)) {
            return NOTHING;
        }
        Attempt attempt = record.theAttempt();
        Long abandonedAt = attempt.abandonedAt();
        return uncertain(
                new Doubt("LEASE_EXPIRED", null, now, "protocol"),
                abandonedAt != null ? Math.min(abandonedAt, attempt.leaseUntil()) : attempt.leaseUntil());
    }

    private Request next(
            int call, @Nullable ModelRecord current, CallSpec spec, Id attempt, Id write, long lease, long now) {
        if (current == null) {
            ModelRecord made = new ModelRecord(spec, write, now);
            claim(made, new Attempt(attempt, 1, now, now + lease, null), now);
            return new Request(call, null, made);
        }
        ModelRecord next = current.next(write, now);
        if (current.status == Status.READY) {
            claim(next, new Attempt(attempt, 1, now, now + lease, null), now);
        } else if (rules.admissible(current, now)) {
            next.attempt = new Attempt(attempt, current.theAttempt().epoch() + 1, now, now + lease, null);
            if (rules.breaks(BrokenRule.WINDOW_MOVES)) {
                next.firstAcquiredAt = now;
                next.retryStartBefore = now + spec.retryFor();
            }
        } else {
            next.status = Status.UNCERTAIN;
            next.doubt = new Doubt("LEASE_EXPIRED", null, now, "protocol");
        }
        return new Request(call, current.writeId, next);
    }

    private static void claim(ModelRecord record, Attempt first, long now) {
        record.status = Status.EXECUTING;
        record.attempt = first;
        record.firstAcquiredAt = now;
        record.retryStartBefore = record.spec.isManual() ? null : now + record.spec.retryFor();
    }

    /** The answer that needs no write. */
    private @Nullable Facts answer(int call, ModelRecord record, CallSpec spec, long now) {
        List<String> differing = record.spec.differingFields(spec);
        if (!differing.isEmpty() && !(record.hasOutcome() && rules.breaks(BrokenRule.REPLAY_BEFORE_CONFLICT))) {
            rules.hit("begin: conflict in " + record.status);
            return new Facts("Conflict").with("differing", differing);
        }
        if (record.hasOutcome()) {
            rules.hit("begin: replay in " + record.status);
            rules.hitIf(record.theResult().forgotten(), "begin: replay of a forgotten payload");
            return new Facts("Replay")
                    .with("status", record.status)
                    .with("outcome", rules.outcome(call, record.theResult()));
        }
        if (record.status == Status.UNCERTAIN) {
            rules.hit("begin: found uncertain");
            return uncertain(record.theDoubt(), record.theDoubt().at());
        }
        if (record.status == Status.EXECUTING && !rules.expired(record.theAttempt(), now)) {
            rules.hitIf(
                    record.retryStartBefore != null && now >= record.retryStartBefore,
                    "begin: live owner past the cutoff is busy");
            long leaseUntil = record.theAttempt().leaseUntil();
            return new Facts("Busy").with("leaseUntil", leaseUntil).with("retryAt", leaseUntil + ModelClock.MARGIN);
        }
        return null;
    }

    private static Facts uncertain(Doubt doubt, long since) {
        return new Facts("Uncertain").with("reason", doubt.facts()).with("since", since);
    }

    /** The write returned: the clock is read again. */
    private Facts claimed(
            int worker,
            int call,
            ModelRecord stored,
            CallSpec spec,
            Consumer<Held> acquired,
            Consumer<ModelRecord> outcomes) {
        if (stored.status == Status.UNCERTAIN) {
            rules.hit("begin: became uncertain");
            return uncertain(stored.theDoubt(), stored.theDoubt().at());
        }
        Held held = Held.of(stored);
        if (rules.ended(stored.theAttempt(), rules.clock.now(worker))) {
            return tooLate(worker, call, held, spec, outcomes);
        }
        rules.hit(
                stored.theAttempt().epoch() > 1
                        ? "begin: acquired again"
                        : stored.revision > 1 ? "begin: acquired what was ready" : "begin: acquired a new call");
        acquired.accept(held);
        return new Facts("Acquired").with("lease", held.facts());
    }

    /** The tool does not start: idempotent abandons, manual completes with the no-effect error. */
    private Facts tooLate(int worker, int call, Held held, CallSpec spec, Consumer<ModelRecord> outcomes) {
        @Nullable ModelRecord[] stored = {null};
        if (spec.isManual()) {
            Facts ended = attempts.complete(worker, call, held, Receipt.notStarted(), record -> stored[0] = record);
            if (ended.kind().startsWith("throws")) {
                throw new ModelStore.Failure("STORE_UNAVAILABLE", true);
            }
            ModelRecord record = stored[0];
            if (ended.kind().equals("Completed") && record != null) {
                outcomes.accept(record);
                rules.hit("begin: too late, no effect stored");
                return ended.as("Replay").with("status", Status.COMPLETED);
            }
        } else {
            Facts abandoned = attempts.abandon(worker, call, held);
            if (abandoned.kind().equals("Uncertain")) {
                rules.hit("begin: too late, uncertain");
                return abandoned;
            }
            rules.hit("begin: too late, abandoned");
        }
        throw new ModelStore.Failure("STORE_UNAVAILABLE", false);
    }
}

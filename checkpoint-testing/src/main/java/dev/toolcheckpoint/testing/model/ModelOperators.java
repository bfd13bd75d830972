package dev.toolcheckpoint.testing.model;

import dev.toolcheckpoint.protocol.Receipt;
import dev.toolcheckpoint.protocol.Status;
import dev.toolcheckpoint.testing.model.ModelRecord.Doubt;
import dev.toolcheckpoint.testing.model.ModelRecord.Evidence;
import dev.toolcheckpoint.testing.model.ModelRecord.Result;
import dev.toolcheckpoint.testing.model.ModelStore.Request;
import dev.toolcheckpoint.testing.model.ModelStore.Step;
import java.util.List;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/** The model of what people and sweepers, who hold no attempt, may do to an execution. */
final class ModelOperators {

    static final String OPERATOR = "ops";
    static final String REASON = "looked at it";

    private final ModelRules rules;

    ModelOperators(ModelRules rules) {
        this.rules = rules;
    }

    /** By name, at any time. */
    Facts markUncertain(int worker, int call) {
        return mark(worker, call, (record, now) -> true, true);
    }

    /** By name, once it expired. */
    Facts expireByName(int worker, int call) {
        return mark(worker, call, (record, now) -> rules.expired(record.theAttempt(), now), true);
    }

    /** By anyone, once it expired and no further attempt is admissible. */
    Facts expire(int worker, int call) {
        return mark(
                worker,
                call,
                (record, now) -> rules.expired(record.theAttempt(), now) && !rules.admissible(record, now),
                false);
    }

    private Facts mark(int worker, int call, BiPredicate<ModelRecord, Long> allowed, boolean byName) {
        Id write = rules.store.newId("write");
        return rules.store.run(worker, call, rules.require(call), Long.MAX_VALUE, (current, maybe) -> {
            // Nothing leads from UNCERTAIN back to EXECUTING: there, a mark was never made.
            boolean overtaken = maybe && (current == null || current.status != Status.EXECUTING);
            if (overtaken || (current != null && current.status == Status.UNCERTAIN)) {
                rules.hitIf(overtaken, "lost mark: overtaken");
                return Step.answer(new Facts("Marked"));
            }
            long now = rules.clock.now(worker);
            if (current == null || current.status != Status.EXECUTING || !allowed.test(current, now)) {
                return Step.answer(new Facts("Stale").with("status", current == null ? null : current.status));
            }
            ModelRecord next = current.next(write, now);
            next.status = Status.UNCERTAIN;
            next.doubt = byName
                    ? new Doubt("MARKED_BY_OPERATOR", REASON, now, OPERATOR)
                    : new Doubt("LEASE_EXPIRED", null, now, "protocol");
            return Step.write(new Request(call, current.writeId, next), stored -> new Facts("Marked"));
        });
    }

    Facts settle(int worker, int call, @Nullable CallSpec spec, Evidence evidence, Receipt receipt, long quiescence) {
        Id write = rules.store.newId("write");
        return rules.store.run(worker, call, rules.require(call), Long.MAX_VALUE, (found, maybe) -> {
            ModelRecord current = found != null ? found : rules.require(call);
            List<String> differing = spec == null ? List.of() : current.spec.differingFields(spec);
            if (!differing.isEmpty()) {
                return Step.answer(conflict(differing, current));
            }
            if (current.hasOutcome()) {
                return Step.answer(settled(current, receipt, maybe));
            }
            if (current.status != Status.UNCERTAIN
                    && !(current.attempt != null && rules.breaks(BrokenRule.SETTLE_WHILE_EXECUTING))) {
                return Step.answer(new Facts("NotUncertain").with("status", current.status));
            }
            long now = rules.clock.now(worker);
            long countsFrom = current.theAttempt().leaseUntil() + ModelClock.MARGIN + quiescence;
            if (!evidence.happened()) {
                rules.hitIf(now == countsFrom, "boundary: absence counts exactly now");
                rules.hitIf(now == countsFrom - 1, "boundary: 1 ms before absence counts");
            }
            if (!evidence.happened() && now < countsFrom && !rules.breaks(BrokenRule.ABSENT_AT_ONCE)) {
                return Step.answer(new Facts("TooEarly").with("countsFrom", countsFrom));
            }
            rules.hit(evidence.happened() ? "settle: happened" : "settle: absent");
            ModelRecord next = current.next(write, now);
            next.status = Status.COMPLETED;
            next.result = new Result(receipt, false, now, evidence);
            next.retainUntil = now + ModelRecord.RETENTION;
            return Step.write(
                    new Request(call, current.writeId, next),
                    stored -> new Facts("Settled")
                            .with("outcome", stored.theResult().facts()));
        });
    }

    private Facts settled(ModelRecord current, Receipt receipt, boolean maybe) {
        Result stored = current.theResult();
        if (!stored.same(receipt)) {
            return conflict(List.of("outcome"), current);
        }
        if (maybe && stored.settlement() != null) {
            rules.hit("lost settle: recognised");
            return new Facts("Settled").with("outcome", stored.facts());
        }
        return new Facts("Replayed").with("outcome", stored.facts()).with("status", current.status);
    }

    private static Facts conflict(List<String> differing, ModelRecord current) {
        return new Facts("Conflict").with("differing", differing).with("status", current.status);
    }

    Facts forget(int worker, int call) {
        Id write = rules.store.newId("write");
        return rules.store.run(worker, call, rules.require(call), Long.MAX_VALUE, (current, maybe) -> {
            if (current == null || (current.status != Status.COMPLETED && current.status != Status.DELIVERED)) {
                return Step.answer(new Facts("NOT_FORGETTABLE"));
            }
            Result result = current.theResult();
            if (result.forgotten()) {
                return Step.answer(new Facts("ALREADY_FORGOTTEN"));
            }
            ModelRecord next = current.next(write, rules.clock.now(worker));
            next.result = new Result(result.receipt(), true, result.completedAt(), result.settlement());
            return Step.write(new Request(call, current.writeId, next), stored -> new Facts("FORGOTTEN"));
        });
    }
}

package dev.toolcheckpoint.testing.model;

import dev.toolcheckpoint.testing.Coverage;
import dev.toolcheckpoint.testing.model.ModelRecord.Attempt;
import dev.toolcheckpoint.testing.model.ModelRecord.Result;
import java.util.Set;
import java.util.function.Supplier;

/** What all of the model's operations share: store, clock, labels, and the rules about time. */
final class ModelRules {

    final ModelStore store;
    final ModelClock clock;
    private final Coverage coverage;
    private final Set<BrokenRule> broken;

    ModelRules(ModelClock clock, Coverage coverage, Set<BrokenRule> broken) {
        this.store = new ModelStore(clock, !broken.contains(BrokenRule.BLIND_TO_OWN_WRITES));
        this.clock = clock;
        this.coverage = coverage;
        this.broken = broken;
    }

    boolean breaks(BrokenRule rule) {
        return broken.contains(rule);
    }

    void hit(String label) {
        coverage.hit(label);
    }

    void hitIf(boolean met, String label) {
        if (met) {
            coverage.hit(label);
        }
    }

    /** An operation on a record that must be there. */
    ModelRecord require(int call) {
        ModelRecord record = store.find(call);
        if (record == null) {
            throw new ModelStore.Failure("RECORD_MISSING", null);
        }
        return record;
    }

    static Facts guarded(Supplier<Facts> operation) {
        try {
            return operation.get();
        } catch (ModelStore.Failure failure) {
            return failure.facts();
        }
    }

    /** Leases last 1 ms to 24 h. */
    static void checkLease(long millis) {
        if (millis < 1 || millis > 24 * 3_600_000) {
            throw new ModelStore.Failure("INVALID_ARGUMENT", null);
        }
    }

    /** For the owner: {@code now >= leaseUntil}. */
    boolean ended(Attempt attempt, long now) {
        hitIf(now == attempt.leaseUntil(), "boundary: owner at the lease's end");
        hitIf(now == attempt.leaseUntil() - 1, "boundary: owner 1 ms before the lease's end");
        return now >= attempt.leaseUntil();
    }

    /** For everybody else: {@code now >= leaseUntil + margin}, or abandoned. */
    boolean expired(Attempt attempt, long now) {
        long margin = breaks(BrokenRule.IGNORE_MARGIN) ? 0 : ModelClock.MARGIN;
        if (attempt.abandonedAt() != null) {
            hit("boundary: abandoned expires at once");
            return true;
        }
        long end = attempt.leaseUntil() + margin;
        hitIf(now == attempt.leaseUntil(), "boundary: others at the lease's end");
        hitIf(now == end - 1, "boundary: others 1 ms before lease + margin");
        hitIf(now == end, "boundary: others at lease + margin");
        return breaks(BrokenRule.EXPIRE_ONE_LATER) ? now > end : now >= end;
    }

    /** Idempotent, {@code now + margin < retryStartBefore}, attempts left. */
    boolean admissible(ModelRecord record, long now) {
        Long before = record.retryStartBefore;
        if (before == null) {
            return false;
        }
        long start = now + ModelClock.MARGIN;
        hitIf(start == before - 1, "boundary: 1 ms before the cutoff");
        hitIf(start == before, "boundary: at the cutoff");
        int limit = record.spec.maxAttempts();
        boolean left = limit == 0 || record.theAttempt().epoch() < limit || breaks(BrokenRule.UNLIMITED_ATTEMPTS);
        hitIf(!left && start < before, "boundary: attempts used up inside the window");
        return left && (breaks(BrokenRule.ADMIT_AT_CUTOFF) ? start <= before : start < before);
    }

    /**
     * An outcome as it is handed out. A payload that was forgotten after the record was read may have been read with it or
     * not: that is the store's choice.
     */
    Facts outcome(int call, Result result) {
        Facts facts = result.facts();
        ModelRecord now = store.find(call);
        if (!result.forgotten() && now != null && now.result != null && now.result.forgotten()) {
            hit("outcome: forgotten while it was read");
            facts.with("payload", new Facts.Either(Bytes.text(result.receipt().bytes()), "forgotten"));
        }
        return facts;
    }
}

package dev.toolcheckpoint.testing.model;

import dev.toolcheckpoint.testing.Coverage;
import dev.toolcheckpoint.testing.model.Command.Holder;
import dev.toolcheckpoint.testing.model.ModelAttempts.Held;
import dev.toolcheckpoint.testing.model.ModelRecord.Evidence;
import dev.toolcheckpoint.testing.model.ModelStore.Request;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The reference model: written from the protocol's description, without calling it. */
final class ModelWorld implements World {

    static final Id NOBODY = new Id("nobody");
    static final String EVIDENCE = "downstream log";

    private static final Facts ABSENT = new Facts("absent");

    private final ModelClock clock;
    private final ModelRules rules;
    private final ModelClaims claims;
    private final ModelAttempts attempts;
    private final ModelOperators operators;
    private final ModelDeliveries deliveries;
    private final Handed<Held> leases = new Handed<>();
    private final Handed<ModelRecord> deliverables = new Handed<>();
    private final Handed<ModelRecord> delivering = new Handed<>();

    ModelWorld(long start, Coverage coverage, Set<BrokenRule> broken) {
        this.clock = new ModelClock(start);
        this.rules = new ModelRules(clock, coverage, broken);
        this.attempts = new ModelAttempts(rules);
        this.claims = new ModelClaims(rules, attempts);
        this.operators = new ModelOperators(rules);
        this.deliveries = new ModelDeliveries(rules);
    }

    @Override
    public Facts begin(Command.Begin it) {
        CallSpec spec = CallSpec.of(it.call(), it.variant());
        return ModelRules.guarded(() -> claims.begin(
                it.worker(),
                it.call(),
                spec,
                it.lease(),
                held -> leases.add(it.call(), it.worker(), held),
                record -> deliverables.add(it.call(), it.worker(), record)));
    }

    @Override
    public Facts peek(Command.Peek it) {
        return claims.peek(it.worker(), it.call(), CallSpec.of(it.call(), it.variant()));
    }

    @Override
    public Facts complete(Command.Complete it) {
        return ModelRules.guarded(() -> attempts.complete(
                it.worker(),
                it.call(),
                holder(it.call(), it.holder()),
                CallSpec.receipt(it.receipt()),
                record -> deliverables.add(it.call(), it.worker(), record)));
    }

    @Override
    public Facts renew(Command.Renew it) {
        return ModelRules.guarded(() -> attempts.renew(
                it.worker(),
                it.call(),
                holder(it.call(), it.holder()),
                it.lease(),
                held -> leases.add(it.call(), it.worker(), held)));
    }

    @Override
    public Facts abandon(Command.Abandon it) {
        return ModelRules.guarded(() -> attempts.abandon(it.worker(), it.call(), holder(it.call(), it.holder())));
    }

    @Override
    public Facts markByHolder(Command.MarkByHolder it) {
        return ModelRules.guarded(() -> attempts.markUncertain(
                it.worker(), it.call(), holder(it.call(), it.holder()), "AMBIGUOUS_FAILURE", ModelOperators.REASON));
    }

    @Override
    public Facts markByOperator(Command.MarkByOperator it) {
        return ModelRules.guarded(() -> operators.markUncertain(it.worker(), it.call()));
    }

    @Override
    public Facts expire(Command.Expire it) {
        return ModelRules.guarded(() -> operators.expire(it.worker(), it.call()));
    }

    @Override
    public Facts expireByOperator(Command.ExpireByOperator it) {
        return ModelRules.guarded(() -> operators.expireByName(it.worker(), it.call()));
    }

    @Override
    public Facts settle(Command.Settle it) {
        @Nullable CallSpec spec = it.variant() < 0 ? null : CallSpec.of(it.call(), it.variant());
        return ModelRules.guarded(() -> operators.settle(
                it.worker(),
                it.call(),
                spec,
                new Evidence(it.happened(), EVIDENCE),
                CallSpec.receipt(it.receipt()),
                it.quiescence()));
    }

    @Override
    public Facts claimDelivery(Command.ClaimDelivery it) {
        return ModelRules.guarded(() -> deliveries.claim(
                it.worker(),
                it.call(),
                deliverables.pick(it.call(), it.deliverable()),
                it.lease(),
                it.idempotent(),
                record -> delivering.add(it.call(), it.worker(), record)));
    }

    @Override
    public Facts endDelivery(Command.EndDelivery it) {
        ModelRecord claimed = delivering.pick(it.call(), it.delivery());
        Id id = claimed == null ? NOBODY : claimed.theDelivery().id();
        return ModelRules.guarded(
                () -> deliveries.end(it.worker(), it.call(), it.ending(), id, it.byId() ? null : claimed));
    }

    @Override
    public Facts settleDelivery(Command.SettleDelivery it) {
        return ModelRules.guarded(
                () -> deliveries.settle(it.worker(), it.call(), new Evidence(it.happened(), EVIDENCE)));
    }

    @Override
    public Facts forget(Command.Forget it) {
        return ModelRules.guarded(() -> operators.forget(it.worker(), it.call()));
    }

    @Override
    public Facts makeReady(Command.MakeReady it) {
        ModelRecord ready =
                new ModelRecord(CallSpec.of(it.call(), 0), rules.store.newId("write"), clock.now(it.worker()));
        return new Facts(rules.store.arrive(new Request(it.call(), null, ready)) ? "stored" : "refused");
    }

    @Override
    public void advance(long millis) {
        clock.advance(millis);
    }

    @Override
    public void advanceTo(Command.AdvanceTo it) {
        ModelRecord record = rules.store.find(it.call());
        Long instant = record == null ? null : instantOf(record, it.boundary());
        if (instant != null) {
            clock.advanceTo(it.worker(), instant + it.off());
        }
    }

    private static @Nullable Long instantOf(ModelRecord record, Command.Boundary boundary) {
        @Nullable Long lease = record.attempt == null ? null : record.attempt.leaseUntil();
        @Nullable Long delivery = record.delivery == null ? null : record.delivery.leaseUntil();
        return switch (boundary) {
            case LEASE_END -> lease;
            case MARGIN_END -> plus(lease, ModelClock.MARGIN);
            case CUTOFF -> plus(record.retryStartBefore, -ModelClock.MARGIN);
            case ABSENCE -> plus(lease, ModelClock.MARGIN + Generator.QUIESCENCE);
            case DELIVERY_END -> delivery;
            case DELIVERY_MARGIN_END -> plus(delivery, ModelClock.MARGIN);
        };
    }

    static @Nullable Long plus(@Nullable Long instant, long millis) {
        return instant == null ? null : instant + millis;
    }

    @Override
    public void crash(int worker) {
        leases.drop(worker);
        deliverables.drop(worker);
        delivering.drop(worker);
    }

    @Override
    public void reopen() {
        // What is stored stays.
    }

    @Override
    public boolean arrive(int worker) {
        return rules.store.arriveLate(worker);
    }

    @Override
    public Facts record(int call) {
        ModelRecord record = rules.store.find(call);
        return record == null ? ABSENT : record.facts();
    }

    @Override
    public void disturb(int worker, Disturbance disturbance, Runnable meanwhile) {
        rules.store.disturb(worker, disturbance, meanwhile);
    }

    @Override
    public boolean calm(int worker) {
        return rules.store.calm(worker);
    }

    private Held holder(int call, Holder holder) {
        Held held = leases.pick(call, Math.max(holder.back(), 0));
        if (held == null || holder.back() == Holder.NOBODY) {
            return new Held(NOBODY, 1, clock.now(0), null);
        }
        if (holder.back() == Holder.WRONG_EPOCH) {
            return new Held(held.attempt(), held.epoch() + 1, held.leaseUntil(), null);
        }
        return holder.rebuilt() ? held.rebuilt() : held;
    }
}

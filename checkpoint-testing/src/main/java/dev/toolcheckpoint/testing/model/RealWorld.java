package dev.toolcheckpoint.testing.model;

import dev.toolcheckpoint.journal.Abandon;
import dev.toolcheckpoint.journal.Begin;
import dev.toolcheckpoint.journal.ClaimDelivery;
import dev.toolcheckpoint.journal.Complete;
import dev.toolcheckpoint.journal.Deliverable;
import dev.toolcheckpoint.journal.DeliveryEnd;
import dev.toolcheckpoint.journal.DeliveryLease;
import dev.toolcheckpoint.journal.Intent;
import dev.toolcheckpoint.journal.Journal;
import dev.toolcheckpoint.journal.Lease;
import dev.toolcheckpoint.journal.Renew;
import dev.toolcheckpoint.protocol.CheckpointException;
import dev.toolcheckpoint.protocol.CheckpointKey;
import dev.toolcheckpoint.protocol.CompletionUnconfirmedException;
import dev.toolcheckpoint.protocol.Evidence;
import dev.toolcheckpoint.protocol.ExecutionTransitions;
import dev.toolcheckpoint.protocol.Fence;
import dev.toolcheckpoint.protocol.Receipt;
import dev.toolcheckpoint.protocol.StoreException;
import dev.toolcheckpoint.protocol.Uncertainty;
import dev.toolcheckpoint.store.CheckpointStore;
import dev.toolcheckpoint.store.WriteResult;
import dev.toolcheckpoint.testing.VirtualClock;
import dev.toolcheckpoint.testing.model.Command.Holder;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;

/** The journal over the store under test. */
final class RealWorld implements World, AutoCloseable {

    private final ReopenedStore store;
    private final String namespace;
    private final VirtualClock clock;
    private final List<RealWorker> workers = new ArrayList<>();
    private final List<CheckpointKey> keys = new ArrayList<>();
    private final RealRecords records;
    private final Handed<Lease> leases = new Handed<>();
    private final Handed<Deliverable> deliverables = new Handed<>();
    private final Handed<DeliveryLease> delivering = new Handed<>();
    private int readies;

    /** @param namespace one that no other history has */
    RealWorld(Supplier<CheckpointStore> opening, String namespace, Instant start) {
        this.store = new ReopenedStore(opening);
        this.namespace = namespace;
        this.clock = new VirtualClock(start);
        for (int worker = 0; worker < ModelClock.WORKERS; worker++) {
            workers.add(new RealWorker(worker, store, clock));
        }
        for (int call = 0; call < CallSpec.CALLS; call++) {
            keys.add(CheckpointKey.of(namespace, callId(call)));
        }
        this.records = new RealRecords(Journal.over(store), keys);
    }

    private static String callId(int call) {
        return "call-" + call;
    }

    private Journal journal(Command.Operation it) {
        return workers.get(it.worker()).journal(it.call());
    }

    private CheckpointKey key(Command.Operation it) {
        return keys.get(it.call());
    }

    private Intent intent(int call, int variant) {
        return CallSpec.of(call, variant).intent(namespace, callId(call));
    }

    private static Facts guarded(Supplier<Facts> operation) {
        try {
            return operation.get();
        } catch (CompletionUnconfirmedException unconfirmed) {
            return Facts.thrown(unconfirmed.code().name(), null).with("unconfirmed", true);
        } catch (StoreException failure) {
            return Facts.thrown(failure.code().name(), failure.ambiguous());
        } catch (CheckpointException refused) {
            return Facts.thrown(refused.code().name(), null);
        }
    }

    @Override
    public Facts begin(Command.Begin it) {
        return guarded(() -> {
            Begin answer = journal(it).begin(intent(it.call(), it.variant()), Duration.ofMillis(it.lease()));
            if (answer instanceof Begin.Acquired acquired) {
                leases.add(it.call(), it.worker(), acquired.lease());
            } else if (answer instanceof Begin.Replay replay) {
                deliverables.add(it.call(), it.worker(), replay.deliverable());
            }
            return RealFacts.of(answer);
        });
    }

    @Override
    public Facts peek(Command.Peek it) {
        return guarded(() -> journal(it)
                .peek(intent(it.call(), it.variant()))
                .map(RealFacts::of)
                .orElseGet(() -> new Facts("nothing")));
    }

    @Override
    public Facts complete(Command.Complete it) {
        RealWorker worker = workers.get(it.worker());
        Receipt receipt = CallSpec.receipt(it.receipt());
        worker.toldOfRefusal();
        Facts answer = guarded(() -> {
            Complete complete = journal(it).complete(holder(it.call(), it.holder()), receipt);
            Optional<Deliverable> deliverable = complete.<Optional<Deliverable>>fold(
                    done -> Optional.of(done.deliverable()),
                    replayed -> Optional.of(replayed.deliverable()),
                    conflict -> Optional.of(conflict.deliverable()),
                    stale -> Optional.empty());
            deliverable.ifPresent(outcome -> deliverables.add(it.call(), it.worker(), outcome));
            return RealFacts.of(complete);
        });
        return answer.with("refused", worker.toldOfRefusal() ? true : null);
    }

    @Override
    public Facts renew(Command.Renew it) {
        return guarded(() -> {
            Renew answer = journal(it).renew(holder(it.call(), it.holder()), Duration.ofMillis(it.lease()));
            if (answer instanceof Renew.Renewed renewed) {
                leases.add(it.call(), it.worker(), renewed.lease());
                return new Facts("Renewed").with("lease", RealFacts.of(renewed.lease()));
            }
            return new Facts("Lost");
        });
    }

    @Override
    public Facts abandon(Command.Abandon it) {
        return guarded(() -> {
            Abandon answer = journal(it).abandon(holder(it.call(), it.holder()));
            if (answer instanceof Abandon.Abandoned abandoned) {
                return new Facts("Abandoned")
                        .with("retryAt", abandoned.retryAt().toEpochMilli());
            } else if (answer instanceof Abandon.Uncertain uncertain) {
                return new Facts("Uncertain")
                        .with("reason", RealFacts.of(uncertain.reason()))
                        .with("since", uncertain.reason().at().toEpochMilli());
            }
            return new Facts("Stale");
        });
    }

    @Override
    public Facts markByHolder(Command.MarkByHolder it) {
        return guarded(() -> RealFacts.of(journal(it)
                .markUncertain(
                        holder(it.call(), it.holder()), Uncertainty.Code.AMBIGUOUS_FAILURE, ModelOperators.REASON)));
    }

    @Override
    public Facts markByOperator(Command.MarkByOperator it) {
        return guarded(
                () -> RealFacts.of(journal(it).markUncertain(key(it), ModelOperators.REASON, ModelOperators.OPERATOR)));
    }

    @Override
    public Facts expire(Command.Expire it) {
        return guarded(() -> RealFacts.of(journal(it).expire(key(it))));
    }

    @Override
    public Facts expireByOperator(Command.ExpireByOperator it) {
        return guarded(() -> RealFacts.of(journal(it).expire(key(it), ModelOperators.REASON, ModelOperators.OPERATOR)));
    }

    @Override
    public Facts settle(Command.Settle it) {
        Receipt receipt = CallSpec.receipt(it.receipt());
        Duration quiescence = Duration.ofMillis(it.quiescence());
        return guarded(() -> RealFacts.of(
                it.variant() < 0
                        ? journal(it).settle(key(it), evidence(it.happened()), receipt, quiescence)
                        : journal(it)
                                .settle(
                                        intent(it.call(), it.variant()),
                                        evidence(it.happened()),
                                        receipt,
                                        quiescence)));
    }

    private static Evidence evidence(boolean happened) {
        return happened
                ? Evidence.happened(ModelWorld.EVIDENCE, ModelOperators.OPERATOR)
                : Evidence.absent(ModelWorld.EVIDENCE, ModelOperators.OPERATOR);
    }

    @Override
    public Facts claimDelivery(Command.ClaimDelivery it) {
        return guarded(() -> {
            Deliverable remembered = deliverables.pick(it.call(), it.deliverable());
            Duration lease = Duration.ofMillis(it.lease());
            ClaimDelivery answer = remembered == null
                    ? journal(it).claimDelivery(key(it), lease, it.idempotent())
                    : journal(it).claimDelivery(remembered, lease, it.idempotent());
            if (answer instanceof ClaimDelivery.Claimed claimed) {
                delivering.add(it.call(), it.worker(), claimed.lease());
            }
            return RealFacts.of(answer);
        });
    }

    @Override
    public Facts endDelivery(Command.EndDelivery it) {
        DeliveryLease lease = delivering.pick(it.call(), it.delivery());
        return guarded(() -> new Facts((lease == null || it.byId()
                        ? endById(it, lease == null ? ModelWorld.NOBODY.name() : lease.deliveryId())
                        : endByLease(it, lease))
                .name()));
    }

    private DeliveryEnd endByLease(Command.EndDelivery it, DeliveryLease lease) {
        return switch (it.ending()) {
            case COMPLETE -> journal(it).completeDelivery(lease);
            case RELEASE -> journal(it).releaseDelivery(lease);
            case UNDELIVERABLE -> journal(it).markUndeliverable(lease, ModelDeliveries.REFUSAL);
        };
    }

    private DeliveryEnd endById(Command.EndDelivery it, String id) {
        return switch (it.ending()) {
            case COMPLETE -> journal(it).completeDelivery(key(it), id);
            case RELEASE -> journal(it).releaseDelivery(key(it), id);
            case UNDELIVERABLE -> journal(it).markUndeliverable(key(it), id, ModelDeliveries.REFUSAL);
        };
    }

    @Override
    public Facts settleDelivery(Command.SettleDelivery it) {
        return guarded(() -> new Facts(
                journal(it).settleDelivery(key(it), evidence(it.happened())).name()));
    }

    @Override
    public Facts forget(Command.Forget it) {
        return guarded(() -> new Facts(journal(it).forget(key(it)).name()));
    }

    @Override
    public Facts makeReady(Command.MakeReady it) {
        Intent intent = intent(it.call(), 0);
        Instant now = workers.get(it.worker()).clock().instant();
        readies++;
        WriteResult result = store.createIfAbsent(
                ExecutionTransitions.create(intent.binding(), intent.recovery(), "ready-" + readies, now));
        return new Facts(result instanceof WriteResult.Stored ? "stored" : "refused");
    }

    @Override
    public void advance(long millis) {
        clock.advance(Duration.ofMillis(millis));
    }

    @Override
    public void advanceTo(Command.AdvanceTo it) {
        Long instant = records.instant(it.call(), it.boundary());
        if (instant != null) {
            long missing = instant + it.off() - workers.get(it.worker()).clock().millis();
            clock.advance(Duration.ofMillis(Math.max(missing, 0)));
        }
    }

    @Override
    public void crash(int worker) {
        leases.drop(worker);
        deliverables.drop(worker);
        delivering.drop(worker);
    }

    @Override
    public void reopen() {
        store.reopen();
    }

    @Override
    public boolean arrive(int worker) {
        return workers.get(worker).arrive();
    }

    @Override
    public Facts record(int call) {
        return guarded(() -> records.look(call));
    }

    @Override
    public void disturb(int worker, Disturbance disturbance, Runnable meanwhile) {
        workers.get(worker).disturb(disturbance, meanwhile);
    }

    @Override
    public boolean calm(int worker) {
        return workers.get(worker).calm();
    }

    @Override
    public void close() {
        store.close();
    }

    private Lease holder(int call, Holder holder) {
        Lease lease = leases.pick(call, Math.max(holder.back(), 0));
        if (lease == null || holder.back() == Holder.NOBODY) {
            return Lease.of(keys.get(call), new Fence(ModelWorld.NOBODY.name(), 1), clock.instant(), false, null);
        }
        Fence fence = lease.fence();
        if (holder.back() == Holder.WRONG_EPOCH) {
            fence = new Fence(fence.attemptId(), fence.epoch() + 1);
        } else if (!holder.rebuilt()) {
            return lease;
        }
        return Lease.of(
                Objects.requireNonNull(lease.key()),
                fence,
                lease.leaseUntil(),
                lease.reacquired(),
                lease.retryStartBefore());
    }
}

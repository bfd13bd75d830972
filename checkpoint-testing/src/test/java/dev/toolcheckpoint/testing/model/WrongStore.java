package dev.toolcheckpoint.testing.model;

import dev.toolcheckpoint.protocol.Checkpoint;
import dev.toolcheckpoint.protocol.CheckpointKey;
import dev.toolcheckpoint.protocol.Execution;
import dev.toolcheckpoint.protocol.Status;
import dev.toolcheckpoint.protocol.Transition;
import dev.toolcheckpoint.store.CheckpointStore;
import dev.toolcheckpoint.store.SealedPayload;
import dev.toolcheckpoint.store.WriteResult;
import dev.toolcheckpoint.testing.DelegatingStore;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A store that does one thing wrong. */
final class WrongStore extends DelegatingStore {

    /** What it does. */
    enum Way {
        /** A swap always succeeds. */
        SWAPS_BLINDLY,
        /** A swap that was not made is acknowledged. */
        ACKNOWLEDGES_REFUSALS,
        /** A read may be one write behind. */
        READS_STALE,
        /** That an attempt was abandoned is not stored. */
        DROPS_A_FIELD,
        /** Leases are kept in whole seconds. */
        ROUNDS_LEASES
    }

    private final CheckpointStore sound;
    private final Way way;
    private final Map<CheckpointKey, Checkpoint> replaced = new HashMap<>();

    WrongStore(CheckpointStore sound, Way way) {
        this.sound = sound;
        this.way = way;
    }

    @Override
    protected CheckpointStore delegate() {
        return sound;
    }

    @Override
    public WriteResult compareAndSwap(Transition transition, @Nullable SealedPayload payload) {
        Checkpoint before = sound.find(transition.next().key()).orElse(null);
        Transition sent = stored(transition);
        if (before != null && way == Way.SWAPS_BLINDLY) {
            sent = new Transition(sent.action(), before.revision(), before.writeId(), sent.next());
        }
        WriteResult result = sound.compareAndSwap(sent, payload);
        if (before != null && result instanceof WriteResult.Stored) {
            replaced.put(before.key(), before);
        }
        return way == Way.ACKNOWLEDGES_REFUSALS ? new WriteResult.Stored() : result;
    }

    @Override
    public Optional<Checkpoint> find(CheckpointKey key) {
        Checkpoint old = way == Way.READS_STALE ? replaced.remove(key) : null;
        return old != null ? Optional.of(old) : sound.find(key);
    }

    private Transition stored(Transition transition) {
        Checkpoint next = transition.next();
        Execution attempt = next.execution();
        if (attempt == null || next.status() != Status.EXECUTING) {
            return transition;
        }
        Instant leaseUntil = way == Way.ROUNDS_LEASES
                ? Instant.ofEpochSecond(attempt.leaseUntil().getEpochSecond() + 1)
                : attempt.leaseUntil();
        Instant abandonedAt = way == Way.DROPS_A_FIELD ? null : attempt.abandonedAt();
        Checkpoint changed = new Checkpoint(
                next.schemaVersion(),
                next.binding(),
                next.recovery(),
                next.revision(),
                next.writeId(),
                next.status(),
                new Execution(attempt.attemptId(), attempt.epoch(), attempt.claimedAt(), leaseUntil, abandonedAt),
                next.firstAcquiredAt(),
                next.retryStartBefore(),
                next.uncertainty(),
                next.outcome(),
                next.delivery(),
                next.createdAt(),
                next.updatedAt(),
                next.expiresAt(),
                next.retainUntil());
        return new Transition(
                transition.action(), transition.expectedRevision(), transition.expectedWriteId(), changed);
    }
}

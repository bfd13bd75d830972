package dev.toolcheckpoint.testing;

import dev.toolcheckpoint.protocol.Action;
import dev.toolcheckpoint.protocol.Checkpoint;
import dev.toolcheckpoint.protocol.CheckpointKey;
import dev.toolcheckpoint.protocol.Execution;
import dev.toolcheckpoint.protocol.Outcome;
import dev.toolcheckpoint.protocol.Transition;
import dev.toolcheckpoint.store.InMemoryCheckpointStore;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Breaks records of the in-memory store with transitions made by hand. Revision and write id stay as they were. */
final class MemoryCorruption {

    static final Set<Corruption> POSSIBLE =
            Set.of(Corruption.BROKEN_INVARIANT, Corruption.UNSUPPORTED_SCHEMA, Corruption.PAYLOAD_DAMAGED);

    private MemoryCorruption() {}

    static boolean corrupt(InMemoryCheckpointStore store, CheckpointKey key, Corruption corruption) {
        if (!POSSIBLE.contains(corruption)) {
            return false;
        }
        Checkpoint sound = store.find(key).orElseThrow();
        Checkpoint broken = broken(sound, corruption);
        store.compareAndSwap(new Transition(Action.NONE, sound.revision(), sound.writeId(), broken), null);
        return true;
    }

    private static Checkpoint broken(Checkpoint sound, Corruption corruption) {
        return switch (corruption) {
            case UNSUPPORTED_SCHEMA -> copy(sound, 2, sound.execution(), sound.outcome());
            case PAYLOAD_DAMAGED -> copy(sound, 1, sound.execution(), withOtherDigest(sound.requireOutcome()));
            default -> copy(sound, 1, withEpochZero(sound.requireExecution()), sound.outcome());
        };
    }

    private static Execution withEpochZero(Execution execution) {
        return new Execution(
                execution.attemptId(), 0, execution.claimedAt(), execution.leaseUntil(), execution.abandonedAt());
    }

    private static Outcome withOtherDigest(Outcome outcome) {
        return new Outcome(
                outcome.kind(),
                outcome.retryableAsNewCall(),
                outcome.mediaType(),
                outcome.size(),
                "sha256:" + "0".repeat(64),
                outcome.payload(),
                outcome.completedAt(),
                outcome.settlement());
    }

    private static Checkpoint copy(
            Checkpoint sound, int schemaVersion, @Nullable Execution execution, @Nullable Outcome outcome) {
        return new Checkpoint(
                schemaVersion,
                sound.binding(),
                sound.recovery(),
                sound.revision(),
                sound.writeId(),
                sound.status(),
                execution,
                sound.firstAcquiredAt(),
                sound.retryStartBefore(),
                sound.uncertainty(),
                outcome,
                sound.delivery(),
                sound.createdAt(),
                sound.updatedAt(),
                sound.expiresAt(),
                sound.retainUntil());
    }
}

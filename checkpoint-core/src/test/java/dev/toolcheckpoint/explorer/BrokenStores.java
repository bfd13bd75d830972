package dev.toolcheckpoint.explorer;

import dev.toolcheckpoint.protocol.Checkpoint;
import dev.toolcheckpoint.protocol.Execution;
import dev.toolcheckpoint.protocol.Transition;
import dev.toolcheckpoint.store.CheckpointStore;
import dev.toolcheckpoint.store.SealedPayload;
import dev.toolcheckpoint.store.WriteResult;
import org.jspecify.annotations.Nullable;

/** Stores that lack one of the rules. */
final class BrokenStores {

    private BrokenStores() {}

    /** Writes whatever is there. */
    static CheckpointStore withoutCompareAndSwap(Wire wire) {
        return new ForwardingStore(() -> wire) {
            @Override
            public WriteResult createIfAbsent(Transition creation) {
                return wire.write(creation, Op.Mode.BLIND);
            }

            @Override
            public WriteResult compareAndSwap(Transition transition, @Nullable SealedPayload payload) {
                return wire.write(transition, Op.Mode.BLIND);
            }
        };
    }

    /** A repeat of a stored write is refused, and nothing in the answer tells whose the record is. */
    static CheckpointStore withoutOwnWriteRecognition(Wire wire) {
        return new ForwardingStore(() -> wire) {
            @Override
            public WriteResult createIfAbsent(Transition creation) {
                return hidden(wire.write(creation, Op.Mode.WITHOUT_RECOGNITION));
            }

            @Override
            public WriteResult compareAndSwap(Transition transition, @Nullable SealedPayload payload) {
                return hidden(wire.write(transition, Op.Mode.WITHOUT_RECOGNITION));
            }
        };
    }

    private static WriteResult hidden(WriteResult result) {
        Checkpoint current = result instanceof WriteResult.Refused refused ? refused.current() : null;
        return current == null || current.execution() == null
                ? result
                : new WriteResult.Refused(
                        withIds(current, "hidden", current.requireExecution().attemptId() + "?"));
    }

    /** The same record under other ids. */
    static Checkpoint withIds(Checkpoint record, String writeId, String attemptId) {
        Execution execution = record.requireExecution();
        return new Checkpoint(
                record.schemaVersion(),
                record.binding(),
                record.recovery(),
                record.revision(),
                writeId,
                record.status(),
                new Execution(
                        attemptId,
                        execution.epoch(),
                        execution.claimedAt(),
                        execution.leaseUntil(),
                        execution.abandonedAt()),
                record.firstAcquiredAt(),
                record.retryStartBefore(),
                record.uncertainty(),
                record.outcome(),
                record.delivery(),
                record.createdAt(),
                record.updatedAt(),
                record.expiresAt(),
                record.retainUntil());
    }
}

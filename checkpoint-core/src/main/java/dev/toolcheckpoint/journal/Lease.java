package dev.toolcheckpoint.journal;

import dev.toolcheckpoint.protocol.Checkpoint;
import dev.toolcheckpoint.protocol.CheckpointKey;
import dev.toolcheckpoint.protocol.Fence;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A claimed attempt: who holds it may execute, and completes with it. Immutable.
 *
 * <p>A lease that came from {@code begin} also remembers the record as it was then, which saves {@code complete} a read; one
 * that was rebuilt from a document doesn't, and works the same.
 */
public final class Lease {

    private final CheckpointKey key;
    private final Fence fence;
    private final Instant leaseUntil;
    private final boolean reacquired;
    private final @Nullable Instant retryStartBefore;
    private final @Nullable Checkpoint snapshot;

    private Lease(
            CheckpointKey key,
            Fence fence,
            Instant leaseUntil,
            boolean reacquired,
            @Nullable Instant retryStartBefore,
            @Nullable Checkpoint snapshot) {
        this.key = key;
        this.fence = fence;
        this.leaseUntil = leaseUntil;
        this.reacquired = reacquired;
        this.retryStartBefore = retryStartBefore;
        this.snapshot = snapshot;
    }

    /** A lease from its parts, as they were printed or passed on. */
    public static Lease of(
            CheckpointKey key,
            Fence fence,
            Instant leaseUntil,
            boolean reacquired,
            @Nullable Instant retryStartBefore) {
        return new Lease(key, fence, leaseUntil, reacquired, retryStartBefore, null);
    }

    static Lease of(Checkpoint record) {
        var execution = record.requireExecution();
        return new Lease(
                record.key(),
                execution.fence(),
                execution.leaseUntil(),
                execution.epoch() > 1,
                record.retryStartBefore(),
                record);
    }

    /** The record's key; its id is the idempotency key for the downstream. */
    public CheckpointKey key() {
        return key;
    }

    /** What the attempt proves itself with. */
    public Fence fence() {
        return fence;
    }

    /** Until when the attempt is believed alive. */
    public Instant leaseUntil() {
        return leaseUntil;
    }

    /** Whether an earlier attempt may have acted. */
    public boolean reacquired() {
        return reacquired;
    }

    /** Before when a further attempt may start; {@code null} for manual recovery. */
    public @Nullable Instant retryStartBefore() {
        return retryStartBefore;
    }

    @Nullable
    Checkpoint snapshot() {
        return snapshot;
    }

    @Override
    public String toString() {
        return "Lease[" + key + ", " + fence + ", until " + leaseUntil + "]";
    }
}

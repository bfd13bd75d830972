package dev.toolcheckpoint.protocol;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The latest attempt.
 *
 * @param attemptId random per attempt
 * @param epoch counts the attempts from 1, those that were killed, too
 * @param claimedAt when the attempt was claimed
 * @param leaseUntil until when it is believed alive
 * @param abandonedAt when its holder gave it up; from then on it counts as expired for everybody
 */
public record Execution(
        String attemptId,
        long epoch,
        Instant claimedAt,
        Instant leaseUntil,
        @Nullable Instant abandonedAt) {

    /** What this attempt proves itself with. */
    public Fence fence() {
        return new Fence(attemptId, epoch);
    }

    /** Whether this is the attempt of {@code fence}. */
    public boolean heldBy(Fence fence) {
        return epoch == fence.epoch() && attemptId.equals(fence.attemptId());
    }

    Execution withLeaseUntil(Instant until) {
        return new Execution(attemptId, epoch, claimedAt, until, abandonedAt);
    }

    Execution abandoned(Instant at) {
        return new Execution(attemptId, epoch, claimedAt, leaseUntil, at);
    }
}

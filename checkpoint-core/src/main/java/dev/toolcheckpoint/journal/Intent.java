package dev.toolcheckpoint.journal;

import dev.toolcheckpoint.protocol.Binding;
import dev.toolcheckpoint.protocol.CheckpointKey;
import dev.toolcheckpoint.protocol.ProtocolException;
import dev.toolcheckpoint.protocol.Recovery;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The call somebody wants made.
 *
 * @param binding what identifies it
 * @param recovery what may happen after an attempt nobody knows the end of
 * @param downstreamKeeps how long the downstream remembers idempotency keys; checked at {@code begin} when given, not stored
 * @param longestRequest how long a request under way may outlive its lease (the tool's quiescence); 0 or more
 */
public record Intent(
        Binding binding, Recovery recovery, @Nullable Duration downstreamKeeps, Duration longestRequest) {

    /** Checks what belongs together. */
    public Intent {
        if (downstreamKeeps != null && recovery instanceof Recovery.Manual) {
            throw ProtocolException.invalidArgument("downstreamKeeps (" + downstreamKeeps.toMillis()
                    + " ms) belongs to idempotent recovery; a manual tool is never repeated.");
        }
        if (longestRequest.isNegative()) {
            throw ProtocolException.invalidArgument(
                    "longestRequest must be 0 ms or more, found " + longestRequest.toMillis() + " ms.");
        }
    }

    /** A call without a declared downstream. */
    public static Intent of(Binding binding, Recovery recovery) {
        return new Intent(binding, recovery, null, Duration.ZERO);
    }

    /** The store key. */
    public CheckpointKey key() {
        return binding.key();
    }

    void checkDownstream(Duration lease, Duration skewMargin) {
        if (downstreamKeeps != null && recovery instanceof Recovery.Idempotent idempotent) {
            idempotent.downstreamKeeps(downstreamKeeps, lease, skewMargin, longestRequest);
        }
    }
}

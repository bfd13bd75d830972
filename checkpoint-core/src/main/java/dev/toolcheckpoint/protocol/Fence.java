package dev.toolcheckpoint.protocol;

/**
 * What an attempt proves itself with. A stale holder's write is refused.
 *
 * @param attemptId random per attempt
 * @param epoch at least 1; one more with every attempt of the same call
 */
public record Fence(String attemptId, long epoch) {
    /** Checks both parts. */
    public Fence {
        Names.name("attemptId", attemptId);
        if (epoch < 1) {
            throw ProtocolException.invalidArgument("epoch must be at least 1, found " + epoch + ".");
        }
    }
}

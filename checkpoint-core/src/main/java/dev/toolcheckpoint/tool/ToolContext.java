package dev.toolcheckpoint.tool;

import dev.toolcheckpoint.protocol.CheckpointKey;
import dev.toolcheckpoint.protocol.Texts;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What a tool knows about the attempt it runs in. Thread-safe. */
public final class ToolContext {

    private final CheckpointKey key;
    private final String callId;
    private final long attempt;
    private final Instant deadline;
    private final Clock clock;
    private final CancelSignal cancelSignal;
    private volatile @Nullable String uncertainty;

    ToolContext(
            CheckpointKey key, String callId, long attempt, Instant deadline, Clock clock, CancelSignal cancelSignal) {
        this.key = key;
        this.callId = callId;
        this.attempt = attempt;
        this.deadline = deadline;
        this.clock = clock;
        this.cancelSignal = cancelSignal;
    }

    /** The key to pass to the downstream: the same for every attempt of this call, different for every other call. */
    public String idempotencyKey() {
        return key.id();
    }

    /** The namespace of the call. */
    public String namespace() {
        return key.namespace();
    }

    /** The caller's key. */
    public String callId() {
        return callId;
    }

    /** Which attempt this is, from 1; above 1 an earlier one may have acted. */
    public long attempt() {
        return attempt;
    }

    /** When the tool must have ended. No effect may start after it. */
    public Instant deadline() {
        return deadline;
    }

    /** How much time is left; 0 when the deadline is over. */
    public Duration remaining() {
        Duration left = Duration.between(clock.instant(), deadline);
        return left.isNegative() ? Duration.ZERO : left;
    }

    /** Whether to stop: the caller cancelled, or the deadline is over. */
    public boolean cancelled() {
        return cancelSignal.cancelled() || !clock.instant().isBefore(deadline);
    }

    /**
     * Says that nobody can know whether the effect happened. Whatever the tool returns or throws afterwards, the call becomes
     * uncertain.
     *
     * @param reason what happened, cut to 2 000 UTF-16 units; never a secret
     */
    public void declareUncertain(String reason) {
        // Refusing a text here would make an ambiguous failure of it, which an idempotent tool is run again after.
        uncertainty = Texts.bounded(reason, "The tool declared its effect uncertain without a reason.");
    }

    @Nullable
    String uncertainty() {
        return uncertainty;
    }
}

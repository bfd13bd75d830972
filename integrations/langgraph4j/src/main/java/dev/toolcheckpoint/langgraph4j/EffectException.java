package dev.toolcheckpoint.langgraph4j;

import dev.toolcheckpoint.protocol.Outcome;
import dev.toolcheckpoint.protocol.Uncertainty;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A node has no outcome to go on with. The graph throws it to its caller inside exceptions of its own: {@link #in} finds it. The
 * graph wrote no checkpoint for the node, so resuming the graph thread runs the node again.
 *
 * <p>Messages hold the tool's name and the call id, never inputs or results: the graph logs them.
 */
public abstract sealed class EffectException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private static final int MAX_CAUSES = 100;

    private final String callId;
    private final @Nullable Instant retryAt;
    private final boolean effectMayHaveHappened;

    private EffectException(
            String tool, String callId, String message, @Nullable Instant retryAt, boolean effectMayHaveHappened) {
        super("Tool \"" + tool + "\", call \"" + callId + "\": " + message);
        this.callId = callId;
        this.retryAt = retryAt;
        this.effectMayHaveHappened = effectMayHaveHappened;
    }

    /** The one among what the graph threw and its causes; none when the graph failed for another reason. */
    public static Optional<EffectException> in(Throwable thrown) {
        Throwable at = thrown;
        for (int depth = 0; at != null && depth < MAX_CAUSES; depth++) {
            if (at instanceof EffectException found) {
                return Optional.of(found);
            }
            at = at.getCause();
        }
        return Optional.empty();
    }

    /** The call's key. */
    public final String callId() {
        return callId;
    }

    /** From when on resuming the graph thread may help; empty when it doesn't help by itself. */
    public final Optional<Instant> retryAt() {
        return Optional.ofNullable(retryAt);
    }

    /** Whether the tool's effect may have happened: then the call must not be made under another call id. */
    public final boolean effectMayHaveHappened() {
        return effectMayHaveHappened;
    }

    /** Another attempt (another graph thread, or a process that was killed) is believed alive. Resume later. */
    public static final class InProgress extends EffectException {
        private static final long serialVersionUID = 1L;

        InProgress(String tool, String callId, Instant retryAt) {
            super(
                    tool,
                    callId,
                    "another attempt is believed alive. Resume the graph thread; from " + retryAt
                            + " on its lease is over.",
                    retryAt,
                    true);
        }
    }

    /** An attempt at an idempotent tool failed and was given up, or there was too little time to start. Resume later. */
    public static final class Retryable extends EffectException {
        private static final long serialVersionUID = 1L;

        Retryable(String tool, String callId, Instant retryAt) {
            super(
                    tool,
                    callId,
                    "the attempt failed and may be made again. Resume the graph thread from " + retryAt + " on.",
                    retryAt,
                    true);
        }
    }

    /** Nobody knows whether the effect happened. Once somebody settled the call, resuming goes on with that outcome. */
    public static final class Uncertain extends EffectException {
        private static final long serialVersionUID = 1L;

        private final Uncertainty.Code reason;
        private final Instant since;

        Uncertain(String tool, String callId, Uncertainty reason, Instant since) {
            super(
                    tool,
                    callId,
                    "nobody knows whether the effect happened (" + reason.code() + ", since " + since
                            + "). Don't repeat the call under another id; settle it, then resume the graph thread.",
                    null,
                    true);
            this.reason = reason.code();
            this.since = since;
        }

        /** What kind of reason. */
        public Uncertainty.Code reason() {
            return reason;
        }

        /** From when on. */
        public Instant since() {
            return since;
        }
    }

    /** The call id belongs to another call, with another input or of another tool. Nothing was done. */
    public static final class Conflict extends EffectException {
        private static final long serialVersionUID = 1L;

        private final ArrayList<String> differingFields;

        Conflict(String tool, String callId, List<String> differingFields) {
            super(
                    tool,
                    callId,
                    "the call id belongs to another call: " + differingFields
                            + " differ. Give this call an id of its own, or the input it had.",
                    null,
                    false);
            this.differingFields = new ArrayList<>(differingFields);
        }

        /** Which fields differ. */
        public List<String> differingFields() {
            return List.copyOf(differingFields);
        }
    }

    /** The call is not one this tool can make. Nothing was done. */
    public static final class Rejected extends EffectException {
        private static final long serialVersionUID = 1L;

        Rejected(String tool, String callId, String reason) {
            super(tool, callId, "rejected. " + reason, null, false);
        }
    }

    /** The call ended long ago, and its result is no longer kept. */
    public static final class Forgotten extends EffectException {
        private static final long serialVersionUID = 1L;

        private final Outcome.Kind kind;

        Forgotten(String tool, String callId, Outcome.Kind kind) {
            super(
                    tool,
                    callId,
                    "it ended (" + kind
                            + "), and its result is no longer kept. Don't repeat it under another id; update"
                            + " the graph's state by hand.",
                    null,
                    true);
            this.kind = kind;
        }

        /** How it ended. */
        public Outcome.Kind kind() {
            return kind;
        }
    }
}

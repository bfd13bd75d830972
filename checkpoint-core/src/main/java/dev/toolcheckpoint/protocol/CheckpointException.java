package dev.toolcheckpoint.protocol;

import org.jspecify.annotations.Nullable;

/**
 * The root of every exception this project throws on purpose. Normal states (busy, replay, uncertain …) are values, not
 * exceptions.
 *
 * <p>Messages say what was expected, what was found and what to do. They never hold payloads, inputs or credentials.
 */
public abstract sealed class CheckpointException extends RuntimeException
        permits ProtocolException,
                StoreException,
                ConfigurationException,
                CompletionUnconfirmedException,
                RecordMissingException {

    private static final long serialVersionUID = 1L;

    private final ErrorCode code;
    private final boolean retryable;
    private final boolean effectMayHaveHappened;

    CheckpointException(
            ErrorCode code,
            String message,
            @Nullable Throwable cause,
            boolean retryable,
            boolean effectMayHaveHappened) {
        super(message, cause);
        this.code = code;
        this.retryable = retryable;
        this.effectMayHaveHappened = effectMayHaveHappened;
    }

    /** The stable code. */
    public final ErrorCode code() {
        return code;
    }

    /** Whether the same operation with the same arguments may succeed later. */
    public final boolean retryable() {
        return retryable;
    }

    /** Whether the tool's effect may have happened: then the call must not be issued under another key. */
    public final boolean effectMayHaveHappened() {
        return effectMayHaveHappened;
    }
}

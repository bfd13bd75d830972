package dev.toolcheckpoint.lambda;

import dev.toolcheckpoint.answer.ToolError;

/**
 * A call that did not end in a result, where an exception is the only way to say so. The class names are stable: retry and
 * catch rules of a state machine or a destination name them. Messages hold no payloads and no keys.
 */
public abstract sealed class CallException extends RuntimeException
        permits CallInProgressException,
                CallConflictException,
                CallUncertainException,
                CallRetryableException,
                CallRejectedException,
                EffectDoneException,
                CallFailedException,
                UnrecognisedEventException {

    private static final long serialVersionUID = 1L;

    private final String code;
    private final boolean retryable;
    private final boolean effectMayHaveHappened;

    CallException(ToolError error) {
        this(error.code(), error.message(), error.retryable(), error.effectMayHaveHappened());
    }

    CallException(String code, String message, boolean retryable, boolean effectMayHaveHappened) {
        super(code + ": " + message);
        this.code = code;
        this.retryable = retryable;
        this.effectMayHaveHappened = effectMayHaveHappened;
    }

    /** The same code as in an error object. */
    public final String code() {
        return code;
    }

    /** Whether the same call may come again. */
    public final boolean retryable() {
        return retryable;
    }

    /** Whether the tool's effect may have happened: then the call must not be issued under another key. */
    public final boolean effectMayHaveHappened() {
        return effectMayHaveHappened;
    }
}

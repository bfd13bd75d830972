package dev.toolcheckpoint.lambda;

/** The key belongs to another call; nothing was done. */
public final class CallConflictException extends CallException {

    private static final long serialVersionUID = 1L;

    CallConflictException(CallError error) {
        super(error);
    }
}

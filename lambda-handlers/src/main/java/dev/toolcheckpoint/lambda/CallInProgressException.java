package dev.toolcheckpoint.lambda;

/** Another attempt of this call is believed alive. */
public final class CallInProgressException extends CallException {

    private static final long serialVersionUID = 1L;

    CallInProgressException(CallError error) {
        super(error);
    }
}

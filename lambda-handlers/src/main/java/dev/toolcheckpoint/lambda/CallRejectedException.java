package dev.toolcheckpoint.lambda;

/** The event asks for no call that could be made; nothing was claimed. */
public final class CallRejectedException extends CallException {

    private static final long serialVersionUID = 1L;

    CallRejectedException(CallError error) {
        super(error);
    }
}

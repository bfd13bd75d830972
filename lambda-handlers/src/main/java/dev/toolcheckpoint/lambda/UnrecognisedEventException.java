package dev.toolcheckpoint.lambda;

/** The event is no JSON, has the shape of no known source, or of several. Nothing was claimed. Never retryable. */
public final class UnrecognisedEventException extends CallException {

    private static final long serialVersionUID = 1L;

    UnrecognisedEventException(String message) {
        super("UNRECOGNISED_EVENT", message, false, false);
    }
}

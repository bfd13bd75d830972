package dev.toolcheckpoint.lambda;

/** A call that can't be made, found before anything was claimed. Never leaves the package. */
final class RefusedCallException extends Exception {

    private static final long serialVersionUID = 1L;

    RefusedCallException(String reason) {
        super(reason);
    }
}

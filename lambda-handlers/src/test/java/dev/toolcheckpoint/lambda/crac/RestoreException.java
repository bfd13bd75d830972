package dev.toolcheckpoint.lambda.crac;

/** As {@code org.crac} expects it: the failures are suppressed ones. */
public final class RestoreException extends Exception {
    private static final long serialVersionUID = 1;
}

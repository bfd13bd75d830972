package dev.toolcheckpoint.lambda.crac;

/** As {@code org.crac} expects it: the failures are suppressed ones. */
public final class CheckpointException extends Exception {
    private static final long serialVersionUID = 1;
}

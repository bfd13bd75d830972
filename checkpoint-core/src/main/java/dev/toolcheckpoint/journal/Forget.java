package dev.toolcheckpoint.journal;

/** The answer of {@link Journal#forget}. */
public enum Forget {
    /** The payload is gone; kind, size and digest stay. */
    FORGOTTEN,
    /** It was forgotten before. */
    ALREADY_FORGOTTEN,
    /** The record has no outcome, or one that is being delivered. */
    NOT_FORGETTABLE
}

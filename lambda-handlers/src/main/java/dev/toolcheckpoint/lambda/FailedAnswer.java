package dev.toolcheckpoint.lambda;

/**
 * What it means when a wrapped handler answers that it failed: with an HTTP status of 500 or more, or with its message among the
 * {@code batchItemFailures}. Exceptions have rules of their own.
 */
public enum FailedAnswer {
    /** It leaves open whether the effect happened: a manual call is uncertain, an idempotent one may come again. */
    AMBIGUOUS,
    /** The handler vouches that this attempt had no effect and can have none. */
    NO_EFFECT,
    /** It is the call's outcome: an HTTP answer is stored and replayed. A queue's item is as with {@link #AMBIGUOUS}. */
    STORED
}

package dev.toolcheckpoint.explorer;

/** What the failure contract forbids. */
enum Violation {
    /** The effect happened twice (for idempotent tools: as a downstream counts that deduplicates by the key). */
    SECOND_EFFECT,
    /** A further attempt was claimed outside its window, or past its number of attempts. */
    ATTEMPT_OUTSIDE_WINDOW,
    /** A stored outcome was replaced or lost. */
    OUTCOME_REPLACED,
    /** What is stored beside the record is not the outcome that the record names. */
    OUTCOME_UNREADABLE,
    /** An attempt whose owner believes in its lease lost the record. */
    LIVE_OWNER_TAKEN_OVER,
    /** A call that is uncertain or finished was handed out again. */
    STATE_WENT_BACK,
    /** A caller was told that another holds the call, and that other was itself. */
    BUSY_WITH_OWN_CLAIM,
    /** A caller was told an outcome that the store does not hold. */
    TOLD_WHAT_IS_NOT_STORED,
    /** The record says that nothing happened, and something did. */
    NO_EFFECT_BESIDE_EFFECT,
    /** A receiver that does not deduplicate got the outcome twice. */
    ARRIVED_TWICE,
    /** Somebody else ended a delivery whose holder believes in its lease. */
    LIVE_DELIVERY_ENDED,
    /** A record breaks an invariant. */
    INVALID_RECORD,
    /** An operation failed in a way it never should. */
    UNEXPECTED_FAILURE,
    /** An actor never ends. */
    DOES_NOT_END
}

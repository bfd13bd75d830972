package dev.toolcheckpoint.testing.model;

/** Rules that a model can be told to get wrong, to show that the histories notice a journal that does. */
enum BrokenRule {
    /** A further attempt may start at {@code now + margin = retryStartBefore}. */
    ADMIT_AT_CUTOFF,
    /** Others take over when the lease ends, without the margin. */
    IGNORE_MARGIN,
    /** Others take over only after the instant at which they may. */
    EXPIRE_ONE_LATER,
    /** A limit of attempts is not kept. */
    UNLIMITED_ATTEMPTS,
    /** Each attempt opens the window anew. */
    WINDOW_MOVES,
    /** A renewal sets the lease's end, be it earlier. */
    RENEW_SHORTENS,
    /** A lease that ended can be renewed. */
    RENEW_AFTER_END,
    /** Whoever completes first is believed, whatever its fence. */
    COMPLETE_WITHOUT_FENCE,
    /** Strict journals take late receipts, too. */
    ACCEPT_LATE_RECEIPTS,
    /** A write whose answer was lost is taken for another's. */
    BLIND_TO_OWN_WRITES,
    /** "It did not happen" counts at once. */
    ABSENT_AT_ONCE,
    /** Outcomes are equal whether or not they may be retried. */
    IGNORE_RETRYABLE_MARK,
    /** A stored outcome is handed out whatever the call. */
    REPLAY_BEFORE_CONFLICT,
    /** Evidence is taken while an attempt executes. */
    SETTLE_WHILE_EXECUTING,
    /** A delivery in doubt is repeated by anyone. */
    REPEAT_ANY_DELIVERY,
    /** A delivery is ended by whoever says so. */
    DELIVERY_WITHOUT_FENCE,
    /** What a replay remembers of a delivery is believed without asking. */
    TRUST_WHAT_IS_REMEMBERED,
    /** Who abandons its attempt leaves the call open, although no other may follow. */
    ABANDON_NEVER_UNCERTAIN
}

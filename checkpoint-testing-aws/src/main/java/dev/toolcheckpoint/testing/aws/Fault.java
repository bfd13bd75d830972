package dev.toolcheckpoint.testing.aws;

/** What can go wrong with one request on the wire. "Applied" says whether the service had acted by then. */
public enum Fault {
    /** The connection breaks before the request arrives. Not applied. */
    DROP_REQUEST(false),
    /** The connection breaks while the client waits for the answer. Applied. */
    DROP_RESPONSE(true),
    /** The attempt times out, and the request never arrived. Not applied. */
    TIME_OUT_BEFORE(false),
    /** The attempt times out, but the request arrived. Applied. */
    TIME_OUT_AFTER(true),
    /** The service refuses for now, with the service's own error. Not applied. */
    THROTTLE(false),
    /** The service answers 500 and did nothing. */
    SERVER_ERROR(false),
    /** The service answers 500, but had acted. Applied. */
    SERVER_ERROR_AFTER(true),
    /**
     * DynamoDB refuses because a transaction is writing the item: {@code TransactionConflictException}, or for a transaction {@code
     * TransactionCanceledException} with the reason {@code TransactionConflict}. Not applied.
     */
    TRANSACTION_CONFLICT(false);

    private final boolean applied;

    Fault(boolean applied) {
        this.applied = applied;
    }

    /** Whether the service gets the request and acts. */
    public boolean applied() {
        return applied;
    }
}

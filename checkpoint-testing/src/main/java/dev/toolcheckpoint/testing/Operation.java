package dev.toolcheckpoint.testing;

/** The operations of a store that {@link FaultInjectingStore} counts and disturbs. */
public enum Operation {
    /** {@code prepare}. */
    PREPARE,
    /** {@code seal}. */
    SEAL,
    /** {@code createIfAbsent}. */
    CREATE,
    /** {@code compareAndSwap}. */
    SWAP,
    /** {@code find}. */
    FIND,
    /** {@code loadPayload}. */
    LOAD_PAYLOAD,
    /** {@code attention}. */
    ATTENTION,
    /** {@code list}. */
    LIST,
    /** {@code digest}. */
    DIGEST;

    /** Whether it changes a record. */
    public boolean isWrite() {
        return this == CREATE || this == SWAP;
    }
}

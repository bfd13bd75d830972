package dev.toolcheckpoint.protocol;

/** Whether an attempt may complete after its lease ended, as long as nobody took over and nobody settled. */
public enum LateReceipts {
    /** The default: its receipt is the best evidence there is. */
    ACCEPT,
    /** The strict rule: after the lease, or once uncertain, its receipt is stale. */
    REJECT
}

package dev.toolcheckpoint.protocol;

/** The states of a checkpoint. */
public enum Status {
    /** Created, never claimed. No tool was started for it. */
    READY,
    /** An attempt was claimed. While its lease is live nobody else may act; the effect may have happened. */
    EXECUTING,
    /** Nobody knows whether the effect happened. Only evidence, or the attempt's own receipt, ends this state. */
    UNCERTAIN,
    /** The outcome is stored. The tool never runs again under this call. */
    COMPLETED,
    /** A deliverer claimed the stored outcome and may be sending it. */
    DELIVERING,
    /** The outcome was handed over, or was found to be undeliverable for good. */
    DELIVERED;

    /** Whether an outcome is stored in this state. */
    public boolean hasOutcome() {
        return this == COMPLETED || this == DELIVERING || this == DELIVERED;
    }
}

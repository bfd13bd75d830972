package dev.toolcheckpoint.journal;

/** How an attempt to end a delivery ended. */
public enum DeliveryEnd {
    /** The record says so now. */
    DONE,
    /** The caller does not hold the delivery. */
    STALE
}

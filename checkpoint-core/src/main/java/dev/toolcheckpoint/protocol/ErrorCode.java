package dev.toolcheckpoint.protocol;

/** The stable codes of every error this project reports, in exceptions, command output and responses. */
public enum ErrorCode {
    /** The id is taken by a call with another tool, revision, input or recovery policy. */
    BINDING_CONFLICT,
    /** The caller does not hold the attempt (or delivery) it speaks for. */
    FENCE_CONFLICT,
    /** The stored record breaks an invariant. It is left exactly as it is. */
    INVALID_CHECKPOINT,
    /** The stored record was written by another schema version. It is left exactly as it is. */
    UNSUPPORTED_SCHEMA,
    /** A value passed by the caller is not allowed. Nothing was read or written. */
    INVALID_ARGUMENT,
    /** The record's state does not allow the change. */
    INVALID_TRANSITION,
    /** The outcome is larger than the configured limit. */
    PAYLOAD_TOO_LARGE,
    /** The store did not answer, or answered with a failure. */
    STORE_UNAVAILABLE,
    /** The table (or its schema) is missing. A missing table is never an empty journal. */
    TABLE_MISSING,
    /** The table or file exists, but is not the one that is expected. */
    TABLE_MISMATCH,
    /** The key service did not answer, or refused. */
    KMS_UNAVAILABLE,
    /** The outcome is stored, but its payload cannot be read. The effect is done; the tool does not run. */
    PAYLOAD_UNREADABLE,
    /** The effect is done, but its record is gone. */
    RECORD_MISSING,
    /** The configuration is wrong or contradicts itself. */
    INVALID_CONFIGURATION
}

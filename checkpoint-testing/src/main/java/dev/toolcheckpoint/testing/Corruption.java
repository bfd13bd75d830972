package dev.toolcheckpoint.testing;

import dev.toolcheckpoint.protocol.ErrorCode;

/** The ways in which {@link CheckpointStoreContract} has a stored record broken behind a store's back. */
public enum Corruption {
    /** Everything decodes, but a rule of the protocol does not hold: epoch 0. */
    BROKEN_INVARIANT(ErrorCode.INVALID_CHECKPOINT),
    /** Schema version 2. */
    UNSUPPORTED_SCHEMA(ErrorCode.UNSUPPORTED_SCHEMA),
    /** A field that this schema version does not have. */
    UNKNOWN_FIELD(ErrorCode.INVALID_CHECKPOINT),
    /** A field that every record has is gone. */
    MISSING_FIELD(ErrorCode.INVALID_CHECKPOINT),
    /** A number where a text should be, or the other way round. */
    WRONG_TYPE(ErrorCode.INVALID_CHECKPOINT),
    /** Bytes that are no record at all. */
    UNDECODABLE(ErrorCode.INVALID_CHECKPOINT),
    /** The record is sound; its outcome's payload, of 300 KiB, is gone. */
    PAYLOAD_MISSING(ErrorCode.PAYLOAD_UNREADABLE),
    /** The record is sound; its outcome's payload, of 300 KiB, no longer fits its digest. */
    PAYLOAD_DAMAGED(ErrorCode.PAYLOAD_UNREADABLE);

    private final ErrorCode code;

    Corruption(ErrorCode code) {
        this.code = code;
    }

    /** The code of the error that a store reports it by. */
    public ErrorCode code() {
        return code;
    }

    /** Whether the record itself is sound. */
    public boolean ofPayload() {
        return code == ErrorCode.PAYLOAD_UNREADABLE;
    }
}

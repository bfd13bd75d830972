package dev.toolcheckpoint.protocol;

import org.jspecify.annotations.Nullable;

/** A rule of the protocol refuses an argument, a record or a change. Nothing was written. */
public final class ProtocolException extends CheckpointException {

    private static final long serialVersionUID = 1L;

    private ProtocolException(
            ErrorCode code, String message, @Nullable Throwable cause, boolean effectMayHaveHappened) {
        super(code, message, cause, false, effectMayHaveHappened);
    }

    /** A value passed by the caller is not allowed. */
    public static ProtocolException invalidArgument(String message) {
        return new ProtocolException(ErrorCode.INVALID_ARGUMENT, message, null, false);
    }

    /** A value passed by the caller is not allowed; {@code cause} says more. */
    public static ProtocolException invalidArgument(String message, Throwable cause) {
        return new ProtocolException(ErrorCode.INVALID_ARGUMENT, message, cause, false);
    }

    /** A stored record breaks an invariant. The effect may have happened: the record can't tell. */
    public static ProtocolException invalidCheckpoint(String message) {
        return new ProtocolException(ErrorCode.INVALID_CHECKPOINT, message, null, true);
    }

    /** A stored record cannot be decoded. */
    public static ProtocolException invalidCheckpoint(String message, Throwable cause) {
        return new ProtocolException(ErrorCode.INVALID_CHECKPOINT, message, cause, true);
    }

    /** A stored record has another schema version than {@value Checkpoint#SCHEMA_VERSION}. */
    public static ProtocolException unsupportedSchema(String found) {
        return new ProtocolException(
                ErrorCode.UNSUPPORTED_SCHEMA,
                "The record has schema version " + found + "; this library reads version " + Checkpoint.SCHEMA_VERSION
                        + ". Deploy readers before writers, or use the library that wrote it.",
                null,
                true);
    }

    /** The state of the record does not allow the change. */
    public static ProtocolException invalidTransition(String message) {
        return new ProtocolException(ErrorCode.INVALID_TRANSITION, message, null, true);
    }

    /** The caller does not hold the attempt or delivery it speaks for. */
    public static ProtocolException fenceConflict(String message) {
        return new ProtocolException(ErrorCode.FENCE_CONFLICT, message, null, true);
    }

    /** The id is taken by another call. */
    public static ProtocolException bindingConflict(String message) {
        return new ProtocolException(ErrorCode.BINDING_CONFLICT, message, null, true);
    }

    /** The outcome does not fit the limit. */
    public static ProtocolException payloadTooLarge(long size, long limit) {
        return new ProtocolException(
                ErrorCode.PAYLOAD_TOO_LARGE,
                "The outcome has " + size + " bytes; the limit is " + limit
                        + ". Return less, or raise the result limit (at most 10 MB).",
                null,
                true);
    }
}

package dev.toolcheckpoint.protocol;

import org.jspecify.annotations.Nullable;

/**
 * The store (or what it stands on) failed.
 *
 * <p>{@link #ambiguous()} tells whether the write may have been applied all the same. An ambiguous failure is repeated
 * with the very same ids and bytes, and the stored record decides.
 */
public final class StoreException extends CheckpointException {

    private static final long serialVersionUID = 1L;

    private final boolean ambiguous;

    private StoreException(
            ErrorCode code, String message, @Nullable Throwable cause, boolean retryable, boolean ambiguous) {
        super(code, message, cause, retryable, true);
        this.ambiguous = ambiguous;
    }

    /** Whether the write that failed may have been applied. */
    public boolean ambiguous() {
        return ambiguous;
    }

    /** No answer came back: the write may or may not have been applied. */
    public static StoreException unknownResult(String message, @Nullable Throwable cause) {
        return new StoreException(ErrorCode.STORE_UNAVAILABLE, message, cause, true, true);
    }

    /** The store refused for now (throttled, locked, out of reach): nothing was written. */
    public static StoreException unavailable(String message, @Nullable Throwable cause) {
        return new StoreException(ErrorCode.STORE_UNAVAILABLE, message, cause, true, false);
    }

    /** The store failed in a way that repeating does not mend (disk full, no permission): nothing was written. */
    public static StoreException broken(String message, @Nullable Throwable cause) {
        return new StoreException(ErrorCode.STORE_UNAVAILABLE, message, cause, false, false);
    }

    /** The table or schema is not there. */
    public static StoreException tableMissing(String message) {
        return new StoreException(ErrorCode.TABLE_MISSING, message, null, false, false);
    }

    /** The table or file is there, but is not a journal, or not the one that is expected. */
    public static StoreException tableMismatch(String message, @Nullable Throwable cause) {
        return new StoreException(ErrorCode.TABLE_MISMATCH, message, cause, false, false);
    }

    /** The key service did not answer, or refused. */
    public static StoreException kmsUnavailable(String message, @Nullable Throwable cause, boolean retryable) {
        return new StoreException(ErrorCode.KMS_UNAVAILABLE, message, cause, retryable, false);
    }

    /** An outcome is stored, but its payload can't be read (missing chunk, disabled key, flipped bit). */
    public static StoreException payloadUnreadable(String message, @Nullable Throwable cause) {
        return new StoreException(ErrorCode.PAYLOAD_UNREADABLE, message, cause, false, false);
    }
}

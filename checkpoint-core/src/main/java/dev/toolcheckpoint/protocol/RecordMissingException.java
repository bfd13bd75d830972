package dev.toolcheckpoint.protocol;

/**
 * The record a caller holds a fence of, or wants to settle, is gone. When {@link #effectMayHaveHappened()} the effect
 * is done and nothing remembers it: do not issue the call again.
 */
public final class RecordMissingException extends CheckpointException {

    private static final long serialVersionUID = 1L;

    /** The attempt's effect is done, and its record has disappeared. */
    public static RecordMissingException afterEffect(CheckpointKey key) {
        return new RecordMissingException(
                "The effect of " + key
                        + " is done, but its record is gone (deleted, or another table). The outcome could"
                        + " not be stored. Do not issue the call again; find out who deleted the record.",
                true);
    }

    /** There is no record under this key. */
    public static RecordMissingException absent(CheckpointKey key) {
        return new RecordMissingException("There is no record of " + key + ".", false);
    }

    private RecordMissingException(String message, boolean effectMayHaveHappened) {
        super(ErrorCode.RECORD_MISSING, message, null, false, effectMayHaveHappened);
    }
}

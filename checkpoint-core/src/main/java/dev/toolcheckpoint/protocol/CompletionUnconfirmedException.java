package dev.toolcheckpoint.protocol;

/**
 * The tool came back, and it stays unknown whether its receipt was stored. The exception carries the receipt. A manual
 * tool is never run again because of it; an idempotent one may be, under the same key and inside its window.
 */
public final class CompletionUnconfirmedException extends CheckpointException {

    private static final long serialVersionUID = 1L;

    private final transient Receipt receipt;
    private final CheckpointKey key;

    /** Made when the bounded repeats of one completion all ended without an answer. */
    public CompletionUnconfirmedException(CheckpointKey key, Receipt receipt, Throwable cause) {
        super(
                ErrorCode.STORE_UNAVAILABLE,
                "The effect of " + key
                        + " is done, but it is unknown whether its outcome was stored. Repeat the same call:"
                        + " it answers with the stored outcome, or says that it is uncertain.",
                cause,
                true,
                true);
        this.key = key;
        this.receipt = receipt;
    }

    /** The record's key. */
    public CheckpointKey key() {
        return key;
    }

    /** What the tool came back with. */
    public Receipt receipt() {
        return receipt;
    }
}

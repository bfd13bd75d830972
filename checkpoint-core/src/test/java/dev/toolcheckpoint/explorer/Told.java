package dev.toolcheckpoint.explorer;

import dev.toolcheckpoint.protocol.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * What a caller was told.
 *
 * @param kind the answer's kind
 * @param outcome the outcome it came with
 * @param byOwnClaim whether the record it was judged by was held by a claim of this very call
 */
record Told(Kind kind, @Nullable Outcome outcome, boolean byOwnClaim) {

    enum Kind {
        EXECUTED,
        REPLAYED,
        ACQUIRED,
        BUSY,
        RETRYABLE,
        UNCERTAIN,
        DELIVERED,
        OTHER,
        ERROR
    }

    @Override
    public String toString() {
        return kind + (byOwnClaim ? " (by its own claim)" : "");
    }
}

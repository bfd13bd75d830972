package dev.toolcheckpoint.dynamo;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Keeps the bodies of payloads that are too large for their control item. */
interface Bodies {

    /**
     * Writes one part. A repeat writes the same bytes.
     *
     * @param life how long it is kept
     */
    void write(String partition, PayloadPlace place, int part, byte[] bytes, Life life);

    /** The whole body; {@code null} when a part of it is missing. */
    byte @Nullable [] read(String partition, PayloadPlace place);

    /** Removes a body that nothing points to any more. What remains is removed by its time to live. */
    void delete(String partition, PayloadPlace place);

    /**
     * How long a body is kept.
     *
     * @param expiresAt from when on it may go; {@code null} when only who made it removes it
     * @param storedAt when it was written, where somebody has to tell its age; {@code null} where nobody has
     */
    record Life(@Nullable Instant expiresAt, @Nullable Instant storedAt) {

        static Life until(Instant expiresAt) {
            return new Life(expiresAt, null);
        }

        static Life since(Instant storedAt) {
            return new Life(null, storedAt);
        }
    }
}

package dev.toolcheckpoint.dynamo;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Keeps the bodies of payloads that are too large for their control item. */
interface Bodies {

    /**
     * Writes one part. A repeat writes the same bytes.
     *
     * @param expiresAt from when on it may go
     */
    void write(String partition, PayloadPlace place, int part, byte[] bytes, Instant expiresAt);

    /** The whole body; {@code null} when a part of it is missing. */
    byte @Nullable [] read(String partition, PayloadPlace place);

    /** Removes a body that nothing points to any more. What remains is removed by its time to live. */
    void delete(String partition, PayloadPlace place);
}

package dev.toolcheckpoint.testing;

import dev.toolcheckpoint.protocol.CheckpointKey;
import org.jspecify.annotations.Nullable;

/**
 * One call of a {@link FaultInjectingStore}. Holds no payload.
 *
 * @param operation which operation
 * @param nth which call of that operation, from 1
 * @param key the record; {@code null} for listings
 * @param writeId the write id of a write or of a sealed payload; else {@code null}
 * @param fault the fault it met; {@code none} when nothing went wrong
 * @param ended how it ended for the caller; {@code under way} while it hasn't
 */
public record StoreCall(
        Operation operation,
        int nth,
        @Nullable CheckpointKey key,
        @Nullable String writeId,
        Fault fault,
        String ended) {

    @Override
    public String toString() {
        return operation + "#" + nth + (writeId == null ? "" : " " + writeId) + " " + fault + " → " + ended;
    }
}

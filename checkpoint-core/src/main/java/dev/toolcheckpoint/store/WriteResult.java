package dev.toolcheckpoint.store;

import dev.toolcheckpoint.protocol.Checkpoint;
import org.jspecify.annotations.Nullable;

/** How a conditional write ended, when the store answered. */
public sealed interface WriteResult {

    /** The record is stored, by this write or by an earlier send of the same one. */
    record Stored() implements WriteResult {}

    /**
     * The condition did not hold; nothing was written.
     *
     * @param current the record that is there; {@code null} when there is none
     */
    record Refused(@Nullable Checkpoint current) implements WriteResult {}

    /** The answer of a write whose condition did not hold: an equal write id means that it was stored before. */
    static WriteResult refusedUnlessOwn(@Nullable Checkpoint current, Checkpoint attempted) {
        return current != null && current.writeId().equals(attempted.writeId()) ? new Stored() : new Refused(current);
    }
}

package dev.toolcheckpoint.runs.store;

import org.jspecify.annotations.Nullable;

/** What must hold of a cell for a commit to be applied. */
public sealed interface Expected {

    /** There is no such cell, or no such item. */
    record Absent() implements Expected {}

    /**
     * The cell was not written since.
     *
     * @param version the version seen
     */
    record Version(String version) implements Expected {}

    /**
     * The cell stands for the same holder.
     *
     * @param fence the holder's fence
     */
    record Fence(String fence) implements Expected {}

    /** Whether it holds of this cell. */
    default boolean holds(@Nullable Cell cell) {
        if (cell == null) {
            return this instanceof Absent;
        }
        if (this instanceof Version seen) {
            return cell.version().equals(seen.version());
        }
        return this instanceof Fence held && cell.fence().equals(held.fence());
    }
}

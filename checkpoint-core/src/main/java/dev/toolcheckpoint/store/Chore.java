package dev.toolcheckpoint.store;

import dev.toolcheckpoint.protocol.Checkpoint;
import java.time.Instant;
import java.util.function.BooleanSupplier;

/**
 * What a store wants done regularly about records that are still open, such as keeping alive what would go by itself. The reconciler shows it
 * every open record that it comes by, before it does anything with that record. Thread-safe: any number may run at once, and a
 * repeat changes nothing. Never changes the record itself.
 */
@FunctionalInterface
public interface Chore {

    /**
     * Looks after one record.
     *
     * @param record as it was listed, with status EXECUTING, UNCERTAIN or DELIVERING; a hint
     * @param now the time of the reconciler
     * @param timeLeft whether there is time for another request; to be asked between two of them. A chore does at least one thing each time,
     *     so that repeats come to an end
     * @throws dev.toolcheckpoint.protocol.StoreException when the store fails; the next run comes by again
     */
    Result attend(Checkpoint record, Instant now, BooleanSupplier timeLeft);

    /** What came of it. */
    enum Result {
        /** There was nothing to do. */
        NOTHING,
        /** Something was done. */
        DONE,
        /** Something is lost that can't be made again. What could be done was. */
        DAMAGED,
        /** The time was up; the same record is to be shown again. */
        UNFINISHED
    }
}

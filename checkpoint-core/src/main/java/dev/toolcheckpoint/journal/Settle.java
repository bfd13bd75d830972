package dev.toolcheckpoint.journal;

import dev.toolcheckpoint.protocol.Outcome;
import dev.toolcheckpoint.protocol.Status;
import java.time.Instant;
import java.util.List;

/** The answer of {@link Journal#settle}. */
public sealed interface Settle {

    /**
     * The evidence and the outcome are stored.
     *
     * @param outcome as it is stored
     */
    record Settled(Outcome outcome) implements Settle {}

    /**
     * An equal outcome is stored already, whatever its evidence.
     *
     * @param outcome as it is stored
     * @param status where the record is
     */
    record Replayed(Outcome outcome, Status status) implements Settle {}

    /**
     * Another outcome is stored, or (with an intent) the id belongs to another call. Nothing was changed.
     *
     * @param differingFields which fields of the call, or {@code outcome}
     * @param status where the record is
     */
    record Conflict(List<String> differingFields, Status status) implements Settle {
        /** Copies the list. */
        public Conflict {
            differingFields = List.copyOf(differingFields);
        }
    }

    /**
     * There is nothing to settle.
     *
     * @param status where the record is
     */
    record NotUncertain(Status status) implements Settle {}

    /**
     * "It did not happen" does not count yet: the attempt may still act.
     *
     * @param countsFrom from when on it does
     */
    record TooEarly(Instant countsFrom) implements Settle {}
}

package dev.toolcheckpoint.journal;

import dev.toolcheckpoint.protocol.Checkpoint;
import dev.toolcheckpoint.protocol.CheckpointKey;
import dev.toolcheckpoint.protocol.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * An outcome to deliver, for {@link Journal#claimDelivery}. Immutable.
 *
 * <p>One that came with an answer of {@code begin} or {@code complete} also remembers the record and the outcome as they were
 * then, which saves the claim a read; one that was made from a key doesn't, and works the same. What is remembered is only ever
 * written from, under the compare-and-swap: an old one costs a refused write, never a wrong answer.
 *
 * <p>Holds the payload's bytes for as long as it is kept. Equal when the keys are.
 */
public final class Deliverable {

    private final CheckpointKey key;
    private final @Nullable Checkpoint record;
    private final @Nullable Outcome outcome;

    private Deliverable(CheckpointKey key, @Nullable Checkpoint record, @Nullable Outcome outcome) {
        this.key = key;
        this.record = record;
        this.outcome = outcome;
    }

    /** The outcome under a key, which need not be there yet. */
    public static Deliverable of(CheckpointKey key) {
        return new Deliverable(key, null, null);
    }

    /**
     * The outcome of a record.
     *
     * @param record as the store has it
     * @param outcome its outcome with the payload at hand, or forgotten
     */
    static Deliverable of(Checkpoint record, Outcome outcome) {
        return new Deliverable(record.key(), record, outcome);
    }

    /** The record's key. */
    public CheckpointKey key() {
        return key;
    }

    /** The record as it was. */
    @Nullable
    Checkpoint record() {
        return record;
    }

    /** The remembered outcome, when this is the remembered record: a write id belongs to one write. */
    @Nullable
    Outcome outcomeOf(Checkpoint current) {
        return record != null && record.writeId().equals(current.writeId()) ? outcome : null;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Deliverable deliverable && key.equals(deliverable.key);
    }

    @Override
    public int hashCode() {
        return key.hashCode();
    }

    /** Names the key only: a payload may be secret. */
    @Override
    public String toString() {
        return "Deliverable[" + key + "]";
    }
}

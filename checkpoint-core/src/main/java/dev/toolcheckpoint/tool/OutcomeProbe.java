package dev.toolcheckpoint.tool;

import dev.toolcheckpoint.protocol.Checkpoint;
import dev.toolcheckpoint.protocol.Receipt;

/** Asks the downstream whether the effect of an uncertain call happened. Reads only; thread-safe. */
@FunctionalInterface
public interface OutcomeProbe {

    /**
     * What the downstream knows about the call.
     *
     * @param record the uncertain record; its key's id is the idempotency key the downstream got
     * @throws Exception counts as {@link Answer.Unknown}
     */
    Answer probe(Checkpoint record) throws Exception;

    /** What the downstream knows. */
    sealed interface Answer {

        /**
         * The effect happened.
         *
         * @param reference where that can be seen
         * @param receipt what the tool would have come back with
         */
        record Happened(String reference, Receipt receipt) implements Answer {}

        /**
         * It did not happen. Counts only when the question came once lease, skew margin and quiescence were over; before that it is
         * unknown.
         *
         * @param why how that is known
         */
        record DidNotHappen(String why) implements Answer {}

        /** The downstream can't tell. */
        record Unknown() implements Answer {}
    }
}

package dev.toolcheckpoint.testing.model;

import dev.toolcheckpoint.testing.Operation;
import java.util.List;

/**
 * What goes wrong with the next requests of a kind.
 *
 * @param target {@code CREATE}, {@code SWAP} or {@code PREPARE}
 * @param pattern what happens to them, one after the other
 */
record Disturbance(Operation target, Pattern pattern) {

    /** What happens to one request. */
    enum Fate {
        /** It arrives, and so does its answer. */
        ARRIVES,
        /** It arrives, its answer does not. */
        ANSWER_LOST,
        /** It never arrives, and nobody knows. */
        LOST,
        /** It arrives later, and nobody knows. */
        LATE,
        /** It is refused for now. */
        THROTTLED,
        /** It arrives; a refusal comes without the record. */
        RECORD_WITHHELD;

        boolean answered() {
            return this == ARRIVES || this == RECORD_WITHHELD;
        }
    }

    /** The fates of consecutive sends of one operation. The other worker acts around the first. */
    enum Pattern {
        /** Others are faster. */
        SLOW_REQUEST(true, Fate.ARRIVES),
        /** The answer takes long. */
        SLOW_ANSWER(false, Fate.ARRIVES),
        /** The write is made, its answer lost, and it is sent again. */
        ANSWER_LOST(false, Fate.ANSWER_LOST),
        /** The same, and the refusal of the repeat does not show the record. */
        ANSWER_LOST_RECORD_WITHHELD(false, Fate.ANSWER_LOST, Fate.RECORD_WITHHELD),
        /** The write is not made, and is sent again. */
        REQUEST_LOST(false, Fate.LOST),
        /** The write is sent again, and both arrive. */
        REQUEST_LATE(false, Fate.LATE),
        /** The store refuses once. */
        THROTTLED(false, Fate.THROTTLED),
        /** The write is made, and its caller never hears of it. */
        ANSWERS_LOST(false, Fate.ANSWER_LOST, Fate.ANSWER_LOST, Fate.ANSWER_LOST),
        /** The write is made, and then the store is out of reach. */
        ANSWER_LOST_THEN_THROTTLED(false, Fate.ANSWER_LOST, Fate.THROTTLED, Fate.THROTTLED),
        /** The write is not made, and its caller doesn't know. */
        REQUESTS_LOST(false, Fate.LOST, Fate.LOST, Fate.LOST),
        /** The write is made after its caller gave up. */
        REQUESTS_LATE(false, Fate.LATE, Fate.LOST, Fate.LOST),
        /** The store refuses for good. */
        THROTTLED_OUT(false, Fate.THROTTLED, Fate.THROTTLED, Fate.THROTTLED);

        private final boolean actsBefore;

        @SuppressWarnings("ImmutableEnumChecker") // List.of makes immutable lists.
        private final List<Fate> fates;

        Pattern(boolean actsBefore, Fate... fates) {
            this.actsBefore = actsBefore;
            this.fates = List.of(fates);
        }

        /** Whether the other worker acts before the first request arrives, rather than before its answer does. */
        boolean actsBefore() {
            return actsBefore;
        }

        List<Fate> fates() {
            return fates;
        }
    }

    @Override
    public String toString() {
        return pattern + " of " + target;
    }
}

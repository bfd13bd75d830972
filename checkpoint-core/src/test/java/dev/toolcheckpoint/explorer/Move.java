package dev.toolcheckpoint.explorer;

/**
 * One step of the world.
 *
 * @param kind what happens
 * @param index whose step it is: an actor, or a slot of the wire
 */
record Move(Kind kind, int index) {

    enum Kind {
        /** The store carries out what the actor asked for, and the actor gets the answer. */
        APPLY_AND_ANSWER,
        /** The store carries out what the actor asked for; the answer is slow. */
        APPLY,
        /** The actor gets its answer, and its clock is read. */
        ANSWER,
        /** The write was carried out, its answer is lost. */
        LOSE_ANSWER,
        /** The actor gives up waiting, its write is still under way. */
        DELAY_PACKET,
        /** A write nobody waits for reaches the store. */
        LATE_PACKET,
        /** The actor's request to the outside is carried out. */
        LAND,
        /** A request nobody waits for is carried out by the downstream. */
        LATE_EFFECT,
        /** A request nobody waits for reaches the receiver. */
        LATE_ARRIVAL,
        /** The actor's request to the outside gets no answer. */
        TIMEOUT,
        /** The actor's request was refused for sure. */
        NO_EFFECT,
        /** The actor is killed; what it sent to the store is lost. */
        CRASH,
        /** The actor is killed; what it sent to the store is still under way. */
        CRASH_AFTER_SEND,
        /** Time passes. */
        TICK
    }
}

package dev.toolcheckpoint.explorer;

import dev.toolcheckpoint.protocol.Transition;

/** What an actor waits for: the points at which others may come in between. Clock readings belong to the answer before. */
sealed interface Op {

    /** To be scheduled for the first time. */
    record Start() implements Op {}

    /** A write of the record. */
    record Write(Transition transition, Mode mode) implements Op {}

    /** How a store treats a write. */
    enum Mode {
        /** Only when the condition holds; a write that was stored before is recognised by its write id. */
        CONDITIONAL,
        /** Only when the condition holds; a repeat of a stored write is refused like any other. */
        WITHOUT_RECOGNITION,
        /** Whatever is there: a store without create-if-absent and compare-and-swap. */
        BLIND
    }

    /** A write of a payload's body beside the record, unless one is there; it comes before the record that points to it. */
    record WriteBody(String place, String digest) implements Op {}

    /** A read of the record. */
    record Read() implements Op {}

    /** The tool's request to the downstream, sent at once; it lands before {@code bound} on the sender's clock, or never. */
    record Act(long bound) implements Op {}

    /** The deliverer's request to the receiver, as {@link Act}. */
    record Send(long bound) implements Op {}

    /** An operator looks whether the effect happened. */
    record LookForEffect() implements Op {}

    /** An operator looks whether the outcome arrived. */
    record LookForArrival() implements Op {}

    /** An operator waits until its clock shows this. */
    record Wait(long until) implements Op {}
}

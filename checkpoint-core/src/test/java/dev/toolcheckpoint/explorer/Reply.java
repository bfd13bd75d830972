package dev.toolcheckpoint.explorer;

/** What an actor is answered. Records are named by their number in the {@link Pool}; 0 is no record. */
sealed interface Reply {

    /** It runs, or waited long enough. */
    record Go() implements Reply {}

    /** The write is stored. */
    record Stored() implements Reply {}

    /** The write's condition did not hold. */
    record Refused(int record) implements Reply {}

    /** What the read found. */
    record Found(int record) implements Reply {}

    /** No answer came: of a write, or of a request. */
    record Lost() implements Reply {}

    /** The request was carried out. */
    record Done() implements Reply {}

    /** The request was refused, and surely had no effect. */
    record NoEffect() implements Reply {}

    /** What the operator saw. */
    record Seen(boolean happened) implements Reply {}
}

package dev.toolcheckpoint.runs;

/** What became of a wish to cancel. */
public enum Cancelled {
    /** The run has ended: nobody had it. */
    CANCELLED,
    /** The execution that has the run ends it after the step in progress. */
    REQUESTED,
    /** It had ended before; a final answer that is stored stays. */
    ALREADY_ENDED,
    /** There is no such run. */
    UNKNOWN
}

package dev.toolcheckpoint.runs;

/** Where a run is. */
public enum RunStatus {
    /** Waits for a worker, and for its concurrency key when it has one. */
    QUEUED,
    /** A worker has claimed it. */
    RUNNING,
    /** Waits for people: an approval, a call nobody knows the end of, or a change of the code that has to be undone. */
    WAITING,
    /** A worker stopped cleanly after a step; another one goes on. */
    INTERRUPTED,
    /** The model gave its final answer. */
    COMPLETED,
    /** It ended with an error. */
    FAILED,
    /** Somebody cancelled it. */
    CANCELLED;

    /** Whether nothing happens any more. */
    public boolean ended() {
        return this == COMPLETED || this == FAILED || this == CANCELLED;
    }

    /** Whether it holds its concurrency key. */
    public boolean active() {
        return this == RUNNING || this == WAITING || this == INTERRUPTED;
    }
}

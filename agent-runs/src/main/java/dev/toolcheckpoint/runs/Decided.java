package dev.toolcheckpoint.runs;

import dev.toolcheckpoint.runs.WaitPoint.Decision;

/** What became of somebody's decision on an approval. */
public sealed interface Decided {

    /**
     * It counts.
     *
     * @param run the run
     * @param decision as it is stored
     * @param runGoesOn whether that was the last one the run waited for
     */
    record Done(RunKey run, Decision decision, boolean runGoesOn) implements Decided {}

    /**
     * The same was decided before.
     *
     * @param run the run
     * @param decision as it is stored
     */
    record Already(RunKey run, Decision decision) implements Decided {}

    /**
     * Something else was decided before; that stays.
     *
     * @param run the run
     * @param decision as it is stored
     */
    record Conflict(RunKey run, Decision decision) implements Decided {}

    /**
     * Nobody waits for it any more; nothing changed.
     *
     * @param run the run
     * @param status where it is
     * @param why for whoever decided
     */
    record TooLate(RunKey run, RunStatus status, String why) implements Decided {}

    /** No approval has this token, or this name. */
    record Unknown() implements Decided {}
}

package dev.toolcheckpoint.runs;

/** What became of a trigger. */
public sealed interface Start {

    /** The run, new or old. */
    Run run();

    /**
     * It started a run.
     *
     * @param run queued
     */
    record Started(Run run) implements Start {}

    /**
     * The same trigger started a run before.
     *
     * @param run where that is by now; a waiting one waits, it is not in progress
     */
    record AlreadyStarted(Run run) implements Start {}

    /**
     * Another trigger of the same source has this id; nothing was started.
     *
     * @param run what that one started
     */
    record Conflict(Run run) implements Start {}
}

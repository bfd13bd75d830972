package dev.toolcheckpoint.runs;

/** What became of an execution. */
public sealed interface Execute {

    /**
     * The run was executed until it ended, waits, or is handed over.
     *
     * @param run as it was left
     */
    record Settled(Run run) implements Execute {}

    /**
     * This caller didn't get the run, and nothing was done: another one has it, it waits, it ended, or its concurrency key isn't free.
     *
     * @param run as it is
     */
    record NotClaimed(Run run) implements Execute {}

    /**
     * This code has no such agent, and nothing was done.
     *
     * @param run as it is
     */
    record UnknownAgent(Run run) implements Execute {}

    /**
     * Another execution took the run over in the middle.
     *
     * @param run names it
     */
    record LeaseLost(RunKey run) implements Execute {}

    /**
     * There is no such run.
     *
     * @param run names it
     */
    record UnknownRun(RunKey run) implements Execute {}
}

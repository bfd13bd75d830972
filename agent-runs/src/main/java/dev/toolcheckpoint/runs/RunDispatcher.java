package dev.toolcheckpoint.runs;

/** Hands a run to whoever executes runs: a queue, a pool, a list. Thread-safe. A run may be handed over more than once. */
@FunctionalInterface
public interface RunDispatcher {

    /**
     * Hands one run over.
     *
     * @throws Exception when it could not be; a later {@link Runs#tick} hands it over again
     */
    void dispatch(RunKey run) throws Exception;

    /** Leaves everything to {@link Runs#tick} and to whoever calls {@link Runs#execute}. */
    static RunDispatcher none() {
        return run -> {};
    }
}

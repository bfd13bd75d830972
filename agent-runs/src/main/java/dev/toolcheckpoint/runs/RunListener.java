package dev.toolcheckpoint.runs;

/** Is told what happens to runs. Thread-safe; what it throws is logged and dropped. */
@FunctionalInterface
public interface RunListener {

    /** Something happened. Return quickly: the run waits. */
    void on(RunEvent event);

    /** An execution lost its claim and stopped. */
    default void onError(RunKey run, LeaseLostException lost) {}

    /** Hears nothing. */
    static RunListener none() {
        return event -> {};
    }
}

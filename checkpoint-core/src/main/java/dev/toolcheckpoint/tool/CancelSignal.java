package dev.toolcheckpoint.tool;

/** Tells a running tool to stop. Thread-safe; once cancelled it stays so. */
public final class CancelSignal {

    private volatile boolean cancelled;

    /** Asks the tool to stop at its next look. It does not free the call: only the tool's own end does. */
    public void cancel() {
        cancelled = true;
    }

    /** Whether {@link #cancel} was called. */
    public boolean cancelled() {
        return cancelled;
    }
}

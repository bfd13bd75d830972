package dev.toolcheckpoint.journal;

/**
 * Is told what happens: for metrics, tracing and logs. Thread-safe; called on the thread of the call, after the fact.
 *
 * <p>A listener can't break a call: what it throws is logged and dropped. The events are those of {@link CheckpointEvent}.
 */
@FunctionalInterface
public interface CheckpointListener {

    /** Something happened. Return quickly: the call waits. */
    void on(CheckpointEvent event);

    /** Hears nothing. */
    static CheckpointListener none() {
        return event -> {};
    }

    /** Tells each of them, in order; one that throws does not keep the others from hearing. */
    static CheckpointListener all(CheckpointListener... listeners) {
        CheckpointListener[] copy = listeners.clone();
        return event -> {
            for (CheckpointListener listener : copy) {
                SafeListener.tell(listener, event);
            }
        };
    }
}

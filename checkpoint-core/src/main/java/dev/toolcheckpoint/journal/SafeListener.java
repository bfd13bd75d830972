package dev.toolcheckpoint.journal;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps a listener from breaking a call. */
final class SafeListener {

    private static final Logger LOG = LoggerFactory.getLogger(CheckpointListener.class);

    private SafeListener() {}

    static CheckpointListener of(CheckpointListener listener) {
        return event -> tell(listener, event);
    }

    @SuppressWarnings("CatchingUnchecked") // whatever a listener throws must not decide a call
    static void tell(CheckpointListener listener, CheckpointEvent event) {
        try {
            listener.on(event);
        } catch (RuntimeException | LinkageError | AssertionError failure) {
            LOG.warn(
                    "A checkpoint listener failed on {} and was ignored",
                    event.getClass().getSimpleName(),
                    failure);
        }
    }
}

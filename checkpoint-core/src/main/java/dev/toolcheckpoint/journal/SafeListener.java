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

    static void tell(CheckpointListener listener, CheckpointEvent event) {
        try {
            listener.on(event);
        } catch (Throwable failure) { // whatever a listener throws, an Error too, must not decide a call
            LOG.warn(
                    "A checkpoint listener failed on {} and was ignored",
                    event.getClass().getSimpleName(),
                    failure);
        }
    }
}

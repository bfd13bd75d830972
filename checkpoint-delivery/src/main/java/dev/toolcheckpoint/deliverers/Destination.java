package dev.toolcheckpoint.deliverers;

import dev.toolcheckpoint.delivery.Deliverer;
import java.util.Optional;

/**
 * Finds the receiver of one outcome: a URL, a queue, a task's token, a connection. A record holds none, so the host keeps what it
 * needs to find it, under the record's key. Thread-safe.
 *
 * @param <T> how the deliverer names a receiver
 */
@FunctionalInterface
public interface Destination<T> {

    /**
     * The receiver of this outcome.
     *
     * @return empty when there is none and there never will be: the outcome is undeliverable
     * @throws Exception when it can't be looked up now: nothing was sent, and another attempt follows
     */
    Optional<T> of(Deliverer.Request request) throws Exception;

    /** The same receiver for every outcome. */
    static <T> Destination<T> always(T receiver) {
        return request -> Optional.of(receiver);
    }
}

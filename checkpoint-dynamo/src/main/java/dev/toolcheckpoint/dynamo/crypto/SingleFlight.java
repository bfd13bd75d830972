package dev.toolcheckpoint.dynamo.crypto;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * Runs work once for all threads that ask for the same thing at the same time; they share its result or its failure. Thread-safe.
 *
 * <p>Keeps nothing afterwards: the work itself must look first whether an earlier flight left what it would make.
 */
final class SingleFlight<K, V> {

    private final ConcurrentHashMap<K, CompletableFuture<V>> flights = new ConcurrentHashMap<>();

    V run(K key, Supplier<V> work) {
        CompletableFuture<V> mine = new CompletableFuture<>();
        CompletableFuture<V> theirs = flights.putIfAbsent(key, mine);
        if (theirs != null) {
            return join(theirs);
        }
        try {
            V value = work.get();
            mine.complete(value);
            return value;
        } catch (RuntimeException | Error failure) {
            mine.completeExceptionally(failure);
            throw failure;
        } finally {
            flights.remove(key, mine);
        }
    }

    private static <V> V join(CompletableFuture<V> flight) {
        try {
            return flight.join();
        } catch (CompletionException failed) {
            if (failed.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw failed;
        }
    }
}

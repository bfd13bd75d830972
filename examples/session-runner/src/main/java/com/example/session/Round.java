package com.example.session;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What one round came to.
 *
 * @param delivered results that the session has
 * @param undeliverable ids of calls whose result it will never take: told once, and not posted again
 * @param waiting ids of calls that need a person; the record says why
 * @param nextAt when there is more to do; empty when nothing is left that time could change
 */
public record Round(int delivered, List<String> undeliverable, List<String> waiting, Optional<Instant> nextAt) {

    /** Copies the lists. */
    public Round {
        undeliverable = List.copyOf(undeliverable);
        waiting = List.copyOf(waiting);
    }

    /** Gathers a round. Not thread-safe. */
    static final class Notes {
        private int delivered;
        private final List<String> undeliverable = new ArrayList<>();
        private final List<String> waiting = new ArrayList<>();
        private Optional<Instant> nextAt = Optional.empty();

        void delivered() {
            delivered++;
        }

        void undeliverable(String callId) {
            undeliverable.add(callId);
        }

        void waiting(String callId) {
            waiting.add(callId);
        }

        /** There is more to do at this time; the earliest counts. */
        void again(Instant at) {
            if (nextAt.isEmpty() || at.isBefore(nextAt.get())) {
                nextAt = Optional.of(at);
            }
        }

        Round round() {
            return new Round(delivered, undeliverable, waiting, nextAt);
        }
    }
}

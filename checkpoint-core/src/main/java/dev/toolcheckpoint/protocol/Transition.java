package dev.toolcheckpoint.protocol;

import org.jspecify.annotations.Nullable;

/**
 * A change that is allowed, to be made by one compare-and-swap.
 *
 * @param action what the host may do once the swap succeeded
 * @param expectedRevision the revision the stored record must have; 0 for a creation
 * @param expectedWriteId the write id the stored record must have; {@code null} for a creation
 * @param next the record to store
 */
public record Transition(
        Action action, long expectedRevision, @Nullable String expectedWriteId, Checkpoint next) {

    static Transition create(Action action, Checkpoint next) {
        return new Transition(action, 0, null, next);
    }

    static Transition from(Checkpoint current, Action action, Checkpoint next) {
        return new Transition(action, current.revision(), current.writeId(), next);
    }
}

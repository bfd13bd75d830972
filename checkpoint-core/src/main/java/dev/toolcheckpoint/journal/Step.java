package dev.toolcheckpoint.journal;

import dev.toolcheckpoint.protocol.Checkpoint;
import dev.toolcheckpoint.protocol.Transition;
import dev.toolcheckpoint.store.SealedPayload;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What an operation does next about a record: answer, or write and then answer. */
sealed interface Step<R> {

    /** The operation is over. */
    record Answer<R>(R value) implements Step<R> {}

    /** A transition to send; {@code stored} makes the answer once it is stored. */
    record Write<R>(Transition transition, @Nullable SealedPayload payload, Function<Checkpoint, R> stored)
            implements Step<R> {}

    /** Decides the next step. Called anew whenever others changed the record in between. */
    @FunctionalInterface
    interface Rule<R> {

        /**
         * The next step.
         *
         * @param current the record as it is now; {@code null} when there is none
         * @param mine what may have become of our own earlier sends
         */
        Step<R> next(@Nullable Checkpoint current, Mine mine);
    }

    /** What may have become of an operation's own earlier sends. */
    enum Mine {
        /** Every send was answered: nothing of ours is in the record unless it says so. */
        ANSWERED,
        /** A send got no answer: it may have been applied, and overtaken since. */
        MAYBE_APPLIED
    }

    static <R> Step<R> answer(R value) {
        return new Answer<>(value);
    }

    static <R> Step<R> write(Transition transition, Function<Checkpoint, R> stored) {
        return new Write<>(transition, null, stored);
    }
}

package dev.toolcheckpoint.delivery;

import dev.toolcheckpoint.protocol.CheckpointKey;
import dev.toolcheckpoint.protocol.Outcome;
import dev.toolcheckpoint.protocol.ProtocolException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Sends outcomes to one kind of receiver. Thread-safe. */
public interface Deliverer {

    /**
     * Whether the receiver deduplicates by the request's idempotency key, so that a delivery of which nobody knows how it
     * ended may be repeated. Stored when the delivery is claimed.
     */
    boolean idempotent();

    /**
     * Sends once. The bytes are the same at every attempt.
     *
     * @throws Exception counts as {@link Result.Unknown}: the receiver may have got it
     */
    Result deliver(Request request) throws Exception;

    /**
     * What to send.
     *
     * @param key the record's key; its id is the idempotency key for the receiver
     * @param attempt which delivery of this outcome it is, from 1
     * @param outcome with its payload at hand, or forgotten
     */
    record Request(CheckpointKey key, long attempt, Outcome outcome) {

        /** The key the receiver deduplicates by: the same at every attempt. */
        public String idempotencyKey() {
            return key.id();
        }
    }

    /** How a send ended. */
    sealed interface Result {

        /** The receiver has it (now, or from an earlier attempt). */
        record Arrived() implements Result {}

        /**
         * The receiver surely does not have it; another attempt may follow.
         *
         * @param reason what happened
         * @param retryAfter how long the receiver wants to be left alone, 0 or more; {@code null} when it didn't say
         */
        record NotArrived(String reason, @Nullable Duration retryAfter) implements Result {

            /** Checks the time. */
            public NotArrived {
                if (retryAfter != null && retryAfter.isNegative()) {
                    throw ProtocolException.invalidArgument(
                            "retryAfter must be 0 ms or more, found " + retryAfter.toMillis() + " ms.");
                }
            }

            /** A failure whose receiver didn't say when to come again. */
            public NotArrived(String reason) {
                this(reason, null);
            }
        }

        /**
         * The receiver refuses it for good.
         *
         * @param reason what it said, stored with the record and cut to 2 000 UTF-16 units; never the payload
         */
        record Refused(String reason) implements Result {}

        /**
         * Nobody knows: no answer came.
         *
         * @param reason what happened
         */
        record Unknown(String reason) implements Result {}
    }
}

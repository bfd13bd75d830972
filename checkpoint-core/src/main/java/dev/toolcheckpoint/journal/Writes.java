package dev.toolcheckpoint.journal;

import dev.toolcheckpoint.protocol.Checkpoint;
import dev.toolcheckpoint.protocol.CheckpointKey;
import dev.toolcheckpoint.protocol.ErrorCode;
import dev.toolcheckpoint.protocol.Outcome;
import dev.toolcheckpoint.protocol.Payload;
import dev.toolcheckpoint.protocol.ProtocolException;
import dev.toolcheckpoint.protocol.RecordMissingException;
import dev.toolcheckpoint.protocol.StoreException;
import dev.toolcheckpoint.protocol.Transition;
import dev.toolcheckpoint.store.SealedPayload;
import dev.toolcheckpoint.store.WriteResult;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Sends one write until the store answers, and reads: the only place that talks to the store. */
final class Writes {

    /** How often an operation starts over because others changed the record in between. */
    private static final int MAX_ROUNDS = 64;

    private final Settings settings;

    Writes(Settings settings) {
        this.settings = settings;
    }

    /**
     * Runs an operation: asks the rule what to do about the record, sends its write, and asks again when others were faster.
     *
     * @param first the record to start from
     * @param until no further send starts after it; {@code null} leaves the bound to the retry policy
     */
    <R> R run(CheckpointKey key, @Nullable Checkpoint first, @Nullable Instant until, Step.Rule<R> rule) {
        Checkpoint current = first;
        Step.Mine mine = Step.Mine.ANSWERED;
        for (int round = 0; round < MAX_ROUNDS; round++) {
            Step<R> step = rule.next(current, mine);
            if (step instanceof Step.Answer<R> answer) {
                return answer.value();
            }
            Step.Write<R> write = (Step.Write<R>) step;
            Sent sent = send(key, write.transition(), write.payload(), until, mine);
            if (sent.stored()) {
                return write.stored().apply(write.transition().next());
            }
            mine = sent.mine();
            current = sent.current();
        }
        String contended = "The record of " + key + " was changed by others " + MAX_ROUNDS + " times in a row.";
        throw mine == Step.Mine.MAYBE_APPLIED
                ? StoreException.unknownResult(contended, null)
                : StoreException.unavailable(contended, null);
    }

    /**
     * How a write ended.
     *
     * @param stored whether the record is what we wrote
     * @param current what is there instead; {@code null} when nothing is
     * @param mine what may have become of this operation's sends until now
     */
    private record Sent(boolean stored, @Nullable Checkpoint current, Step.Mine mine) {}

    /**
     * Sends the same ids and bytes until the store answers, a bounded number of times.
     *
     * @param until no further send starts after it; {@code null} leaves the bound to the retry policy
     * @param before what may have become of the operation's sends of other transitions
     * @throws StoreException when no send was answered; ambiguous as soon as one send of the operation was
     */
    private Sent send(
            CheckpointKey key,
            Transition transition,
            @Nullable SealedPayload payload,
            @Nullable Instant until,
            Step.Mine before) {
        Step.Mine mine = before;
        for (int sends = 1; ; sends++) {
            WriteResult result;
            try {
                result = guarded(
                        key,
                        () -> transition.expectedWriteId() == null
                                ? settings.store().createIfAbsent(transition)
                                : settings.store().compareAndSwap(transition, payload));
            } catch (StoreException failure) {
                mine = failure.ambiguous() ? Step.Mine.MAYBE_APPLIED : mine;
                if (!mayRepeat(failure, sends, until)) {
                    throw asAmbiguousAs(mine, failure);
                }
                settings.tell(new CheckpointEvent.WriteRepeated(key, sends, failure.ambiguous()));
                continue;
            }
            return result instanceof WriteResult.Refused refused
                    ? refused(key, transition, refused.current(), until, mine)
                    : new Sent(true, null, mine);
        }
    }

    private Sent refused(
            CheckpointKey key,
            Transition transition,
            @Nullable Checkpoint returned,
            @Nullable Instant until,
            Step.Mine mine) {
        if (returned != null) {
            return new Sent(false, returned, mine);
        }
        try {
            // Some stores do not return the record that made the condition fail.
            Checkpoint current = find(key, until);
            WriteResult result = WriteResult.refusedUnlessOwn(current, transition.next());
            return new Sent(result instanceof WriteResult.Stored, current, mine);
        } catch (StoreException failure) {
            throw asAmbiguousAs(mine, failure);
        }
    }

    private static StoreException asAmbiguousAs(Step.Mine mine, StoreException failure) {
        return mine == Step.Mine.MAYBE_APPLIED && !failure.ambiguous()
                ? StoreException.unknownResult("An earlier send of this write had no answer.", failure)
                : failure;
    }

    /** The record, or {@code null}. */
    @Nullable
    Checkpoint find(CheckpointKey key) {
        return find(key, null);
    }

    @Nullable
    Checkpoint find(CheckpointKey key, @Nullable Instant until) {
        return ask(key, until, () -> settings.store().find(key).orElse(null));
    }

    /** The stored form of a payload. The key service may refuse for now, so this is repeated like a read. */
    SealedPayload seal(CheckpointKey key, String writeId, byte[] payload, @Nullable Instant until) {
        return ask(key, until, () -> settings.store().seal(key, writeId, payload));
    }

    /** The digest that {@code payload} would have in the scheme of the record's outcome. */
    String digest(Checkpoint record, byte[] payload, @Nullable Instant until) {
        return ask(record.key(), until, () -> settings.store().digest(record, payload));
    }

    /** The record. */
    Checkpoint require(CheckpointKey key) {
        Checkpoint record = find(key);
        if (record == null) {
            throw RecordMissingException.absent(key);
        }
        return record;
    }

    /** The outcome of a record with its payload at hand, or forgotten. */
    Outcome load(Checkpoint record) {
        Outcome outcome = record.requireOutcome();
        if (outcome.payload() instanceof Payload.Stored) {
            byte[] bytes = ask(record.key(), null, () -> settings.store().loadPayload(record));
            return outcome.withPayload(Payload.Inline.of(bytes));
        }
        return outcome;
    }

    /** Asks for something that changes nothing until the store answers, a bounded number of times. */
    private <T extends @Nullable Object> T ask(CheckpointKey key, @Nullable Instant until, Supplier<T> question) {
        for (int sends = 1; ; sends++) {
            try {
                return guarded(key, question);
            } catch (StoreException failure) {
                if (!mayRepeat(failure, sends, until)) {
                    throw failure;
                }
            }
        }
    }

    private <T extends @Nullable Object> T guarded(CheckpointKey key, Supplier<T> access) {
        try {
            return access.get();
        } catch (ProtocolException failure) {
            if (failure.code() == ErrorCode.INVALID_CHECKPOINT || failure.code() == ErrorCode.UNSUPPORTED_SCHEMA) {
                settings.tell(new CheckpointEvent.RecordInvalid(key, failure.code()));
            }
            throw failure;
        }
    }

    private boolean mayRepeat(StoreException failure, int sends, @Nullable Instant until) {
        if (!failure.retryable() || sends >= settings.retryPolicy().maxSends()) {
            return false;
        }
        Duration pause = settings.retryPolicy().pauseAfter(sends);
        if (until != null && !settings.now().plus(pause).isBefore(until)) {
            return false;
        }
        try {
            settings.pause().pause(pause);
            return true;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}

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
import java.nio.charset.StandardCharsets;
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
     * @param bound when its repeats end
     */
    <R> R run(CheckpointKey key, @Nullable Checkpoint first, Bound bound, Step.Rule<R> rule) {
        Checkpoint current = first;
        Step.Mine mine = Step.Mine.ANSWERED;
        for (int round = 0; round < MAX_ROUNDS; round++) {
            Step<R> step = rule.next(current, mine);
            if (step instanceof Step.Answer<R> answer) {
                return answer.value();
            }
            Step.Write<R> write = (Step.Write<R>) step;
            Sent sent = send(key, write.transition(), write.payload(), bound, mine);
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
     * Sends the same ids and bytes until the store answers, or the bound is reached.
     *
     * @param before what may have become of the operation's sends of other transitions
     * @throws StoreException when no send was answered; ambiguous as soon as one send of the operation was
     */
    private Sent send(
            CheckpointKey key, Transition transition, @Nullable SealedPayload payload, Bound bound, Step.Mine before) {
        Step.Mine mine = before;
        for (int sends = 1; ; sends++) {
            Instant started = bound instanceof Bound.End ? settings.now() : null;
            WriteResult result;
            try {
                result = guarded(
                        key,
                        () -> transition.expectedWriteId() == null
                                ? settings.store().createIfAbsent(transition)
                                : settings.store().compareAndSwap(transition, payload));
            } catch (StoreException failure) {
                mine = failure.ambiguous() ? Step.Mine.MAYBE_APPLIED : mine;
                if (!mayRepeat(failure, sends, started, bound)) {
                    throw asAmbiguousAs(mine, failure);
                }
                settings.tell(new CheckpointEvent.WriteRepeated(key, sends, failure.ambiguous()));
                continue;
            }
            return result instanceof WriteResult.Refused refused
                    ? refused(key, transition, refused.current(), bound, mine)
                    : new Sent(true, null, mine);
        }
    }

    private Sent refused(
            CheckpointKey key, Transition transition, @Nullable Checkpoint returned, Bound bound, Step.Mine mine) {
        if (returned != null) {
            return new Sent(false, returned, mine);
        }
        try {
            // Some stores do not return the record that made the condition fail.
            Checkpoint current = find(key, bound);
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
        return find(key, Bound.COUNTED);
    }

    @Nullable
    Checkpoint find(CheckpointKey key, Bound bound) {
        return ask(key, bound, () -> settings.store().find(key).orElse(null));
    }

    /** The stored form of a payload. The key service may refuse for now, so this is repeated like a read. */
    SealedPayload seal(CheckpointKey key, String writeId, byte[] payload, Bound bound) {
        return ask(key, bound, () -> settings.store().seal(key, writeId, payload));
    }

    /** Goes the ways of a write up to its sending: gets a data key, and seals what nobody stores. */
    void warmUp(CheckpointKey key) {
        settings.store().prepare(key, settings.now().plus(Journal.DEFAULT_LEASE));
        settings.store().seal(key, settings.ids().next(), "{}".getBytes(StandardCharsets.UTF_8));
    }

    /** Tells the store that the process is about to be copied. */
    void beforeSnapshot() {
        settings.store().beforeSnapshot();
    }

    /** The digest that {@code payload} would have in the scheme of the record's outcome. */
    String digest(Checkpoint record, byte[] payload, Bound bound) {
        return ask(record.key(), bound, () -> settings.store().digest(record, payload));
    }

    /** The record. */
    Checkpoint require(CheckpointKey key) {
        return require(key, Bound.COUNTED);
    }

    /** The record. */
    Checkpoint require(CheckpointKey key, Bound bound) {
        Checkpoint record = find(key, bound);
        if (record == null) {
            throw RecordMissingException.absent(key);
        }
        return record;
    }

    /** The outcome of a record with its payload at hand, or forgotten. */
    Outcome load(Checkpoint record) {
        Outcome outcome = record.requireOutcome();
        if (!(outcome.payload() instanceof Payload.Stored)) {
            return outcome;
        }
        try {
            byte[] bytes =
                    ask(record.key(), Bound.COUNTED, () -> settings.store().loadPayload(record));
            return outcome.withPayload(Payload.Inline.of(bytes));
        } catch (StoreException failure) {
            Outcome forgotten = outcome.withPayload(new Payload.Forgotten());
            if (failure.code() == ErrorCode.PAYLOAD_UNREADABLE && isNow(record.key(), forgotten)) {
                return forgotten;
            }
            throw failure;
        }
    }

    /** Whether the payload was forgotten after the record was read: then it is not there, and nothing is broken. */
    private boolean isNow(CheckpointKey key, Outcome forgotten) {
        Checkpoint current = find(key);
        return current != null && forgotten.equals(current.outcome());
    }

    /** Asks for something that changes nothing until the store answers, or the bound is reached. */
    private <T extends @Nullable Object> T ask(CheckpointKey key, Bound bound, Supplier<T> question) {
        for (int sends = 1; ; sends++) {
            Instant started = bound instanceof Bound.End ? settings.now() : null;
            try {
                return guarded(key, question);
            } catch (StoreException failure) {
                if (!mayRepeat(failure, sends, started, bound)) {
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

    private boolean mayRepeat(StoreException failure, int sends, @Nullable Instant started, Bound bound) {
        if (!failure.retryable()) {
            return false;
        }
        Instant now = settings.now();
        Duration took = started == null ? Duration.ZERO : Duration.between(started, now);
        Duration pause = bound.pause(settings.retryPolicy(), sends, now, took);
        if (pause == null) {
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

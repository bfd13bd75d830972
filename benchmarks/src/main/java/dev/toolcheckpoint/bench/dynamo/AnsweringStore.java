package dev.toolcheckpoint.bench.dynamo;

import dev.toolcheckpoint.json.Digests;
import dev.toolcheckpoint.protocol.Checkpoint;
import dev.toolcheckpoint.protocol.CheckpointKey;
import dev.toolcheckpoint.protocol.Payload;
import dev.toolcheckpoint.protocol.Transition;
import dev.toolcheckpoint.store.AttentionQuery;
import dev.toolcheckpoint.store.CheckpointStore;
import dev.toolcheckpoint.store.ListQuery;
import dev.toolcheckpoint.store.RecordPage;
import dev.toolcheckpoint.store.SealedPayload;
import dev.toolcheckpoint.store.WriteResult;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Answers as a table does and keeps nothing but the last record: what is left of a call is the library's own work. A call is new, or
 * after {@link #replay} the one that was completed last. For one thread.
 */
final class AnsweringStore implements CheckpointStore {

    private @Nullable Checkpoint last;
    private boolean replaying;

    /** From now on every call finds the last record. */
    void replay() {
        if (last == null) {
            throw new IllegalStateException("No call was completed.");
        }
        replaying = true;
    }

    @Override
    public Duration defaultSkewMargin() {
        return Duration.ofSeconds(1);
    }

    @Override
    public void prepare(CheckpointKey key, Instant leaseUntil) {
        // There is no key to get.
    }

    @Override
    public SealedPayload seal(CheckpointKey key, String writeId, byte[] payload) {
        return SealedPayload.plain(payload);
    }

    @Override
    public String digest(Checkpoint record, byte[] payload) {
        return Digests.sha256(payload);
    }

    @Override
    public WriteResult createIfAbsent(Transition creation) {
        return replaying ? new WriteResult.Refused(last) : new WriteResult.Stored();
    }

    @Override
    public WriteResult compareAndSwap(Transition transition, @Nullable SealedPayload payload) {
        Checkpoint next = transition.next();
        last = payload == null ? next : next.withPayload(payload.payload());
        return new WriteResult.Stored();
    }

    @Override
    public Optional<Checkpoint> find(CheckpointKey key) {
        throw notAsked("find");
    }

    @Override
    public byte[] loadPayload(Checkpoint record) {
        return ((Payload.Inline) record.requireOutcome().payload()).bytes();
    }

    @Override
    public RecordPage attention(AttentionQuery query) {
        throw notAsked("attention");
    }

    @Override
    public RecordPage list(ListQuery query) {
        throw notAsked("list");
    }

    @Override
    public void close() {
        // Nothing is open.
    }

    private static IllegalStateException notAsked(String method) {
        return new IllegalStateException(
                "A call was not expected to use " + method + "; the requests it is compared with would be others.");
    }
}

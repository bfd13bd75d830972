package dev.toolcheckpoint.explorer;

import dev.toolcheckpoint.json.Digests;
import dev.toolcheckpoint.protocol.Checkpoint;
import dev.toolcheckpoint.protocol.CheckpointKey;
import dev.toolcheckpoint.protocol.StoreException;
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
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** An actor's way to the store: every write and read is a question to the scheduler. */
final class Wire implements CheckpointStore {

    private final Function<Op, Reply> scheduler;
    private final Pool.Shared pool;

    Wire(Function<Op, Reply> scheduler, Pool.Shared pool) {
        this.scheduler = scheduler;
        this.pool = pool;
    }

    @Override
    public WriteResult createIfAbsent(Transition creation) {
        return write(creation, Op.Mode.CONDITIONAL);
    }

    @Override
    public WriteResult compareAndSwap(Transition transition, @Nullable SealedPayload payload) {
        return write(transition, Op.Mode.CONDITIONAL);
    }

    WriteResult write(Transition transition, Op.Mode mode) {
        Reply reply = scheduler.apply(new Op.Write(transition, mode));
        if (reply instanceof Reply.Refused refused) {
            return new WriteResult.Refused(pool.records.get(refused.record()));
        }
        if (reply instanceof Reply.Lost) {
            throw StoreException.unknownResult("The answer was lost.", null);
        }
        return new WriteResult.Stored();
    }

    /** Writes a payload's body beside the record. */
    void writeBody(String place, String digest) {
        if (scheduler.apply(new Op.WriteBody(place, digest)) instanceof Reply.Lost) {
            throw StoreException.unknownResult("The answer was lost.", null);
        }
    }

    @Override
    public Optional<Checkpoint> find(CheckpointKey key) {
        Reply.Found found = (Reply.Found) scheduler.apply(new Op.Read());
        return Optional.ofNullable(pool.records.get(found.record()));
    }

    @Override
    public Duration defaultSkewMargin() {
        return Duration.ZERO;
    }

    @Override
    public void prepare(CheckpointKey key, Instant leaseUntil) {}

    @Override
    public SealedPayload seal(CheckpointKey key, String writeId, byte[] payload) {
        return SealedPayload.plain(payload);
    }

    @Override
    public String digest(Checkpoint record, byte[] payload) {
        return Digests.sha256(payload);
    }

    @Override
    public byte[] loadPayload(Checkpoint record) {
        throw new UnsupportedOperationException("Payloads are inline here.");
    }

    @Override
    public RecordPage attention(AttentionQuery query) {
        throw new UnsupportedOperationException();
    }

    @Override
    public RecordPage list(ListQuery query) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void close() {}
}

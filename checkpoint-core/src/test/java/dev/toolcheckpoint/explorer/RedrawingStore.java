package dev.toolcheckpoint.explorer;

import dev.toolcheckpoint.protocol.Checkpoint;
import dev.toolcheckpoint.protocol.CheckpointKey;
import dev.toolcheckpoint.protocol.Transition;
import dev.toolcheckpoint.store.SealedPayload;
import dev.toolcheckpoint.store.WriteResult;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A client that draws new ids for every send of a creation, and knows only the last ones. The journal above it sees its own
 * ids where the last ones stand.
 */
final class RedrawingStore extends ForwardingStore {

    private final Wire wire;
    private int sends;
    private @Nullable String writeId;
    private @Nullable String attemptId;

    RedrawingStore(Wire wire) {
        super(() -> wire);
        this.wire = wire;
    }

    /** The id as it was first drawn. */
    static String drawnId(String id) {
        int redrawn = id.indexOf('~');
        return redrawn < 0 ? id : id.substring(0, redrawn);
    }

    @Override
    public WriteResult createIfAbsent(Transition creation) {
        sends++;
        writeId = creation.next().writeId();
        attemptId = creation.next().requireExecution().attemptId();
        return shown(wire.createIfAbsent(new Transition(creation.action(), 0, null, redrawn(creation.next()))));
    }

    @Override
    public WriteResult compareAndSwap(Transition transition, @Nullable SealedPayload payload) {
        String expected = transition.expectedWriteId();
        return shown(wire.compareAndSwap(
                new Transition(
                        transition.action(),
                        transition.expectedRevision(),
                        expected != null && expected.equals(writeId) ? expected + "~" + sends : expected,
                        redrawn(transition.next())),
                payload));
    }

    @Override
    public Optional<Checkpoint> find(CheckpointKey key) {
        return wire.find(key).map(this::known);
    }

    private WriteResult shown(WriteResult result) {
        return result instanceof WriteResult.Refused refused && refused.current() != null
                ? new WriteResult.Refused(known(refused.current()))
                : result;
    }

    private Checkpoint redrawn(Checkpoint record) {
        return replaced(record, writeId, writeId + "~" + sends, attemptId, attemptId + "~" + sends);
    }

    private Checkpoint known(Checkpoint record) {
        return replaced(record, writeId + "~" + sends, writeId, attemptId + "~" + sends, attemptId);
    }

    private static Checkpoint replaced(
            Checkpoint record,
            @Nullable String fromWriteId,
            @Nullable String toWriteId,
            @Nullable String fromAttemptId,
            @Nullable String toAttemptId) {
        String write = record.writeId().equals(fromWriteId) && toWriteId != null ? toWriteId : record.writeId();
        String attempt = record.requireExecution().attemptId();
        String shown = attempt.equals(fromAttemptId) && toAttemptId != null ? toAttemptId : attempt;
        return BrokenStores.withIds(record, write, shown);
    }
}

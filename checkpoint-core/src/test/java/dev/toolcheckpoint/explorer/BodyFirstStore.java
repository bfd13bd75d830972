package dev.toolcheckpoint.explorer;

import dev.toolcheckpoint.protocol.Checkpoint;
import dev.toolcheckpoint.protocol.Transition;
import dev.toolcheckpoint.store.CheckpointStore;
import dev.toolcheckpoint.store.SealedPayload;
import dev.toolcheckpoint.store.WriteResult;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A store that keeps payloads beside the record, and writes them before it. */
final class BodyFirstStore extends ForwardingStore {

    private final Wire wire;
    private final Function<Checkpoint, String> place;

    BodyFirstStore(CheckpointStore store, Wire wire, Function<Checkpoint, String> place) {
        super(() -> store);
        this.wire = wire;
        this.place = place;
    }

    @Override
    public WriteResult compareAndSwap(Transition transition, @Nullable SealedPayload payload) {
        if (payload != null) {
            wire.writeBody(place.apply(transition.next()), payload.digest());
        }
        return super.compareAndSwap(transition, payload);
    }
}

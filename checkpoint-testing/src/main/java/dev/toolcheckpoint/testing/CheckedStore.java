package dev.toolcheckpoint.testing;

import dev.toolcheckpoint.protocol.Checkpoint;
import dev.toolcheckpoint.protocol.CheckpointKey;
import dev.toolcheckpoint.protocol.Invariants;
import dev.toolcheckpoint.protocol.ProtocolException;
import dev.toolcheckpoint.protocol.Transition;
import dev.toolcheckpoint.store.AttentionQuery;
import dev.toolcheckpoint.store.CheckpointStore;
import dev.toolcheckpoint.store.ListQuery;
import dev.toolcheckpoint.store.RecordPage;
import dev.toolcheckpoint.store.SealedPayload;
import dev.toolcheckpoint.store.WriteResult;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Checks the invariants of every record that comes out of a store, and remembers which keys went in. */
final class CheckedStore extends DelegatingStore {

    private final CheckpointStore store;
    private final Set<CheckpointKey> written;

    CheckedStore(CheckpointStore store, Set<CheckpointKey> written) {
        this.store = store;
        this.written = written;
    }

    @Override
    protected CheckpointStore delegate() {
        return store;
    }

    @Override
    public WriteResult createIfAbsent(Transition creation) {
        written.add(creation.next().key());
        return checked(creation, store.createIfAbsent(creation));
    }

    @Override
    public WriteResult compareAndSwap(Transition transition, @Nullable SealedPayload payload) {
        written.add(transition.next().key());
        return checked(transition, store.compareAndSwap(transition, payload));
    }

    @Override
    public Optional<Checkpoint> find(CheckpointKey key) {
        Optional<Checkpoint> found = store.find(key);
        found.ifPresent(record -> checked(record, key));
        return found;
    }

    @Override
    public byte[] loadPayload(Checkpoint record) {
        byte[] bytes = store.loadPayload(record);
        long size = record.requireOutcome().size();
        if (bytes.length != size) {
            throw new AssertionError("A payload of " + size + " bytes came back as one of " + bytes.length + " bytes.");
        }
        return bytes;
    }

    @Override
    public RecordPage attention(AttentionQuery query) {
        return checked(store.attention(query), query.limit());
    }

    @Override
    public RecordPage list(ListQuery query) {
        return checked(store.list(query), query.limit());
    }

    private static WriteResult checked(Transition transition, WriteResult result) {
        if (result instanceof WriteResult.Refused refused && refused.current() != null) {
            checked(refused.current(), transition.next().key());
        }
        return result;
    }

    private static RecordPage checked(RecordPage page, int limit) {
        page.records().forEach(record -> checked(record, record.key()));
        int size = page.records().size() + page.invalid().size();
        if (size > limit) {
            throw new AssertionError("A page of at most " + limit + " records has " + size + ".");
        }
        return page;
    }

    private static void checked(Checkpoint record, CheckpointKey key) {
        try {
            Invariants.validate(record);
        } catch (ProtocolException broken) {
            throw new AssertionError("The store handed out a record that breaks an invariant: " + record, broken);
        }
        if (!record.key().equals(key)) {
            throw new AssertionError("Asked for " + key + ", got the record of " + record.key() + ".");
        }
    }
}

package dev.toolcheckpoint.testing;

import dev.toolcheckpoint.protocol.Binding;
import dev.toolcheckpoint.protocol.Checkpoint;
import dev.toolcheckpoint.protocol.CheckpointKey;
import dev.toolcheckpoint.protocol.Payload;
import dev.toolcheckpoint.protocol.ProtocolException;
import dev.toolcheckpoint.protocol.StoreException;
import dev.toolcheckpoint.protocol.Transition;
import dev.toolcheckpoint.store.AttentionQuery;
import dev.toolcheckpoint.store.CheckpointStore;
import dev.toolcheckpoint.store.InMemoryCheckpointStore;
import dev.toolcheckpoint.store.ListQuery;
import dev.toolcheckpoint.store.RecordPage;
import dev.toolcheckpoint.store.SealedPayload;
import dev.toolcheckpoint.store.WriteResult;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** An in-memory store that breaks one promise. */
final class BrokenStore extends DelegatingStore {

    /** What it does not keep. */
    enum Promise {
        NONE,
        CONDITION,
        WRITE_ID,
        ATOMICITY,
        OWN_WRITES,
        MISSING_STAYS_MISSING,
        PAYLOAD,
        TEXT,
        CURRENT_RECORD,
        EXPIRED_STAYS,
        QUARANTINE,
        PAGING
    }

    private static final long WINDOW_NANOS = 50_000;
    private static final Instant LONG_AGO = Instant.parse("2010-01-01T00:00:00Z");

    private final InMemoryCheckpointStore sound = new InMemoryCheckpointStore();
    private Promise broken = Promise.NONE;

    void fault(Promise promise) {
        broken = promise;
    }

    InMemoryCheckpointStore sound() {
        return sound;
    }

    @Override
    protected CheckpointStore delegate() {
        return sound;
    }

    @Override
    public WriteResult createIfAbsent(Transition creation) {
        CheckpointKey key = creation.next().key();
        if (broken == Promise.CONDITION) {
            return put(creation, null);
        }
        if (broken == Promise.QUARANTINE && find(key).isEmpty()) {
            sound.remove(key);
        }
        return answer(creation, sound.find(key), sound.createIfAbsent(creation));
    }

    @Override
    public WriteResult compareAndSwap(Transition transition, @Nullable SealedPayload payload) {
        Optional<Checkpoint> current = find(transition.next().key());
        if (current.isEmpty() && broken == Promise.MISSING_STAYS_MISSING) {
            return sound.createIfAbsent(transition);
        }
        if (broken == Promise.CONDITION) {
            passTheWindow();
            return put(transition, payload);
        }
        if (broken == Promise.ATOMICITY && current.isPresent() && holds(transition, current.get())) {
            passTheWindow();
            return put(transition, payload);
        }
        if (broken == Promise.WRITE_ID
                && current.isPresent()
                && current.get().revision() == transition.expectedRevision()) {
            return put(transition, payload);
        }
        Transition sent = broken == Promise.PAYLOAD && payload == null ? withoutPayload(transition) : transition;
        return answer(transition, current, sound.compareAndSwap(sent, payload));
    }

    @Override
    public Optional<Checkpoint> find(CheckpointKey key) {
        try {
            return sound.find(key).filter(this::isKept).map(this::asRead);
        } catch (ProtocolException invalid) {
            if (broken == Promise.QUARANTINE) {
                return Optional.empty();
            }
            throw invalid;
        }
    }

    @Override
    public byte[] loadPayload(Checkpoint record) {
        byte[] bytes = sound.loadPayload(record);
        if (broken == Promise.PAYLOAD && bytes.length > 100_000) {
            throw StoreException.payloadUnreadable("Lost.", null);
        }
        return bytes;
    }

    @Override
    public RecordPage list(ListQuery query) {
        return skipping(query.cursor(), sound.list(query));
    }

    @Override
    public RecordPage attention(AttentionQuery query) {
        return skipping(query.cursor(), sound.attention(query));
    }

    /** Opens the window between read and write wide enough for a racer, even on one core. */
    private static void passTheWindow() {
        LockSupport.parkNanos(WINDOW_NANOS);
    }

    private WriteResult put(Transition transition, @Nullable SealedPayload payload) {
        Checkpoint next = transition.next();
        Optional<Checkpoint> current = sound.find(next.key());
        if (current.isEmpty()) {
            return sound.createIfAbsent(transition);
        }
        Transition forced = new Transition(
                transition.action(), current.get().revision(), current.get().writeId(), next);
        // Retried until it went through: that is what blind means.
        return sound.compareAndSwap(forced, payload) instanceof WriteResult.Stored
                ? new WriteResult.Stored()
                : put(transition, payload);
    }

    private WriteResult answer(Transition sent, Optional<Checkpoint> before, WriteResult result) {
        boolean ownRepeat =
                before.isPresent() && before.get().writeId().equals(sent.next().writeId());
        if (broken == Promise.OWN_WRITES && ownRepeat) {
            return new WriteResult.Refused(before.get());
        }
        if (result instanceof WriteResult.Refused refused && refused.current() != null) {
            return new WriteResult.Refused(broken == Promise.CURRENT_RECORD ? null : asRead(refused.current()));
        }
        return result;
    }

    private static boolean holds(Transition transition, Checkpoint current) {
        return current.revision() == transition.expectedRevision()
                && current.writeId().equals(transition.expectedWriteId());
    }

    private static Transition withoutPayload(Transition transition) {
        Checkpoint next = transition.next();
        return next.outcome() == null
                ? transition
                : new Transition(
                        transition.action(),
                        transition.expectedRevision(),
                        transition.expectedWriteId(),
                        next.withPayload(new Payload.Forgotten()));
    }

    private boolean isKept(Checkpoint record) {
        Instant until = record.expiresAt();
        return broken != Promise.EXPIRED_STAYS || until == null || until.isAfter(LONG_AGO);
    }

    /** UTF-8 has no lone surrogates: each becomes a question mark. */
    private Checkpoint asRead(Checkpoint record) {
        Binding binding = record.binding();
        return broken != Promise.TEXT
                ? record
                : new Checkpoint(
                        record.schemaVersion(),
                        new Binding(
                                binding.namespace(),
                                binding.callId(),
                                new String(binding.toolName().getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8),
                                binding.toolRevision(),
                                binding.inputFingerprint()),
                        record.recovery(),
                        record.revision(),
                        record.writeId(),
                        record.status(),
                        record.execution(),
                        record.firstAcquiredAt(),
                        record.retryStartBefore(),
                        record.uncertainty(),
                        record.outcome(),
                        record.delivery(),
                        record.createdAt(),
                        record.updatedAt(),
                        record.expiresAt(),
                        record.retainUntil());
    }

    private RecordPage skipping(@Nullable String cursor, RecordPage page) {
        boolean skip =
                broken == Promise.PAGING && cursor != null && !page.records().isEmpty();
        List<Checkpoint> records = page.records();
        return new RecordPage(skip ? records.subList(1, records.size()) : records, page.invalid(), page.nextCursor());
    }
}

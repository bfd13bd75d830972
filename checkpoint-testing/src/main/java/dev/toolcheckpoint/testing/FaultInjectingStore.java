package dev.toolcheckpoint.testing;

import dev.toolcheckpoint.protocol.Checkpoint;
import dev.toolcheckpoint.protocol.CheckpointException;
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
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A store whose calls fail as a test's script says, and that records every call. Without a script it passes everything on.
 * Thread-safe; the wrapped store is called outside any lock.
 *
 * <pre>{@code
 * FaultInjectingStore faults = new FaultInjectingStore(store);
 * faults.onCall(Operation.SWAP, 1, Fault.loseAnswer());           // the first swap ever
 * faults.next(Operation.FIND, Fault.throttle(), Fault.throttle()); // the next two reads
 * faults.always(Operation.CREATE, Fault.withholdRecord());
 * }</pre>
 */
public final class FaultInjectingStore implements CheckpointStore {

    private final CheckpointStore store;
    private final FaultScript script = new FaultScript();
    private final Deque<Packet> held = new ArrayDeque<>();

    /** Wraps a store. */
    public FaultInjectingStore(CheckpointStore store) {
        this.store = store;
    }

    /**
     * The {@code nth} call of an operation, counted from 1 since this object was made, meets the fault.
     *
     * @throws IllegalArgumentException when that call is over, or the fault is one of writes only and the operation isn't
     */
    public FaultInjectingStore onCall(Operation operation, int nth, Fault fault) {
        script.onCall(operation, nth, fault);
        return this;
    }

    /** The next calls of an operation that have no fault yet meet these, one each. */
    public FaultInjectingStore next(Operation operation, Fault... faults) {
        script.next(operation, List.of(faults));
        return this;
    }

    /** Every call of an operation that has no fault of its own meets this one, until {@link #clear}. */
    public FaultInjectingStore always(Operation operation, Fault fault) {
        script.always(operation, fault);
        return this;
    }

    /** From now on nothing goes wrong. Calls, counts and held requests stay. */
    public void clear() {
        script.clear();
    }

    /** Every call until now, in the order in which they started. */
    public List<StoreCall> calls() {
        return script.calls();
    }

    /** The calls of one operation until now. */
    public List<StoreCall> calls(Operation operation) {
        return script.calls().stream()
                .filter(call -> call.operation() == operation)
                .toList();
    }

    /** How many calls of an operation there were. */
    public int count(Operation operation) {
        return script.count(operation);
    }

    /**
     * Fails when a fault of {@link #onCall} or {@link #next} was never met: then the test did not test what it says.
     *
     * @throws AssertionError naming the faults
     */
    public void assertAllFaultsMet() {
        List<String> unmet = script.unmet();
        if (!unmet.isEmpty()) {
            throw new AssertionError("These faults were never met: " + unmet + "; the calls were " + calls() + ".");
        }
    }

    /** How many late packets are under way. */
    public int heldCount() {
        synchronized (held) {
            return held.size();
        }
    }

    /**
     * Lets the oldest late packet arrive: it is applied to the wrapped store, its answer dropped.
     *
     * @return whether there was one
     */
    public boolean releaseNext() {
        Packet packet;
        synchronized (held) {
            packet = held.poll();
        }
        if (packet == null) {
            return false;
        }
        packet.call().arrived(arrive(packet.request()));
        return true;
    }

    /** Lets all late packets arrive, oldest first; returns how many. */
    public int releaseAll() {
        int released = 0;
        while (releaseNext()) {
            released++;
        }
        return released;
    }

    @Override
    public Duration defaultSkewMargin() {
        return store.defaultSkewMargin();
    }

    @Override
    public void prepare(CheckpointKey key, Instant leaseUntil) {
        perform(Operation.PREPARE, key, null, () -> {
            store.prepare(key, leaseUntil);
            return true;
        });
    }

    @Override
    public SealedPayload seal(CheckpointKey key, String writeId, byte[] payload) {
        return perform(Operation.SEAL, key, writeId, () -> store.seal(key, writeId, payload));
    }

    @Override
    public String digest(Checkpoint record, byte[] payload) {
        return perform(Operation.DIGEST, record.key(), null, () -> store.digest(record, payload));
    }

    @Override
    public WriteResult createIfAbsent(Transition creation) {
        return write(Operation.CREATE, creation, () -> store.createIfAbsent(creation));
    }

    @Override
    public WriteResult compareAndSwap(Transition transition, @Nullable SealedPayload payload) {
        return write(Operation.SWAP, transition, () -> store.compareAndSwap(transition, payload));
    }

    @Override
    public Optional<Checkpoint> find(CheckpointKey key) {
        return perform(Operation.FIND, key, null, () -> store.find(key));
    }

    @Override
    public byte[] loadPayload(Checkpoint record) {
        return perform(Operation.LOAD_PAYLOAD, record.key(), null, () -> store.loadPayload(record));
    }

    @Override
    public RecordPage attention(AttentionQuery query) {
        return perform(Operation.ATTENTION, null, null, () -> store.attention(query));
    }

    @Override
    public RecordPage list(ListQuery query) {
        return perform(Operation.LIST, null, null, () -> store.list(query));
    }

    @Override
    public void beforeSnapshot() {
        store.beforeSnapshot();
    }

    /** Closes the wrapped store. Late packets stay held. */
    @Override
    public void close() {
        store.close();
    }

    /** Names the calls, no payload. */
    @Override
    public String toString() {
        return "FaultInjectingStore[held=" + heldCount() + ", calls=" + calls() + "]";
    }

    private WriteResult write(Operation operation, Transition transition, Supplier<WriteResult> request) {
        Checkpoint next = transition.next();
        return perform(operation, next.key(), next.writeId(), request);
    }

    private <T> T perform(
            Operation operation, @Nullable CheckpointKey key, @Nullable String writeId, Supplier<T> request) {
        FaultScript.Started started = script.start(operation, key, writeId);
        try {
            T answer = disturbed(started, request);
            started.ended(FaultScript.describe(answer));
            return answer;
        } catch (RuntimeException | Error failure) {
            started.ended(
                    failure instanceof StoreException answer
                            ? answer.code() + (answer.ambiguous() ? " (ambiguous)" : "")
                            : failure.getClass().getSimpleName());
            throw failure;
        }
    }

    private <T> T disturbed(FaultScript.Started started, Supplier<T> request) {
        Fault fault = started.fault();
        fault.runBefore();
        try {
            return switch (fault.kind()) {
                case NONE -> request.get();
                case NOT_SENT -> throw fault.failure();
                case ANSWER_LOST -> {
                    arrive(request);
                    throw fault.failure();
                }
                case HELD -> {
                    synchronized (held) {
                        held.add(new Packet(started, request));
                    }
                    throw fault.failure();
                }
                case RECORD_WITHHELD -> withheld(started, request);
            };
        } finally {
            fault.runAfter();
        }
    }

    @SuppressWarnings("unchecked") // The script admits this fault for writes only, and their answer is a WriteResult.
    private <T> T withheld(FaultScript.Started started, Supplier<T> request) {
        CheckpointKey key = started.requireKey();
        boolean alreadyOurs = store.find(key)
                .filter(record -> record.writeId().equals(started.writeId()))
                .isPresent();
        T answer = request.get();
        return alreadyOurs || answer instanceof WriteResult.Refused ? (T) new WriteResult.Refused(null) : answer;
    }

    /** A request that is under way. */
    private record Packet(FaultScript.Started call, Supplier<?> request) {}

    /** Lets a request arrive whose answer, a refusal or an error, too, nobody gets; returns how it reads in the log. */
    private static String arrive(Supplier<?> request) {
        try {
            return FaultScript.describe(request.get());
        } catch (CheckpointException answer) {
            return answer.code().name();
        }
    }
}

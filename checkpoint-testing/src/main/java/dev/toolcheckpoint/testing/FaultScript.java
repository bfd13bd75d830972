package dev.toolcheckpoint.testing;

import dev.toolcheckpoint.protocol.CheckpointKey;
import dev.toolcheckpoint.store.WriteResult;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Which call meets which fault, and which calls there were. Thread-safe. */
final class FaultScript {

    private final Map<Operation, Map<Integer, Fault>> byNumber = new EnumMap<>(Operation.class);
    private final Map<Operation, Deque<Fault>> queued = new EnumMap<>(Operation.class);
    private final Map<Operation, Fault> standing = new EnumMap<>(Operation.class);
    private final Map<Operation, Integer> counts = new EnumMap<>(Operation.class);
    private final List<StoreCall> calls = new ArrayList<>();

    synchronized void onCall(Operation operation, int nth, Fault fault) {
        check(operation, fault);
        if (nth <= count(operation)) {
            throw new IllegalArgumentException(
                    operation + "#" + nth + " is over (" + count(operation) + " calls until now), so it can't fail.");
        }
        byNumber.computeIfAbsent(operation, any -> new TreeMap<>()).put(nth, fault);
    }

    synchronized void next(Operation operation, List<Fault> faults) {
        faults.forEach(fault -> check(operation, fault));
        queued.computeIfAbsent(operation, any -> new ArrayDeque<>()).addAll(faults);
    }

    synchronized void always(Operation operation, Fault fault) {
        check(operation, fault);
        standing.put(operation, fault);
    }

    synchronized void clear() {
        byNumber.clear();
        queued.clear();
        standing.clear();
    }

    synchronized List<StoreCall> calls() {
        return List.copyOf(calls);
    }

    synchronized int count(Operation operation) {
        return counts.getOrDefault(operation, 0);
    }

    synchronized List<String> unmet() {
        List<String> unmet = new ArrayList<>();
        byNumber.forEach(
                (operation, faults) -> faults.forEach((nth, fault) -> unmet.add(operation + "#" + nth + " " + fault)));
        queued.forEach((operation, faults) -> faults.forEach(fault -> unmet.add("next " + operation + " " + fault)));
        return unmet;
    }

    synchronized Started start(Operation operation, @Nullable CheckpointKey key, @Nullable String writeId) {
        int nth = counts.merge(operation, 1, Integer::sum);
        Fault fault = faultOf(operation, nth);
        int index = calls.size();
        calls.add(new StoreCall(operation, nth, key, writeId, fault, "under way"));
        return new Started(index, fault, key, writeId);
    }

    private Fault faultOf(Operation operation, int nth) {
        Fault numbered = byNumber.getOrDefault(operation, Map.of()).get(nth);
        if (numbered != null) {
            byNumber.getOrDefault(operation, Map.of()).remove(nth);
            return numbered;
        }
        Deque<Fault> queue = queued.get(operation);
        Fault next = queue == null ? null : queue.poll();
        return next != null ? next : standing.getOrDefault(operation, Fault.none());
    }

    private static void check(Operation operation, Fault fault) {
        boolean writesOnly = fault.kind() == Fault.Kind.HELD || fault.kind() == Fault.Kind.RECORD_WITHHELD;
        if (writesOnly && !operation.isWrite()) {
            throw new IllegalArgumentException(fault + " is a fault of CREATE and SWAP, not of " + operation + ".");
        }
    }

    /** How an answer reads in a log: never its content. */
    static String describe(Object answer) {
        if (answer instanceof WriteResult.Refused refused) {
            return refused.current() == null
                    ? "Refused(null)"
                    : "Refused(" + refused.current().status() + " "
                            + refused.current().writeId() + ")";
        }
        return answer instanceof WriteResult.Stored ? "Stored" : "answered";
    }

    /** A call that is under way. */
    final class Started {
        private final int index;
        private final Fault fault;
        private final @Nullable CheckpointKey key;
        private final @Nullable String writeId;

        private Started(int index, Fault fault, @Nullable CheckpointKey key, @Nullable String writeId) {
            this.index = index;
            this.fault = fault;
            this.key = key;
            this.writeId = writeId;
        }

        Fault fault() {
            return fault;
        }

        CheckpointKey requireKey() {
            return Objects.requireNonNull(key);
        }

        @Nullable
        String writeId() {
            return writeId;
        }

        void ended(String how) {
            note(call -> how);
        }

        /** A held request arrived after its caller had given up. */
        void arrived(String how) {
            note(call -> call.ended() + ", arrived late → " + how);
        }

        private void note(Function<StoreCall, String> how) {
            synchronized (FaultScript.this) {
                StoreCall call = calls.get(index);
                calls.set(
                        index,
                        new StoreCall(
                                call.operation(),
                                call.nth(),
                                call.key(),
                                call.writeId(),
                                call.fault(),
                                how.apply(call)));
            }
        }
    }
}

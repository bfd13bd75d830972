package dev.toolcheckpoint.testing.model;

import dev.toolcheckpoint.testing.Operation;
import dev.toolcheckpoint.testing.model.Disturbance.Fate;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The model's store and network: one request at a time, each with a fate; a write is repeated with the same id until it is
 * answered, {@value #MAX_SENDS} times in all.
 */
final class ModelStore {

    static final int MAX_SENDS = 3;
    static final long FIRST_PAUSE = 10;
    static final long LONGEST_PAUSE = 20;

    /** An operation that ended without an answer. */
    static final class Failure extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private final transient Facts facts;

        Failure(String code, @Nullable Boolean ambiguous) {
            super(code, null, false, false);
            this.facts = Facts.thrown(code, ambiguous);
        }

        Facts facts() {
            return facts;
        }
    }

    /** A conditional write. {@code expected} is absent when it creates the record. */
    record Request(int call, @Nullable Id expected, ModelRecord next) {
        Operation kind() {
            return expected == null ? Operation.CREATE : Operation.SWAP;
        }
    }

    /** Either an answer, or a request and what is answered once it is stored. */
    record Step(@Nullable Facts answer, @Nullable Request request, Function<ModelRecord, Facts> stored) {
        static Step answer(Facts facts) {
            return new Step(facts, null, record -> facts);
        }

        static Step write(Request request, Function<ModelRecord, Facts> stored) {
            return new Step(null, request, stored);
        }
    }

    /** What an operation does about a record; asked again whenever another was faster. */
    @FunctionalInterface
    interface Decision {
        /** {@code maybe}: a send of ours got no answer, so it may have been applied and overtaken since. */
        Step of(@Nullable ModelRecord current, boolean maybe);
    }

    /** What one worker's requests meet. */
    private static final class Line {
        private final Deque<Request> late = new ArrayDeque<>();
        private final Deque<Fate> fates = new ArrayDeque<>();
        private @Nullable Disturbance disturbance;
        private Runnable meanwhile = () -> {};
        private boolean met;
    }

    private final ModelClock clock;
    private final boolean recognises;
    private final @Nullable ModelRecord[] records = new ModelRecord[CallSpec.CALLS];
    private final List<Line> lines = new ArrayList<>();
    private int ids;

    /** @param recognises whether a repeat of a write that was made is told from another's */
    ModelStore(ModelClock clock, boolean recognises) {
        this.clock = clock;
        this.recognises = recognises;
        for (int worker = 0; worker < ModelClock.WORKERS; worker++) {
            lines.add(new Line());
        }
    }

    Id newId(String what) {
        ids++;
        return new Id(what + ids);
    }

    @Nullable
    ModelRecord find(int call) {
        return records[call];
    }

    void disturb(int worker, Disturbance disturbance, Runnable meanwhile) {
        Line line = lines.get(worker);
        line.disturbance = disturbance;
        line.fates.clear();
        line.fates.addAll(disturbance.pattern().fates());
        line.meanwhile = meanwhile;
        line.met = false;
    }

    boolean calm(int worker) {
        Line line = lines.get(worker);
        line.disturbance = null;
        return line.met;
    }

    boolean arriveLate(int worker) {
        Request request = lines.get(worker).late.poll();
        if (request == null) {
            return false;
        }
        arrive(request);
        return true;
    }

    /** Sends a request whose answer nobody waits for; whether the record is now, or was, what it makes. */
    boolean arrive(Request request) {
        ModelRecord current = records[request.call()];
        boolean applies = request.expected() == null
                ? current == null
                : current != null && current.writeId.equals(request.expected());
        if (applies) {
            records[request.call()] = request.next();
            return true;
        }
        return recognises && current != null && current.writeId.equals(request.next().writeId);
    }

    /** The store gets ready for a claim, or refuses. */
    void prepare(int worker) {
        if (meet(worker, Operation.PREPARE, null, () -> {}) != Fate.ARRIVES) {
            throw new Failure("STORE_UNAVAILABLE", false);
        }
    }

    /**
     * Runs an operation.
     *
     * @param until no repeat starts at or after it
     */
    Facts run(int worker, int call, @Nullable ModelRecord first, long until, Decision decision) {
        ModelRecord current = first;
        boolean maybe = false;
        while (true) {
            Step step = decision.of(current, maybe);
            if (step.answer() != null) {
                return step.answer();
            }
            Request request = step.request();
            if (request == null) {
                throw new IllegalStateException("A step answers or writes.");
            }
            Sent sent = send(worker, request, until, maybe);
            if (sent.stored()) {
                return step.stored().apply(request.next());
            }
            current = sent.current();
            maybe = sent.maybe();
        }
    }

    private record Sent(boolean stored, @Nullable ModelRecord current, boolean maybe) {}

    private Sent send(int worker, Request request, long until, boolean before) {
        boolean maybe = before;
        for (int sends = 1; ; sends++) {
            boolean[] stored = {false};
            @Nullable ModelRecord[] seen = {null};
            Fate fate = meet(worker, request.kind(), request, () -> {
                stored[0] = arrive(request);
                seen[0] = records[request.call()];
            });
            if (fate.answered()) {
                return new Sent(stored[0], seen[0], maybe);
            }
            maybe |= fate != Fate.THROTTLED;
            long pause = Math.min(FIRST_PAUSE << (sends - 1), LONGEST_PAUSE);
            if (sends == MAX_SENDS || clock.now(worker) + pause >= until) {
                throw new Failure("STORE_UNAVAILABLE", maybe);
            }
            clock.advance(pause);
        }
    }

    /** One request: what happens to it, and what happens around it. */
    private Fate meet(int worker, Operation kind, @Nullable Request request, Runnable arrival) {
        Line line = lines.get(worker);
        Disturbance disturbance = line.disturbance;
        Fate fate = disturbance == null || disturbance.target() != kind ? null : line.fates.poll();
        if (disturbance == null || fate == null) {
            arrival.run();
            return Fate.ARRIVES;
        }
        boolean first = !line.met;
        line.met = true;
        if (first && disturbance.pattern().actsBefore()) {
            line.meanwhile.run();
        }
        if (fate.answered() || fate == Fate.ANSWER_LOST) {
            arrival.run();
        } else if (fate == Fate.LATE && request != null) {
            line.late.add(request);
        }
        if (first && !disturbance.pattern().actsBefore()) {
            line.meanwhile.run();
        }
        return fate;
    }
}

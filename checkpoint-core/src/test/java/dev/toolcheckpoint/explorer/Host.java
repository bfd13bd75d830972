package dev.toolcheckpoint.explorer;

import dev.toolcheckpoint.journal.Begin;
import dev.toolcheckpoint.journal.Journal;
import dev.toolcheckpoint.journal.RetryPolicy;
import dev.toolcheckpoint.protocol.Checkpoint;
import dev.toolcheckpoint.protocol.CheckpointException;
import dev.toolcheckpoint.protocol.Outcome;
import dev.toolcheckpoint.protocol.ProtocolException;
import dev.toolcheckpoint.store.CheckpointStore;
import dev.toolcheckpoint.tool.ToolOutcome;
import dev.toolcheckpoint.tool.ToolRunner;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Runs a program against a list of answers, up to the first question that has none. */
final class Host {

    /** An answer, and what the actor's clock shows until the next one. */
    record Entry(Reply reply, long clock) {}

    /**
     * Where a run ended.
     *
     * @param pending what it waits for; {@code null} when it is over
     * @param told what was told to its caller after the last answer
     * @param readClock whether it read its clock after the last answer
     * @param failure what it ended with, when that is no exception of the journal's
     */
    record Run(
            @Nullable Op pending,
            List<Told> told,
            boolean readClock,
            @Nullable Throwable failure) {}

    /** Stops a run whose next answer is not known. Not an exception, so that no code under test handles it as a failure. */
    private static final class Suspended extends Error {
        private static final long serialVersionUID = 1L;

        Suspended() {
            super("suspended", null, false, false);
        }
    }

    private final String name;
    private final Pool.Shared pool;
    private final Function<Wire, CheckpointStore> storeOf;
    private final Journal journal;
    private @Nullable ToolRunner tools;

    private List<Entry> log = List.of();
    private int position;
    private long clock;
    private boolean readClock;
    private int drawn;
    private @Nullable Op pending;
    private List<Told> told = new ArrayList<>();
    private Set<String> idsOfCall = new HashSet<>();
    private @Nullable Checkpoint lastSeen;
    private @Nullable Checkpoint lastSent;
    private CheckpointStore store;

    Host(String name, Duration skewMargin, int maxSends, Pool.Shared pool, Function<Wire, CheckpointStore> storeOf) {
        this.name = name;
        this.pool = pool;
        this.storeOf = storeOf;
        this.store = new Wire(this::ask, pool);
        this.journal = Journal.builder(new ForwardingStore(() -> store))
                .clock(new HostClock())
                .ids(this::nextId)
                .pause(time -> {})
                .retryPolicy(new RetryPolicy(maxSends, Duration.ZERO, Duration.ZERO))
                .skewMargin(skewMargin)
                .build();
    }

    Run run(Program program, List<Entry> answers) {
        log = answers;
        position = 0;
        clock = 0;
        readClock = false;
        drawn = 0;
        pending = null;
        told = new ArrayList<>();
        idsOfCall = new HashSet<>();
        lastSeen = null;
        lastSent = null;
        store = storeOf.apply(new Wire(this::ask, pool));
        Throwable failure = null;
        try {
            ask(new Op.Start());
            program.run(this);
        } catch (Suspended stopped) {
            return new Run(pending, told, readClock, null);
        } catch (Exception | Error thrown) {
            failure = thrown;
        }
        return new Run(null, told, readClock, failure);
    }

    /** Asks the scheduler. */
    Reply ask(Op question) {
        checkRunning();
        if (question instanceof Op.Write write) {
            lastSent = write.transition().next();
        }
        if (position == log.size()) {
            pending = question;
            throw new Suspended();
        }
        Entry entry = log.get(position++);
        told = new ArrayList<>();
        clock = entry.clock();
        readClock = false;
        if (entry.reply() instanceof Reply.Refused refused) {
            lastSeen = pool.records.get(refused.record());
        } else if (entry.reply() instanceof Reply.Found found) {
            lastSeen = pool.records.get(found.record());
        }
        return entry.reply();
    }

    private void checkRunning() {
        // Code under test may have caught the stop of a handler; nothing it does afterwards counts.
        if (pending != null) {
            throw new Suspended();
        }
    }

    private String nextId() {
        checkRunning();
        String id = name + "." + ++drawn;
        idsOfCall.add(id);
        return id;
    }

    Journal journal() {
        return journal;
    }

    ToolRunner tools() {
        if (tools == null) {
            tools = ToolRunner.builder(journal).writeReserve(Duration.ZERO).build();
        }
        return tools;
    }

    long clock() {
        checkRunning();
        readClock = true;
        return clock;
    }

    /** The last record this actor tried to write. */
    Checkpoint lastSent() {
        return Objects.requireNonNull(lastSent);
    }

    /** A new call begins: claims of earlier ones are not its own. */
    void newCall() {
        idsOfCall.clear();
    }

    void told(ToolOutcome answer) {
        tell(answer.<Told>fold(
                executed -> told(Told.Kind.EXECUTED, executed.outcome()),
                replayed -> told(Told.Kind.REPLAYED, replayed.outcome()),
                retryable -> told(Told.Kind.RETRYABLE, null),
                inProgress -> told(Told.Kind.BUSY, null),
                conflict -> told(Told.Kind.OTHER, null),
                uncertain -> told(Told.Kind.UNCERTAIN, null),
                rejected -> told(Told.Kind.OTHER, null)));
    }

    void told(Begin answer) {
        tell(answer.<Told>fold(
                acquired -> told(Told.Kind.ACQUIRED, null),
                replay -> told(Told.Kind.REPLAYED, replay.outcome()),
                busy -> told(Told.Kind.BUSY, null),
                conflict -> told(Told.Kind.OTHER, null),
                uncertain -> told(Told.Kind.UNCERTAIN, null)));
    }

    /** Callers are told of a failing store; in these scenarios nothing else ever fails. */
    void told(CheckpointException failure) {
        if (failure instanceof ProtocolException) {
            throw failure;
        }
        tell(told(Told.Kind.ERROR, null));
    }

    void toldDelivered() {
        tell(told(Told.Kind.DELIVERED, null));
    }

    void toldExecuted(Outcome outcome) {
        tell(told(Told.Kind.EXECUTED, outcome));
    }

    private Told told(Told.Kind kind, @Nullable Outcome outcome) {
        boolean own = kind == Told.Kind.BUSY
                && lastSeen != null
                && lastSeen.execution() != null
                && idsOfCall.contains(
                        RedrawingStore.drawnId(lastSeen.execution().attemptId()));
        return new Told(kind, outcome, own);
    }

    private void tell(Told what) {
        checkRunning();
        told.add(what);
    }

    private final class HostClock extends Clock {
        @Override
        public Instant instant() {
            return Instant.ofEpochMilli(clock());
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    }
}

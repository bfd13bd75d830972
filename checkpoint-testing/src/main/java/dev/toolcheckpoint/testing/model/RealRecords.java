package dev.toolcheckpoint.testing.model;

import dev.toolcheckpoint.journal.Journal;
import dev.toolcheckpoint.protocol.Checkpoint;
import dev.toolcheckpoint.protocol.CheckpointKey;
import dev.toolcheckpoint.protocol.Outcome;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The records of the store under test, looked at past the workers' disturbed requests. */
final class RealRecords {

    private static final Facts ABSENT = new Facts("absent");

    /** A record that was looked at; one that is equal in every field needs no second look. */
    private record Looked(Checkpoint record, Facts facts) {}

    private final Journal journal;
    private final List<CheckpointKey> keys;
    private final Map<Integer, Looked> looked = new HashMap<>();

    RealRecords(Journal journal, List<CheckpointKey> keys) {
        this.journal = journal;
        this.keys = List.copyOf(keys);
    }

    Facts look(int call) {
        Checkpoint record = find(call);
        if (record == null) {
            return ABSENT;
        }
        Looked before = looked.get(call);
        if (before != null && before.record().equals(record)) {
            return before.facts();
        }
        Outcome outcome = record.outcome() == null ? null : journal.loadOutcome(record);
        Facts facts = RealFacts.of(record, outcome);
        looked.put(call, new Looked(record, facts));
        return facts;
    }

    /** When the boundary is, in ms, if the record has it. */
    @Nullable
    Long instant(int call, Command.Boundary boundary) {
        Checkpoint record = find(call);
        return record == null ? null : instantOf(record, boundary);
    }

    private @Nullable Checkpoint find(int call) {
        return journal.inspect(keys.get(call)).orElse(null);
    }

    private static @Nullable Long instantOf(Checkpoint record, Command.Boundary boundary) {
        @Nullable
        Long lease = record.execution() == null
                ? null
                : RealFacts.millisOrNull(record.execution().leaseUntil());
        @Nullable
        Long delivery = record.delivery() == null
                ? null
                : RealFacts.millisOrNull(record.delivery().leaseUntil());
        return switch (boundary) {
            case LEASE_END -> lease;
            case MARGIN_END -> ModelWorld.plus(lease, ModelClock.MARGIN);
            case CUTOFF -> ModelWorld.plus(RealFacts.millisOrNull(record.retryStartBefore()), -ModelClock.MARGIN);
            case ABSENCE -> ModelWorld.plus(lease, ModelClock.MARGIN + Generator.QUIESCENCE);
            case DELIVERY_END -> delivery;
            case DELIVERY_MARGIN_END -> ModelWorld.plus(delivery, ModelClock.MARGIN);
        };
    }
}

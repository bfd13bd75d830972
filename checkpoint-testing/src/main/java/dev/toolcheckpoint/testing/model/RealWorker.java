package dev.toolcheckpoint.testing.model;

import dev.toolcheckpoint.journal.CheckpointEvent;
import dev.toolcheckpoint.journal.Journal;
import dev.toolcheckpoint.journal.RetryPolicy;
import dev.toolcheckpoint.protocol.LateReceipts;
import dev.toolcheckpoint.protocol.Retention;
import dev.toolcheckpoint.store.CheckpointStore;
import dev.toolcheckpoint.testing.Fault;
import dev.toolcheckpoint.testing.FaultInjectingStore;
import dev.toolcheckpoint.testing.SequentialIds;
import dev.toolcheckpoint.testing.VirtualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** One worker: its clock, its client of the store, its journals and what they told. */
final class RealWorker {

    private static final RetryPolicy RETRIES = new RetryPolicy(
            ModelStore.MAX_SENDS,
            Duration.ofMillis(ModelStore.FIRST_PAUSE),
            Duration.ofMillis(ModelStore.LONGEST_PAUSE));
    private static final Retention RETENTION = Retention.of(
            Duration.ofDays(14), Duration.ofMillis(ModelRecord.RETENTION).minusDays(14));

    private final VirtualClock clock;
    private final FaultInjectingStore faults;
    private final Journal lenient;
    private final Journal strict;
    private boolean refused;
    private boolean met;

    RealWorker(int number, CheckpointStore store, VirtualClock base) {
        this.clock = base.withOffset(Duration.ofMillis(ModelClock.offset(number)));
        this.faults = new FaultInjectingStore(store);
        SequentialIds ids = new SequentialIds("w" + number);
        this.lenient = journal(ids, LateReceipts.ACCEPT);
        this.strict = journal(ids, LateReceipts.REJECT);
    }

    private Journal journal(SequentialIds ids, LateReceipts lateReceipts) {
        return Journal.builder(faults)
                .clock(clock)
                .ids(ids)
                .pause(clock::advance)
                .retryPolicy(RETRIES)
                .skewMargin(Duration.ofMillis(ModelClock.MARGIN))
                .retention(RETENTION)
                .lateReceipts(lateReceipts)
                .listener(event -> refused |= event instanceof CheckpointEvent.ReceiptRefused)
                .build();
    }

    Journal journal(int call) {
        return CallSpec.lateReceipts(call) == LateReceipts.ACCEPT ? lenient : strict;
    }

    VirtualClock clock() {
        return clock;
    }

    /** Whether a refused receipt was told since the last time. */
    boolean toldOfRefusal() {
        boolean told = refused;
        refused = false;
        return told;
    }

    void disturb(Disturbance disturbance, Runnable meanwhile) {
        met = false;
        List<Fault> list = new ArrayList<>();
        for (Disturbance.Fate fate : disturbance.pattern().fates()) {
            list.add(fault(fate));
        }
        Runnable first = () -> {
            met = true;
            meanwhile.run();
        };
        list.set(
                0,
                disturbance.pattern().actsBefore()
                        ? list.get(0).before(first)
                        : list.get(0).after(first));
        faults.next(disturbance.target(), list.toArray(Fault[]::new));
    }

    private static Fault fault(Disturbance.Fate fate) {
        return switch (fate) {
            case ARRIVES -> Fault.none();
            case ANSWER_LOST -> Fault.loseAnswer();
            case LOST -> Fault.dropRequest();
            case LATE -> Fault.hold();
            case THROTTLED -> Fault.throttle();
            case RECORD_WITHHELD -> Fault.withholdRecord();
        };
    }

    boolean calm() {
        faults.clear();
        return met;
    }

    boolean arrive() {
        return faults.releaseNext();
    }
}

package dev.toolcheckpoint.journal;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** Shows one instant after the other, and the last one for ever. Not thread-safe. */
final class SteppingClock extends Clock {

    private final Deque<Instant> instants;

    SteppingClock(List<Instant> instants) {
        this.instants = new ArrayDeque<>(instants);
    }

    @Override
    public Instant instant() {
        return instants.size() > 1 ? instants.removeFirst() : instants.getFirst();
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

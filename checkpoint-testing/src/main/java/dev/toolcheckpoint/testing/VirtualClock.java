package dev.toolcheckpoint.testing;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A clock that moves only when a test moves it. Whole milliseconds. Thread-safe.
 *
 * <p>{@link #withOffset} gives a second worker a clock that is ahead or behind by a fixed amount; both move together.
 */
public final class VirtualClock extends Clock {

    /** Where {@link #VirtualClock()} starts: 2026-01-01T00:00:00Z. */
    public static final Instant DEFAULT_START = Instant.parse("2026-01-01T00:00:00Z");

    private final AtomicLong millis;
    private final long offsetMillis;
    private final ZoneId zone;

    /** A clock that stands at {@link #DEFAULT_START}. */
    public VirtualClock() {
        this(DEFAULT_START);
    }

    /**
     * A clock that stands at {@code start}.
     *
     * @throws IllegalArgumentException unless it is a whole millisecond
     */
    public VirtualClock(Instant start) {
        this(new AtomicLong(wholeMillis(start)), 0, ZoneOffset.UTC);
    }

    private VirtualClock(AtomicLong millis, long offsetMillis, ZoneId zone) {
        this.millis = millis;
        this.offsetMillis = offsetMillis;
        this.zone = zone;
    }

    /**
     * Moves this clock, and every view of it, forward.
     *
     * @param time 0 or more, whole milliseconds
     * @return what this clock shows now
     * @throws IllegalArgumentException for a negative time (see {@link #set}) or a part of a millisecond
     */
    public Instant advance(Duration time) {
        long step = wholeMillis(time);
        if (step < 0) {
            throw new IllegalArgumentException(
                    "A clock advances by 0 or more, found " + time + "; use set to go back.");
        }
        return Instant.ofEpochMilli(millis.addAndGet(step) + offsetMillis);
    }

    /**
     * Sets this clock; may go back. Every view moves by the same amount.
     *
     * @throws IllegalArgumentException unless it is a whole millisecond
     */
    public void set(Instant instant) {
        millis.set(wholeMillis(instant) - offsetMillis);
    }

    /**
     * A view of this clock that shows another time by a fixed amount, and moves with it.
     *
     * @param offset whole milliseconds, negative for a clock that is behind
     */
    public VirtualClock withOffset(Duration offset) {
        return new VirtualClock(millis, offsetMillis + wholeMillis(offset), zone);
    }

    @Override
    public Instant instant() {
        return Instant.ofEpochMilli(millis());
    }

    @Override
    public long millis() {
        return millis.get() + offsetMillis;
    }

    @Override
    public ZoneId getZone() {
        return zone;
    }

    @Override
    public VirtualClock withZone(ZoneId other) {
        return new VirtualClock(millis, offsetMillis, other);
    }

    @Override
    public String toString() {
        return "VirtualClock[" + instant() + "]";
    }

    private static long wholeMillis(Instant instant) {
        if (!instant.equals(instant.truncatedTo(ChronoUnit.MILLIS))) {
            throw new IllegalArgumentException("The clock shows whole milliseconds, found " + instant + ".");
        }
        return instant.toEpochMilli();
    }

    private static long wholeMillis(Duration time) {
        if (!time.equals(time.truncatedTo(ChronoUnit.MILLIS))) {
            throw new IllegalArgumentException("The clock moves by whole milliseconds, found " + time + ".");
        }
        return time.toMillis();
    }
}

package dev.toolcheckpoint.testing.model;

/** The time of the model, in ms; each worker's clock is off by a fixed amount. */
final class ModelClock {

    static final int WORKERS = 2;

    /** What the journals are told about the difference of clocks. */
    static final long MARGIN = 1_000;

    /** How much the second worker's clock is ahead. */
    static final long OFFSET = 700;

    private long time;

    ModelClock(long start) {
        this.time = start;
    }

    static long offset(int worker) {
        return worker * OFFSET;
    }

    long now(int worker) {
        return time + offset(worker);
    }

    void advance(long millis) {
        time += millis;
    }

    /** Moves to when the worker's clock shows {@code instant}; never back. */
    void advanceTo(int worker, long instant) {
        time = Math.max(time, instant - offset(worker));
    }
}

package dev.toolcheckpoint.journal;

import java.time.Duration;

/** Waits between two sends of the same write. A test's pause advances its clock instead. Thread-safe. */
@FunctionalInterface
public interface Pause {

    /**
     * Returns after about this time.
     *
     * @throws InterruptedException when the thread is interrupted: the journal then stops repeating
     */
    void pause(Duration time) throws InterruptedException;

    /** Puts the thread to sleep. */
    static Pause sleeping() {
        return time -> Thread.sleep(time.toMillis());
    }
}

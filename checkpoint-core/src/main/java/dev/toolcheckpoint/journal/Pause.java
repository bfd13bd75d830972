package dev.toolcheckpoint.journal;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.random.RandomGenerator;

/** Waits between two sends of the same write. A test's pause advances its clock instead. Thread-safe. */
@FunctionalInterface
public interface Pause {

    /**
     * Returns after about this time, never later than a sleep of it would.
     *
     * @throws InterruptedException when the thread is interrupted: the journal then stops repeating
     */
    void pause(Duration time) throws InterruptedException;

    /**
     * Puts the thread to sleep for half to all of the time, so that workers that failed together don't come back together. Drawn
     * from a {@link SecureRandom}, which isn't copied with a snapshot of the process.
     */
    static Pause sleeping() {
        return jittered(time -> Thread.sleep(time.toMillis()), new SecureRandom());
    }

    /** Pauses for half to all of the time. */
    static Pause jittered(Pause pause, RandomGenerator random) {
        return time -> {
            long most = time.toMillis();
            pause.pause(Duration.ofMillis(most - random.nextLong(most / 2 + 1)));
        };
    }
}

package dev.toolcheckpoint.journal;

import dev.toolcheckpoint.protocol.Uncertainty;
import java.time.Instant;

/** The answer of {@link Journal#abandon}. */
public sealed interface Abandon {

    /**
     * The attempt is given up; a further one may start.
     *
     * @param retryAt from when on
     */
    record Abandoned(Instant retryAt) implements Abandon {}

    /**
     * No further attempt is admissible.
     *
     * @param reason why
     */
    record Uncertain(Uncertainty reason) implements Abandon {}

    /** The attempt does not hold the call any more. */
    record Stale() implements Abandon {}
}

package dev.toolcheckpoint.runs;

import dev.toolcheckpoint.runs.Turn.Result;
import java.time.Instant;

/** What became of one call of a turn. */
sealed interface CallEnd {

    /**
     * The model can be told.
     *
     * @param result what
     */
    record Answered(Result result) implements CallEnd {}

    /**
     * The run waits.
     *
     * @param awaited for what
     * @param error why, for people
     */
    record Parks(Wait awaited, RunError error) implements CallEnd {}

    /**
     * The very same call has to be made again later.
     *
     * @param at from when on
     */
    record Later(Instant at) implements CallEnd {}
}

package dev.toolcheckpoint.runs;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One thing a run did.
 *
 * @param run the run
 * @param index the turn it belongs to, from 1
 * @param position 0 for the model's answer, from 1 for the calls it made, in their order
 * @param kind what it was
 * @param name the model's or the tool's name
 * @param input the call's arguments; {@code null} for the model, whose input is the history before
 * @param output what came of it: the answer's text or the call's result; {@code null} while it isn't there
 * @param error a code when it is an error; {@code null} for none
 * @param startedAt when it began
 * @param finishedAt when it ended; {@code null} before
 */
public record Step(
        RunKey run,
        int index,
        int position,
        Kind kind,
        String name,
        @Nullable String input,
        @Nullable String output,
        @Nullable String error,
        Instant startedAt,
        @Nullable Instant finishedAt) {

    /** What a step was. */
    public enum Kind {
        /** A model call. */
        LLM,
        /** A tool call. */
        TOOL,
        /** Waiting for people. */
        WAIT
    }

    /** Leaves input and output out. */
    @Override
    public String toString() {
        return "Step[" + run + ", " + index + "." + position + ", " + kind + " " + name + "]";
    }
}

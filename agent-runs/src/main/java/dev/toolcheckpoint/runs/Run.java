package dev.toolcheckpoint.runs;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A run, as it is stored.
 *
 * @param key names it
 * @param agent the agent's name
 * @param status where it is
 * @param source where its trigger came from
 * @param triggerId the trigger's id at its source
 * @param concurrencyKey at most one active run has it; {@code null} for none
 * @param thread the conversation it belongs to; {@code null} for none
 * @param output the final answer; {@code null} unless completed, and in listings
 * @param error why it failed, or what it waits for; {@code null} for nothing
 * @param usage what its model calls took
 * @param waiting what it waits for, with decisions that are there already; inputs only where the whole run was loaded
 * @param claim who has it; {@code null} when nobody does
 * @param cancelRequested whether somebody asked for its end
 * @param stepsUsed how many model turns are stored
 * @param attempts how often the step in progress was begun
 * @param revision counts the engine's writes
 * @param createdAt when it was started
 * @param updatedAt when the engine wrote it last
 * @param startedAt when it was first claimed; {@code null} before
 * @param finishedAt when it ended; {@code null} before
 */
public record Run(
        RunKey key,
        String agent,
        RunStatus status,
        String source,
        String triggerId,
        @Nullable String concurrencyKey,
        @Nullable String thread,
        @Nullable String output,
        @Nullable RunError error,
        Usage usage,
        List<WaitPoint> waiting,
        @Nullable Claim claim,
        boolean cancelRequested,
        int stepsUsed,
        int attempts,
        long revision,
        Instant createdAt,
        Instant updatedAt,
        @Nullable Instant startedAt,
        @Nullable Instant finishedAt) {

    /** Copies the list. */
    public Run {
        waiting = List.copyOf(waiting);
    }

    /**
     * Who has a run.
     *
     * @param owner random, made for one execution
     * @param epoch counts the claims of a run, from 1
     * @param expiresAt until when the owner is believed alive
     */
    public record Claim(String owner, long epoch, Instant expiresAt) {}

    /** Leaves the output out. */
    @Override
    public String toString() {
        return "Run[" + key + ", " + agent + ", " + status + ", step " + stepsUsed + "]";
    }
}

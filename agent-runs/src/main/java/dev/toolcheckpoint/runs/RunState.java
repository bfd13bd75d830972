package dev.toolcheckpoint.runs;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the engine writes of a run: everything but the claim and the wish to cancel, which have writers of their own.
 *
 * @param continues the run before in the same thread, when there is one
 * @param waiting the waits of the step in progress, decided or not
 * @param lastStep the highest step that is stored, in any phase
 * @param stepsUsed how many steps are stored as done
 * @param attempts how often the step in progress was begun
 * @param retryAt when an interrupted run should go on; {@code null} for at once
 */
record RunState(
        String agent,
        RunStatus status,
        String source,
        String triggerId,
        @Nullable String concurrencyKey,
        @Nullable String thread,
        @Nullable String continues,
        @Nullable RunError error,
        Usage usage,
        List<String> waiting,
        int lastStep,
        int stepsUsed,
        int attempts,
        @Nullable Instant retryAt,
        long revision,
        Instant createdAt,
        Instant updatedAt,
        @Nullable Instant startedAt,
        @Nullable Instant finishedAt) {

    RunState {
        waiting = List.copyOf(waiting);
    }

    /** Claimed once more: the attempt counts before anything is done, so a worker that dies counts, too. */
    RunState claimed(Instant now) {
        return edit().status(RunStatus.RUNNING)
                .attempts(attempts + 1)
                .startedAt(startedAt == null ? now : startedAt)
                .retryAt(null)
                .error(null)
                .at(now);
    }

    /** The model failed and is asked again. */
    RunState triedAgain(Instant now) {
        return edit().attempts(attempts + 1).at(now);
    }

    /** A turn is stored, and its calls aren't answered yet. */
    RunState called(int step, Usage more, Instant now) {
        return edit().lastStep(step).usage(usage.plus(more)).at(now);
    }

    /** A step is done. The next one's first attempt is counted with it. */
    RunState done(int step, Usage more, Instant now) {
        return edit().lastStep(step)
                .stepsUsed(step)
                .usage(usage.plus(more))
                .attempts(1)
                .waiting(List.of())
                .at(now);
    }

    RunState waits(List<String> waits, @Nullable RunError why, Instant now) {
        return edit().status(RunStatus.WAITING)
                .waiting(waits)
                .attempts(0)
                .error(why)
                .at(now);
    }

    /** Waits for a worker again; what it waited for stays named until the step is done. */
    RunState queuedAgain(Instant now) {
        return edit().status(RunStatus.QUEUED).error(null).at(now);
    }

    /** The step's attempts count on when its model was asked in vain: one that never answers in time is not asked for ever. */
    RunState interrupted(@Nullable Instant goOnAt, boolean askedInVain, Instant now) {
        return edit().status(RunStatus.INTERRUPTED)
                .attempts(askedInVain ? attempts : 0)
                .retryAt(goOnAt)
                .at(now);
    }

    RunState ended(RunStatus how, @Nullable RunError why, Instant now) {
        return edit().status(how).error(why).finishedAt(now).retryAt(null).at(now);
    }

    private Edit edit() {
        return new Edit(this);
    }

    /** The fields that change. */
    private static final class Edit {
        private final RunState from;
        private RunStatus status;
        private @Nullable RunError error;
        private Usage usage;
        private List<String> waiting;
        private int lastStep;
        private int stepsUsed;
        private int attempts;
        private @Nullable Instant retryAt;
        private @Nullable Instant startedAt;
        private @Nullable Instant finishedAt;

        Edit(RunState from) {
            this.from = from;
            this.status = from.status;
            this.error = from.error;
            this.usage = from.usage;
            this.waiting = from.waiting;
            this.lastStep = from.lastStep;
            this.stepsUsed = from.stepsUsed;
            this.attempts = from.attempts;
            this.retryAt = from.retryAt;
            this.startedAt = from.startedAt;
            this.finishedAt = from.finishedAt;
        }

        Edit status(RunStatus value) {
            this.status = value;
            return this;
        }

        Edit error(@Nullable RunError value) {
            this.error = value;
            return this;
        }

        Edit usage(Usage value) {
            this.usage = value;
            return this;
        }

        Edit waiting(List<String> value) {
            this.waiting = value;
            return this;
        }

        Edit lastStep(int value) {
            this.lastStep = value;
            return this;
        }

        Edit stepsUsed(int value) {
            this.stepsUsed = value;
            return this;
        }

        Edit attempts(int value) {
            this.attempts = value;
            return this;
        }

        Edit retryAt(@Nullable Instant value) {
            this.retryAt = value;
            return this;
        }

        Edit startedAt(Instant value) {
            this.startedAt = value;
            return this;
        }

        Edit finishedAt(Instant value) {
            this.finishedAt = value;
            return this;
        }

        RunState at(Instant now) {
            return new RunState(
                    from.agent,
                    status,
                    from.source,
                    from.triggerId,
                    from.concurrencyKey,
                    from.thread,
                    from.continues,
                    error,
                    usage,
                    waiting,
                    lastStep,
                    stepsUsed,
                    attempts,
                    retryAt,
                    from.revision + 1,
                    from.createdAt,
                    now,
                    startedAt,
                    finishedAt);
        }
    }
}

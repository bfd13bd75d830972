package dev.toolcheckpoint.runs;

import dev.toolcheckpoint.runs.WaitPoint.Answer;
import org.jspecify.annotations.Nullable;

/** What happened to a run: for metrics, tracing and logs. Never a message, an input, an output or a token. */
public sealed interface RunEvent {

    /** The run. */
    RunKey run();

    /** A trigger started it. */
    record Started(RunKey run, String agent) implements RunEvent {}

    /** An execution has it. */
    record Claimed(RunKey run, long epoch, int attempt) implements RunEvent {}

    /** The model is asked. */
    record ModelAsked(RunKey run, int step, int attempt) implements RunEvent {}

    /** The model answered. */
    record ModelAnswered(RunKey run, int step, Usage usage, int calls) implements RunEvent {}

    /** The model failed, or its answer was empty. */
    record ModelFailed(RunKey run, int step, int attempt, RunError.Code code) implements RunEvent {}

    /** A turn with effect tools is stored, before any of them starts. */
    record TurnStored(RunKey run, int step) implements RunEvent {}

    /** A tool is about to be called. */
    record ToolStarting(RunKey run, int step, int position, String tool) implements RunEvent {}

    /** A call is answered; {@code error} is a code or {@code null}. */
    record ToolAnswered(
            RunKey run,
            int step,
            int position,
            String tool,
            @Nullable String error) implements RunEvent {}

    /** A step is stored as done. */
    record StepStored(RunKey run, int step) implements RunEvent {}

    /** Small steps were merged into one item. */
    record Compacted(RunKey run, int firstStep, int lastStep) implements RunEvent {}

    /** An approval was sent to its notifier. */
    record Notified(RunKey run, String approvalId, boolean accepted) implements RunEvent {}

    /** A wait ended. */
    record Decided(RunKey run, String approvalId, Answer answer, String by) implements RunEvent {}

    /** Somebody asked for the end of a run that a worker has. */
    record CancelRequested(RunKey run, String by) implements RunEvent {}

    /** An execution ended, or a run that nobody had was ended; {@code error} is {@code null} for none. */
    record Settled(RunKey run, RunStatus status, RunError.@Nullable Code error) implements RunEvent {}

    /** Another execution took over. */
    record LeaseLost(RunKey run, long epoch) implements RunEvent {}

    /** A run was handed to whoever executes runs. */
    record HandedOver(RunKey run) implements RunEvent {}
}

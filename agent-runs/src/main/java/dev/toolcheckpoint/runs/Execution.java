package dev.toolcheckpoint.runs;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.toolcheckpoint.runs.Turn.Phase;
import dev.toolcheckpoint.runs.Turn.Result;
import dev.toolcheckpoint.tool.TimeBudget;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One execution: the loop of model and tools over one claimed run, until it ends, waits or hands over. Not thread-safe. */
final class Execution {

    private static final Duration TOOL_LEASE = Duration.ofSeconds(30);

    private final RunSettings settings;
    private final Agent agent;
    private final History history;
    private final Holder holder;
    private final Settling settling;
    private final Compaction compaction;
    private final Watch watch;
    private final ExecutionLimits limits;
    private final ModelCalls models;
    private final Toolbox toolbox;
    private final Instant budgetEnds;
    private boolean askedInVain;

    Execution(
            RunSettings settings,
            Agent agent,
            History history,
            Holder holder,
            Settling settling,
            Watch watch,
            ExecutionLimits limits) {
        this.settings = settings;
        this.agent = agent;
        this.history = history; // Step 1: the start point.
        this.holder = holder;
        this.settling = settling;
        this.compaction = new Compaction(history, holder);
        this.watch = watch;
        this.limits = limits;
        this.models = new ModelCalls(settings);
        this.toolbox = new Toolbox(agent, history.context()); // Step 4: state tools and the agent's own.
        this.budgetEnds = settings.now().plus(agent.budget().timeout());
    }

    /** The seven steps of an execution, as the specification of runs counts them. */
    void run() {
        if (history.currentWaits().stream().anyMatch(wait -> wait.value().open())) {
            settling.waitAgain(); // Step 2: nobody answered yet, so nothing is asked anew.
        } else if (history.state().attempts() > agent.maxAttempts()) {
            settling.fail(
                    RunError.Code.ATTEMPTS, "Step " + nextStep() + " was begun " + agent.maxAttempts() + " times.");
        }
        while (!settling.settled()) {
            Turn turn = history.openTurn();
            if (turn == null) {
                settleIfOver(); // Step 3, and the stop conditions of step 5.
                turn = settling.settled() ? null : askModel(); // Step 5: the model's part.
            }
            if (turn != null && turn.finalAnswer()) {
                settling.complete(turn, String.valueOf(turn.answer().text())); // Step 7.
            } else if (turn != null) {
                answerCalls(turn); // Step 5, the tools' part, and step 6.
            }
        }
    }

    private void settleIfOver() {
        watch.look();
        Instant now = settings.now();
        RunState state = history.state();
        Budget budget = agent.budget();
        if (watch.lost()) {
            throw holder.lost();
        } else if (watch.cancelled()) {
            settling.cancel();
        } else if (state.stepsUsed() >= budget.maxSteps()) {
            settling.fail(RunError.Code.STEP_BUDGET, "All " + budget.maxSteps() + " steps are used.");
        } else if (state.usage().total() >= budget.maxTokens()) {
            String used = state.usage().total() + " tokens are used; the budget is " + budget.maxTokens() + ".";
            settling.fail(RunError.Code.TOKEN_BUDGET, used);
        } else if (!now.isBefore(budgetEnds)) {
            String bound = "An execution may take " + budget.timeout().toMillis() + " ms.";
            settling.fail(RunError.Code.TIME_BUDGET, bound);
        } else if (watch.drained() || !now.isBefore(hostStops())) {
            // Whoever drains asks this engine alone to stop; a host's time is as short the next time.
            settling.interrupt(null, askedInVain && !watch.drained());
        }
    }

    /** Asks once; {@code null} when there is no answer to go on with, and the loop looks again what to do. */
    private @Nullable Turn askModel() {
        RunState state = history.state();
        Instant askedAt = settings.now();
        askedInVain = true;
        settings.tell(new RunEvent.ModelAsked(history.key(), nextStep(), state.attempts()));
        Instant until = budgetEnds.isBefore(hostStops()) ? budgetEnds : hostStops();
        ModelCalls.Answer answer = models.ask(agent.model(), request(), watch, until);
        if (answer instanceof ModelCalls.Answer.Failed failed) {
            modelFailed(RunError.Code.MODEL_ERROR, failed.lasting());
        } else if (answer instanceof ModelCalls.Answer.Answered answered) {
            Turn turn = turn(answered.response(), askedAt);
            if (turn != null) {
                askedInVain = false;
                return turn;
            }
            modelFailed(RunError.Code.EMPTY_ANSWER, false);
        }
        return null;
    }

    private ChatRequest request() {
        List<ChatMessage> messages = new ArrayList<>();
        if (agent.instructions() != null) {
            messages.add(SystemMessage.from(agent.instructions()));
        }
        messages.addAll(history.messages());
        return ChatRequest.builder()
                .messages(messages)
                .toolSpecifications(toolbox.specifications())
                .build();
    }

    /** {@code null} for an answer with neither text nor calls. */
    private @Nullable Turn turn(ChatResponse response, Instant askedAt) {
        AiMessage answer = Calls.withUniqueIds(response.aiMessage());
        boolean empty = answer.text() == null || answer.text().isBlank();
        if (empty && !answer.hasToolExecutionRequests()) {
            return null;
        }
        List<Turn.Call> calls = toolbox.calls(answer.toolExecutionRequests());
        Usage usage = Usage.of(response.tokenUsage());
        settings.tell(new RunEvent.ModelAnswered(history.key(), nextStep(), usage, calls.size()));
        Instant now = settings.now();
        return new Turn(
                nextStep(),
                calls.isEmpty() ? Phase.DONE : Phase.CALLED,
                Turn.encoded(answer),
                calls,
                List.of(),
                response.modelName(),
                usage,
                response.finishReason() == null ? null : response.finishReason().name(),
                askedAt,
                now,
                calls.isEmpty() ? now : null);
    }

    private void modelFailed(RunError.Code code, boolean lasting) {
        int attempt = history.state().attempts();
        settings.tell(new RunEvent.ModelFailed(history.key(), nextStep(), attempt, code));
        if (lasting || attempt >= agent.maxAttempts()) {
            String what = code == RunError.Code.EMPTY_ANSWER ? "answered with neither text nor calls" : "failed";
            settling.fail(code, "Step " + nextStep() + ": the model " + what + " at attempt " + attempt + ".");
            return;
        }
        holder.tryAgain(); // Counted before it is asked again.
        Pauses.pause(settings, settings.retryPolicy().pauseAfter(attempt));
    }

    private void answerCalls(Turn turn) {
        boolean stored = history.openTurn() != null;
        if (!stored && watch.cancelled()) {
            settling.cancel(); // Nothing of this turn began, so nothing of it is kept.
            return;
        }
        TurnCalls calls = new TurnCalls(settings, agent, history, toolbox, turn, watch, this::toolTime);
        List<Wait> missing = watch.cancelled() ? List.of() : calls.missingApprovals();
        if (!missing.isEmpty()) {
            settling.askApproval(turn, missing);
            return;
        }
        if (!stored && turn.hasEffects()) {
            holder.called(turn); // Before any effect starts: recovery asks nobody anew.
        }
        List<CallEnd> ends = calls.make();
        List<Result> results = new ArrayList<>();
        for (CallEnd end : ends) {
            if (end instanceof CallEnd.Answered answered) {
                results.add(answered.result());
            }
        }
        if (results.size() < ends.size()) {
            settling.unanswered(ends);
            return;
        }
        holder.done(turn.done(results, settings.now()), calls.written()); // Step 6: one commit.
        compaction.afterStep();
    }

    private int nextStep() {
        return history.state().lastStep() + 1;
    }

    /** When the host's time is too short for another model call. */
    private Instant hostStops() {
        Instant deadline = limits.deadline();
        return deadline == null ? Instant.MAX : deadline.minus(limits.stepReserve());
    }

    private TimeBudget toolTime() {
        Instant deadline = limits.deadline();
        return deadline == null
                ? new TimeBudget(atLeastNothing(Duration.between(settings.now(), budgetEnds)), TOOL_LEASE, TOOL_LEASE)
                : TimeBudget.killedAfter(Duration.between(settings.now(), deadline), atLeastOne(limits.grace()));
    }

    private static Duration atLeastNothing(Duration time) {
        return time.isNegative() ? Duration.ZERO : time;
    }

    private static Duration atLeastOne(Duration grace) {
        return grace.toMillis() < 1 ? Duration.ofMillis(1) : grace;
    }
}

package dev.toolcheckpoint.runs;

import com.fasterxml.jackson.databind.JsonNode;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What is stored of a run, as people and programs are shown it. */
final class Views {

    private Views() {}

    /** The run's main item alone, as listings show it. */
    static Run run(Head head) {
        return run(head, null, List.of());
    }

    private static Run run(Head head, @Nullable String output, List<WaitPoint> waiting) {
        RunState state = head.state();
        Records.Claim claim = head.claim();
        return new Run(
                head.key(),
                state.agent(),
                state.status(),
                state.source(),
                state.triggerId(),
                state.concurrencyKey(),
                state.thread(),
                output,
                state.error(),
                state.usage(),
                waiting,
                claim.held() ? new Run.Claim(claim.owner(), claim.epoch(), claim.expiresAt()) : null,
                head.cancelRequested(),
                state.stepsUsed(),
                state.attempts(),
                state.revision(),
                state.createdAt(),
                state.updatedAt(),
                state.startedAt(),
                state.finishedAt());
    }

    static RunDetails details(History history) {
        List<WaitPoint> waiting = history.currentWaits().stream()
                .map(History.Versioned::value)
                .map(wait -> wait.point(history.input(wait), history.callId(wait)))
                .toList();
        Map<String, JsonNode> state = new TreeMap<>();
        history.stateNames().forEach(name -> {
            History.Versioned<JsonNode> value = history.stateValue(name);
            if (value != null) {
                state.put(name, value.value());
            }
        });
        return new RunDetails(
                run(history.head(), history.output(), waiting),
                history.trigger(),
                steps(history),
                checkpoint(history),
                state);
    }

    private static RunCheckpoint checkpoint(History history) {
        Turn last = null;
        for (Turn turn : history.turns()) {
            last = turn.phase() == Turn.Phase.DONE ? turn : last;
        }
        Instant doneAt = last == null ? null : last.doneAt();
        return new RunCheckpoint(
                history.key(),
                last == null ? 0 : last.index(),
                history.messages(),
                last == null ? null : last.finishReason(),
                doneAt == null ? history.state().createdAt() : doneAt);
    }

    private static List<Step> steps(History history) {
        List<Step> steps = new ArrayList<>();
        Collection<Wait> waits =
                history.waits().stream().map(History.Versioned::value).toList();
        for (Turn turn : history.turns()) {
            AiMessage answer = turn.answer();
            steps.add(new Step(
                    history.key(),
                    turn.index(),
                    0,
                    Step.Kind.LLM,
                    turn.model() == null ? "model" : turn.model(),
                    null,
                    answer.text(),
                    null,
                    turn.askedAt(),
                    turn.answeredAt()));
            waits.stream()
                    .filter(wait -> wait.stepIndex() == turn.index())
                    .sorted(Comparator.comparing(Wait::askedAt).thenComparing(Wait::position))
                    .forEach(wait -> steps.add(waited(history, wait)));
            for (Turn.Call call : turn.calls()) {
                steps.add(called(
                        history, turn, call, answer.toolExecutionRequests().get(call.position() - 1)));
            }
        }
        return steps;
    }

    private static Step waited(History history, Wait wait) {
        WaitPoint.Decision decision = wait.decision();
        return new Step(
                history.key(),
                wait.stepIndex(),
                wait.position(),
                Step.Kind.WAIT,
                wait.kind() + " " + wait.toolName(),
                null,
                decision == null ? null : decision.answer() + " by " + decision.by(),
                null,
                wait.askedAt(),
                decision == null ? null : decision.at());
    }

    private static Step called(History history, Turn turn, Turn.Call call, ToolExecutionRequest request) {
        Turn.Result result = turn.results().isEmpty() ? null : turn.results().get(call.position() - 1);
        return new Step(
                history.key(),
                turn.index(),
                call.position(),
                Step.Kind.TOOL,
                call.tool(),
                Calls.argumentsText(request),
                result == null ? null : result.text(),
                result == null ? null : result.error(),
                result == null ? turn.answeredAt() : result.startedAt(),
                result == null ? null : result.finishedAt());
    }
}

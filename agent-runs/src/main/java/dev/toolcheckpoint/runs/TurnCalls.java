package dev.toolcheckpoint.runs;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.toolcheckpoint.runs.Turn.Call;
import dev.toolcheckpoint.runs.Turn.Result;
import dev.toolcheckpoint.runs.WaitPoint.Answer;
import dev.toolcheckpoint.runs.WaitPoint.Decision;
import dev.toolcheckpoint.runs.WaitPoint.Kind;
import dev.toolcheckpoint.tool.TimeBudget;
import dev.toolcheckpoint.tool.ToolException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Answers the calls of one turn. Comes back only when every call that it started has ended. */
final class TurnCalls {

    private final RunSettings settings;
    private final Agent agent;
    private final History history;
    private final Toolbox toolbox;
    private final Turn turn;
    private final List<ToolExecutionRequest> requests;
    private final Watch watch;
    private final Supplier<TimeBudget> time;
    private final Map<String, JsonNode> written = new HashMap<>();

    TurnCalls(
            RunSettings settings,
            Agent agent,
            History history,
            Toolbox toolbox,
            Turn turn,
            Watch watch,
            Supplier<TimeBudget> time) {
        this.settings = settings;
        this.agent = agent;
        this.history = history;
        this.toolbox = toolbox;
        this.turn = turn;
        this.requests = turn.answer().toolExecutionRequests();
        this.watch = watch;
        this.time = time;
    }

    /** What the turn's calls wrote of the run's state; saved with the step. */
    Map<String, JsonNode> written() {
        return written;
    }

    /** What has to be approved before anything of the turn runs. */
    List<Wait> missingApprovals() {
        List<Wait> missing = new ArrayList<>();
        List<Wait> known = waits();
        for (Call call : turn.calls()) {
            RunTool.Effect effect = call.kind() == Call.Kind.EFFECT ? effect(call) : null;
            if (effect != null && effect.approval() != null) {
                String fingerprint = Toolbox.fingerprint(request(call));
                if (Waits.approvalOf(known, turn.index(), call.position(), effect, fingerprint)
                        .isEmpty()) {
                    missing.add(Waits.make(
                            Kind.APPROVAL,
                            turn.index(),
                            call.position(),
                            effect,
                            fingerprint,
                            settings.now(),
                            effect.approval()));
                }
            }
        }
        return missing;
    }

    private List<Wait> waits() {
        return history.waits().stream().map(History.Versioned::value).toList();
    }

    /** How each call ended, in call order. */
    List<CallEnd> make() {
        watch.glance();
        List<Callable<CallEnd>> work = new ArrayList<>();
        for (Call call : turn.calls()) {
            work.add(() -> make(call));
        }
        boolean together = work.size() > 1
                && agent.parallelTools() > 1
                && turn.calls().stream().noneMatch(call -> call.kind() == Call.Kind.STATE);
        return together ? inParallel(work) : oneByOne(work);
    }

    private static List<CallEnd> oneByOne(List<Callable<CallEnd>> work) {
        List<CallEnd> ends = new ArrayList<>();
        for (Callable<CallEnd> each : work) {
            try {
                ends.add(each.call());
            } catch (Exception failure) {
                throw rethrown(failure);
            }
        }
        return ends;
    }

    private List<CallEnd> inParallel(List<Callable<CallEnd>> work) {
        ExecutorService threads = Executors.newFixedThreadPool(Math.min(agent.parallelTools(), work.size()));
        try {
            List<Future<CallEnd>> running = new ArrayList<>();
            work.forEach(each -> running.add(threads.submit(each)));
            return allOf(running);
        } finally {
            threads.shutdown();
        }
    }

    /** Waits for all of them, whatever happens to one, or to this thread: none may act when this has come back. */
    private static List<CallEnd> allOf(List<Future<CallEnd>> running) {
        List<CallEnd> ends = new ArrayList<>();
        Throwable first = null;
        boolean interrupted = false;
        for (Future<CallEnd> each : running) {
            while (true) {
                try {
                    ends.add(each.get());
                    break;
                } catch (InterruptedException again) {
                    interrupted = true;
                } catch (ExecutionException failed) {
                    first = first == null ? failed.getCause() : first;
                    break;
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        if (first != null) {
            throw rethrown(first);
        }
        return ends;
    }

    private static RuntimeException rethrown(@Nullable Throwable failure) {
        if (failure instanceof Error error) {
            throw error;
        }
        return failure instanceof RuntimeException unchecked ? unchecked : new IllegalStateException(failure);
    }

    private CallEnd make(Call call) {
        if (watch.lost()) {
            return new CallEnd.Later(settings.now());
        }
        settings.tell(new RunEvent.ToolStarting(history.key(), turn.index(), call.position(), call.tool()));
        CallEnd end = switch (call.kind()) {
            case EFFECT -> effectCall(call);
            case PLAIN -> plainCall(call);
            case STATE -> stateCall(call);
            case REFUSED -> refusedCall(call);
        };
        if (end instanceof CallEnd.Answered answered) {
            settings.tell(new RunEvent.ToolAnswered(
                    history.key(),
                    turn.index(),
                    call.position(),
                    call.tool(),
                    answered.result().error()));
        }
        return end;
    }

    private CallEnd effectCall(Call call) {
        ToolExecutionRequest request = request(call);
        RunTool.Effect effect = effect(call);
        if (effect == null) {
            return changed(call, "this code has no tool of that name with an effect");
        }
        String fingerprint = Toolbox.fingerprint(request);
        if (effect.approval() != null) {
            Decision decision = Waits.approvalOf(waits(), turn.index(), call.position(), effect, fingerprint)
                    .map(Wait::decision)
                    .orElse(null);
            if (decision == null || decision.answer() != Answer.APPROVED) {
                return refusedByPeople(call, decision);
            }
        } else if (!effect.tool().revision().equals(call.revision()) || !fingerprint.equals(call.fingerprint())) {
            return changed(
                    call,
                    "it was stored for revision " + call.revision() + ", this code has revision "
                            + effect.tool().revision());
        }
        return new EffectCall(
                        settings, agent, history.key(), turn.index(), call.position(), request, effect, watch, time)
                .make();
    }

    /** Not begun, and nobody may: the decision is final, or the run is cancelled before there was one. */
    private CallEnd refusedByPeople(Call call, @Nullable Decision decision) {
        if (decision == null) {
            return told(call, "CANCELLED", "The run was cancelled before this call was approved.");
        }
        if (decision.answer() == Answer.EXPIRED) {
            return told(call, "APPROVAL_EXPIRED", "Nobody approved this call in time. It was not made.");
        }
        String reason = decision.reason() == null ? "" : " Reason: " + decision.reason();
        return told(
                call, "REJECTED_BY_APPROVER", "This call was rejected by whoever decides. It was not made." + reason);
    }

    private CallEnd changed(Call call, String why) {
        Wait wait = Waits.changed(turn.index(), call, settings.now());
        return new CallEnd.Parks(
                wait,
                new RunError(
                        RunError.Code.TOOL_CHANGED,
                        "Call " + call.position() + " of step " + turn.index() + ", tool \"" + call.tool() + "\": "
                                + why
                                + ". Deploy the code that it was stored for and resume the run, or cancel the run."));
    }

    private CallEnd plainCall(Call call) {
        if (watch.cancelled()) {
            return told(call, "CANCELLED", "The run was cancelled before this call began.");
        }
        if (!(toolbox.tool(call.tool()) instanceof RunTool.Plain plain)) {
            return changed(call, "this code has no tool of that name without effect");
        }
        Instant started = settings.now();
        try {
            Object answer = plain.handler().call(Toolbox.arguments(request(call)));
            String text = answer instanceof String string
                    ? string
                    : Documents.mapper().writeValueAsString(answer);
            return new CallEnd.Answered(new Result(call.position(), text, null, started, settings.now()));
        } catch (ToolException refused) {
            return told(call, refused.code(), String.valueOf(refused.getMessage()));
        } catch (JsonProcessingException unwritable) {
            return told(call, "RESULT_UNREADABLE", "The tool's result can't be written as JSON.");
        } catch (Exception failure) {
            if (failure instanceof InterruptedException) {
                Thread.currentThread().interrupt();
            }
            // Its message may hold what must not reach the model.
            return told(
                    call,
                    "TOOL_FAILED",
                    "The tool failed with " + failure.getClass().getSimpleName() + ".");
        }
    }

    private CallEnd stateCall(Call call) {
        String reads = toolbox.reads(call.tool());
        String writes = toolbox.writes(call.tool());
        if (reads != null) {
            return told(call, null, value(reads).toString());
        }
        if (writes == null) {
            return changed(call, "this code has no state of that name");
        }
        written.put(writes, Toolbox.writtenValue(Toolbox.arguments(request(call))));
        return told(call, null, "saved");
    }

    private JsonNode value(String state) {
        JsonNode now = written.get(state);
        History.Versioned<JsonNode> stored = history.stateValue(state);
        if (now != null) {
            return now;
        }
        return stored == null ? Documents.mapper().nullNode() : stored.value();
    }

    private CallEnd refusedCall(Call call) {
        String problem = toolbox.problem(request(call));
        return told(
                call,
                "INVALID_CALL",
                problem == null ? "This call could not be made when it was asked for. Ask again." : problem);
    }

    private CallEnd told(Call call, @Nullable String error, String text) {
        Instant now = settings.now();
        return new CallEnd.Answered(new Result(call.position(), text, error, now, now));
    }

    private RunTool.@Nullable Effect effect(Call call) {
        return toolbox.tool(call.tool()) instanceof RunTool.Effect effect ? effect : null;
    }

    private ToolExecutionRequest request(Call call) {
        return requests.get(call.position() - 1);
    }
}

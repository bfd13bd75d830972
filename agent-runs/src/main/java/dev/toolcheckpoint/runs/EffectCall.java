package dev.toolcheckpoint.runs;

import com.fasterxml.jackson.databind.JsonNode;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.toolcheckpoint.protocol.CompletionUnconfirmedException;
import dev.toolcheckpoint.protocol.ErrorCode;
import dev.toolcheckpoint.protocol.Outcome;
import dev.toolcheckpoint.protocol.Payload;
import dev.toolcheckpoint.protocol.ProtocolException;
import dev.toolcheckpoint.protocol.RecordMissingException;
import dev.toolcheckpoint.protocol.StoreException;
import dev.toolcheckpoint.runs.Turn.Result;
import dev.toolcheckpoint.runs.WaitPoint.Kind;
import dev.toolcheckpoint.tool.TimeBudget;
import dev.toolcheckpoint.tool.Tool;
import dev.toolcheckpoint.tool.ToolCall;
import dev.toolcheckpoint.tool.ToolException;
import dev.toolcheckpoint.tool.ToolOutcome;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One call of an effect tool: run under the journal, or replayed from its record, until it is known how it ended. */
final class EffectCall {

    private static final int MOST_TRIES = 8;
    private static final Duration SHORTEST_WAIT = Duration.ofMillis(10);
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);
    private static final Duration LATER = Duration.ofSeconds(30);
    private static final String DONE_WITHOUT_RESULT =
            "This call is done, but its result is no longer available. Do not repeat it.";

    private final RunSettings settings;
    private final Agent agent;
    private final RunKey run;
    private final int step;
    private final int position;
    private final ToolExecutionRequest request;
    private final RunTool.Effect effect;
    private final Watch watch;
    private final Supplier<TimeBudget> time;
    private final Instant startedAt;

    EffectCall(
            RunSettings settings,
            Agent agent,
            RunKey run,
            int step,
            int position,
            ToolExecutionRequest request,
            RunTool.Effect effect,
            Watch watch,
            Supplier<TimeBudget> time) {
        this.settings = settings;
        this.agent = agent;
        this.run = run;
        this.step = step;
        this.position = position;
        this.request = request;
        this.effect = effect;
        this.watch = watch;
        this.time = time;
        this.startedAt = settings.now();
    }

    CallEnd make() {
        for (int tries = 1; ; tries++) {
            CallEnd end;
            try {
                end = ended(runOnce());
            } catch (CompletionUnconfirmedException | RecordMissingException done) {
                return parks(
                        Kind.UNCERTAIN, RunError.Code.CALL_RECORD, "its effect is done and its record is not known");
            } catch (StoreException failure) {
                end = failed(failure);
            } catch (ProtocolException broken) {
                return parks(Kind.CHANGED, RunError.Code.CALL_RECORD, "its record answers " + broken.code());
            }
            if (!(end instanceof CallEnd.Later later) || !waited(later.at(), tries)) {
                return end;
            }
            watch.glance();
        }
    }

    private ToolOutcome runOnce() {
        String callId = Calls.callId(run, step, position, request);
        ToolCall call = ToolCall.of(run.namespace(), callId, Toolbox.arguments(request));
        // Filled in through the call's own record, so that nobody can begin it afterwards; one that did begin is
        // replayed.
        Tool<?, ?> tool = watch.cancelled() ? neverBegun(effect.tool()) : effect.tool();
        return settings.runner().run(tool, call, time.get(), watch.toolSignal());
    }

    private static Tool<JsonNode, Object> neverBegun(Tool<?, ?> tool) {
        return Tool.named(tool.name(), JsonNode.class)
                .revision(tool.revision())
                .recovery(tool.recovery())
                .quiescence(tool.quiescence())
                .minimumTime(Duration.ZERO)
                .handler((input, context) -> {
                    if (context.attempt() > 1) {
                        context.declareUncertain("The run was cancelled after an earlier attempt of this call.");
                    }
                    throw new ToolException("CANCELLED", "The run was cancelled before this call began.");
                });
    }

    private CallEnd ended(ToolOutcome outcome) {
        return outcome.fold(
                executed -> answered(executed.outcome()),
                replayed -> answered(replayed.outcome()),
                retryable -> new CallEnd.Later(retryable.retryAt()),
                inProgress -> new CallEnd.Later(inProgress.retryAt()),
                conflict -> parks(
                        Kind.CHANGED,
                        RunError.Code.CALL_RECORD,
                        "its record belongs to another call (differing: " + conflict.differingFields() + ")"),
                uncertain -> uncertain(),
                rejected -> told("REJECTED", rejected.reason()));
    }

    private CallEnd uncertain() {
        if (agent.tellsUncertain() || watch.cancelled()) {
            return told(
                    "UNCERTAIN",
                    "Nobody knows whether this call had its effect. Do not repeat it; it is being looked into.");
        }
        return parks(
                Kind.UNCERTAIN, RunError.Code.CALL_RECORD, "nobody knows whether it had its effect; settle its record");
    }

    private CallEnd failed(StoreException failure) {
        if (failure.code() == ErrorCode.PAYLOAD_UNREADABLE) {
            return told("RESULT_UNREADABLE", DONE_WITHOUT_RESULT);
        }
        if (!failure.retryable()) {
            throw failure;
        }
        return new CallEnd.Later(settings.now().plus(settings.retryPolicy().longestPause()));
    }

    private CallEnd answered(Outcome outcome) {
        if (!(outcome.payload() instanceof Payload.Inline inline)) {
            return told("RESULT_UNREADABLE", DONE_WITHOUT_RESULT);
        }
        String text = outcome.isVoid() ? "done" : new String(inline.bytes(), StandardCharsets.UTF_8);
        return outcome.kind() == Outcome.Kind.SUCCESS ? told(null, text) : told("TOOL_ERROR", text);
    }

    private CallEnd told(@Nullable String error, String text) {
        return new CallEnd.Answered(new Result(position, text, error, startedAt, settings.now()));
    }

    private CallEnd parks(Kind kind, RunError.Code code, String why) {
        Wait wait = Waits.make(kind, step, position, effect, Toolbox.fingerprint(request), settings.now(), null);
        return new CallEnd.Parks(
                wait,
                new RunError(
                        code,
                        "Call " + position + " of step " + step + ", tool \""
                                + effect.tool().name() + "\": " + why + "."));
    }

    /** Whether it may be tried again now; not when that takes too long, or nobody wants it. */
    private boolean waited(Instant at, int tries) {
        Duration wait = Duration.between(settings.now(), at);
        boolean shortEnough =
                wait.compareTo(LONGEST_WAIT) <= 0 && time.get().work().compareTo(wait) > 0;
        if (tries >= MOST_TRIES || !shortEnough || watch.lost() || watch.drained()) {
            return false;
        }
        return Pauses.pause(settings, wait.compareTo(SHORTEST_WAIT) < 0 ? SHORTEST_WAIT : wait);
    }

    /** When a call that can't be made now is tried again by another execution. */
    static Instant later(Instant at, Instant now) {
        Instant soon = now.plus(LATER);
        return at.isAfter(soon) ? at : soon;
    }
}

package dev.toolcheckpoint.lambda;

import com.amazonaws.services.lambda.runtime.Context;
import com.fasterxml.jackson.databind.JsonNode;
import dev.toolcheckpoint.protocol.CheckpointException;
import dev.toolcheckpoint.protocol.CheckpointKey;
import dev.toolcheckpoint.protocol.ProtocolException;
import dev.toolcheckpoint.protocol.StoreException;
import dev.toolcheckpoint.tool.TimeBudget;
import dev.toolcheckpoint.tool.Tool;
import dev.toolcheckpoint.tool.ToolCall;
import dev.toolcheckpoint.tool.ToolOutcome;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The way of every event: read, recognise, call, render. Holds no state of any one event. */
final class EventPipeline {

    private static final Logger LOG = LoggerFactory.getLogger(EventPipeline.class);

    private final List<EventAdapter> adapters;
    private final EventSettings settings;
    private final Runners runners;
    private final Duration grace;
    private final Platform platform;
    private final AsyncRetries retries = new AsyncRetries();

    /** CRaC holds resources weakly: this one lives as long as its handler. */
    @SuppressWarnings("UnusedVariable")
    private final @Nullable SnapshotResource snapshot;

    EventPipeline(
            List<EventAdapter> adapters,
            EventSettings settings,
            Runners runners,
            Duration grace,
            Platform platform,
            @Nullable SnapshotResource snapshot) {
        this.adapters = List.copyOf(adapters);
        this.settings = settings;
        this.runners = runners;
        this.grace = grace;
        this.platform = platform;
        this.snapshot = snapshot;
    }

    /** Finds the tool of a call. */
    @FunctionalInterface
    interface Tools {
        /**
         * The tool, for this one call.
         *
         * @param event what a wrapped handler gets
         * @throws RefusedCallException when the call can't be made
         */
        Tool<?, ?> find(String name, Supplier<HandlerEvent> event, Context context) throws RefusedCallException;
    }

    void handle(InputStream input, OutputStream output, Context context, Tools tools) throws IOException {
        byte[] raw = Events.read(input);
        JsonNode body = Events.parse(raw);
        EventAdapter adapter = Events.adapter(adapters, body, context);
        if (adapter.invocation(settings) == Invocation.ASYNC) {
            retries.check(budget(context).lease());
        }
        LambdaEvent event = new LambdaEvent(body, context, settings);
        List<EventCall> calls = adapter.calls(event);
        List<CallResult> results = new Lanes(adapter.schedule(event, calls), result -> adapter.failed(event, result))
                .run(calls, (asked, place) -> {
                    Supplier<HandlerEvent> its = () -> adapter.handlerEvent(event, raw, place);
                    return run(asked, its, context, tools, calls.size() > 1);
                });
        output.write(adapter.render(event, results));
        output.flush();
    }

    private CallResult run(
            EventCall asked, Supplier<HandlerEvent> its, Context context, Tools tools, boolean oneOfMany) {
        if (asked instanceof EventCall.Refused refused) {
            return new CallResult.Refused(refused.reason());
        }
        if (asked instanceof EventCall.Unrecorded unrecorded) {
            return unrecorded(unrecorded, its, context, tools);
        }
        EventCall.Requested requested = (EventCall.Requested) asked;
        ToolCall call = requested.call();
        CheckpointKey key;
        try {
            key = CheckpointKey.of(call.namespace(), call.callId());
        } catch (ProtocolException refused) {
            return new CallResult.Refused(String.valueOf(refused.getMessage()));
        }
        try {
            Tool<?, ?> tool = tools.find(requested.tool(), its, context);
            return new CallResult.Ended(key, runners.runner().run(tool, call, budget(context)));
        } catch (RefusedCallException refused) {
            return new CallResult.Refused(String.valueOf(refused.getMessage()));
        } catch (CheckpointException failure) {
            return new CallResult.Failed(key, failure);
        } catch (RuntimeException unforeseen) {
            if (!oneOfMany) {
                throw unforeseen;
            }
            // One item must not take the others with it.
            LOG.error("The call {} failed in a way that no tool and no store should", key, unforeseen);
            return new CallResult.Failed(
                    key, StoreException.unknownResult("The call failed unexpectedly; see the log.", unforeseen));
        }
    }

    /** What has no effects is never uncertain: it may come again. */
    private CallResult unrecorded(
            EventCall.Unrecorded asked, Supplier<HandlerEvent> its, Context context, Tools tools) {
        ToolCall call = ToolCall.of(settings.namespace(), "request:" + context.getAwsRequestId(), asked.input());
        try {
            // No answer of it needs to be told from a failure.
            Tool<?, ?> tool =
                    tools.find(asked.tool(), () -> HandlerEvent.of(its.get().bytes()), context);
            ToolOutcome outcome = runners.unrecorded().run(tool, call, budget(context));
            return new CallResult.Ended(
                    CheckpointKey.of(call.namespace(), call.callId()),
                    outcome instanceof ToolOutcome.Uncertain
                            ? new ToolOutcome.Retryable(settings.clock().instant())
                            : outcome);
        } catch (RefusedCallException refused) {
            return new CallResult.Refused(String.valueOf(refused.getMessage()));
        }
    }

    /** Read right before the call. */
    private TimeBudget budget(Context context) {
        Duration remaining = Duration.ofMillis(context.getRemainingTimeInMillis());
        return platform.budget(remaining, context instanceof LocalContext local ? local.grace() : grace);
    }
}

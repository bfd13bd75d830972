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
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
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
         * @throws RefusedCallException when the call can't be made
         */
        Tool<?, ?> find(String name, byte[] rawEvent, Context context) throws RefusedCallException;
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
                .run(calls, asked -> run(asked, raw, context, tools, calls.size() > 1));
        output.write(adapter.render(event, results));
        output.flush();
    }

    private CallResult run(EventCall asked, byte[] raw, Context context, Tools tools, boolean oneOfMany) {
        if (asked instanceof EventCall.Refused refused) {
            return new CallResult.Refused(refused.reason());
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
            Tool<?, ?> tool = tools.find(requested.tool(), raw, context);
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

    /** Read right before the call. */
    private TimeBudget budget(Context context) {
        Duration remaining = Duration.ofMillis(context.getRemainingTimeInMillis());
        return platform.budget(remaining, context instanceof LocalContext local ? local.grace() : grace);
    }
}

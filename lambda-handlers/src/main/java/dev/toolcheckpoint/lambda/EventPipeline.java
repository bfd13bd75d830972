package dev.toolcheckpoint.lambda;

import com.amazonaws.services.lambda.runtime.Context;
import com.fasterxml.jackson.databind.JsonNode;
import dev.toolcheckpoint.protocol.CheckpointException;
import dev.toolcheckpoint.protocol.CheckpointKey;
import dev.toolcheckpoint.protocol.ProtocolException;
import dev.toolcheckpoint.tool.TimeBudget;
import dev.toolcheckpoint.tool.Tool;
import dev.toolcheckpoint.tool.ToolCall;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The way of every event: read, recognise, call, render. Holds no state of any one event. */
final class EventPipeline {

    private final List<EventAdapter> adapters;
    private final EventSettings settings;
    private final Runners runners;
    private final Duration grace;

    EventPipeline(List<EventAdapter> adapters, EventSettings settings, Runners runners, Duration grace) {
        this.adapters = List.copyOf(adapters);
        this.settings = settings;
        this.runners = runners;
        this.grace = grace;
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
        LambdaEvent event = new LambdaEvent(body, context, settings);
        EventAdapter adapter = Events.adapter(adapters, event);
        List<CallResult> results = new ArrayList<>();
        for (EventCall asked : adapter.calls(event)) {
            results.add(run(asked, raw, context, tools));
        }
        output.write(adapter.render(event, List.copyOf(results)));
        output.flush();
    }

    private CallResult run(EventCall asked, byte[] raw, Context context, Tools tools) {
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
        }
    }

    /** Read right before the call: the sandbox is killed at its end, so the lease needs no renewal. */
    private TimeBudget budget(Context context) {
        Duration remaining = Duration.ofMillis(context.getRemainingTimeInMillis());
        return TimeBudget.killedAfter(remaining, context instanceof LocalContext local ? local.grace() : grace);
    }
}

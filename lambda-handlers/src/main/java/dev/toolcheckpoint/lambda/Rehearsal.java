package dev.toolcheckpoint.lambda;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolcheckpoint.journal.Journal;
import dev.toolcheckpoint.store.InMemoryCheckpointStore;
import dev.toolcheckpoint.tool.TimeBudget;
import dev.toolcheckpoint.tool.Tool;
import dev.toolcheckpoint.tool.ToolCall;
import dev.toolcheckpoint.tool.ToolRunner;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * The way of a call without a trace, so that a snapshot holds its classes: an event is parsed and shown to the adapters, a tool that
 * does nothing runs over a store that nobody sees again. No tool of the function's is asked for.
 */
final class Rehearsal implements Runnable {

    private static final byte[] EVENT =
            "{\"a\":[1,2.5,true,null],\"b\":{\"c\":\"\\u00e9\"}}".getBytes(StandardCharsets.UTF_8);

    private final List<EventAdapter> adapters;
    private final UnaryOperator<ToolRunner.Builder> options;

    Rehearsal(List<EventAdapter> adapters, UnaryOperator<ToolRunner.Builder> options) {
        this.adapters = List.copyOf(adapters);
        this.options = options;
    }

    @Override
    public void run() {
        JsonNode event = Events.parse(EVENT);
        adapters.forEach(adapter -> adapter.recognises(event));
        Tool<JsonNode, JsonNode> nothing = Tool.named("warm-up", JsonNode.class).handler((input, context) -> input);
        ToolRunner runner = options.apply(ToolRunner.builder(Journal.over(new InMemoryCheckpointStore())))
                .build();
        ToolCall call = ToolCall.of("warm-up", "warm-up", event);
        // The second is the replay.
        runner.run(nothing, call, TimeBudget.DEFAULT);
        runner.run(nothing, call, TimeBudget.DEFAULT);
    }
}

package dev.toolcheckpoint.lambda;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.fasterxml.jackson.databind.JsonNode;
import dev.toolcheckpoint.journal.Intent;
import dev.toolcheckpoint.journal.Journal;
import dev.toolcheckpoint.json.Digests;
import dev.toolcheckpoint.json.JsonLimits;
import dev.toolcheckpoint.protocol.Binding;
import dev.toolcheckpoint.protocol.Checkpoint;
import dev.toolcheckpoint.protocol.CheckpointKey;
import dev.toolcheckpoint.protocol.Recovery;
import dev.toolcheckpoint.testing.FaultInjectingStore;
import dev.toolcheckpoint.testing.VirtualClock;
import dev.toolcheckpoint.tool.Tool;
import dev.toolcheckpoint.tool.ToolHandler;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** One store under a virtual clock and {@code refund-order} over it: what tests of event sources in other packages share. */
public final class EventFixture {

    public static final String NAMESPACE = Fixture.NAMESPACE;
    public static final String TOOL = "refund-order";

    private final Fixture fixture = new Fixture();

    public VirtualClock clock() {
        return fixture.clock;
    }

    public FaultInjectingStore store() {
        return fixture.store;
    }

    public Journal journal() {
        return fixture.journal;
    }

    public AtomicInteger executions() {
        return fixture.executions;
    }

    public <O> Tool<JsonNode, O> tool(Recovery recovery, ToolHandler<JsonNode, O> handler) {
        return Tool.named(TOOL, JsonNode.class).recovery(recovery).handler((input, context) -> {
            fixture.executions.incrementAndGet();
            return handler.handle(input, context);
        });
    }

    public ToolFunction.Builder function(Tool<?, ?> tool) {
        return fixture.function(tool);
    }

    /** A wrapped handler over the store. */
    public CheckpointedHandler.Builder wrapped(CheckpointedHandler.Builder handler) {
        return handler.journal(fixture.journal).namespace(NAMESPACE).toolName(TOOL);
    }

    /** A wrapped stream handler, which counts as an execution and gives what the function makes of the event's text. */
    public CheckpointedHandler.Builder wrapped(Function<String, String> handler) {
        return wrapped(CheckpointedHandler.wrap((input, output, context) -> {
            fixture.executions.incrementAndGet();
            String event = new String(input.readAllBytes(), StandardCharsets.UTF_8);
            output.write(handler.apply(event).getBytes(StandardCharsets.UTF_8));
        }));
    }

    public <O> ToolFunction manual(ToolHandler<JsonNode, O> handler) {
        return function(tool(Recovery.manual(), handler)).build();
    }

    public <O> ToolFunction idempotent(ToolHandler<JsonNode, O> handler) {
        return function(tool(Recovery.idempotent(Duration.ofHours(1)), handler)).build();
    }

    public String answer(RequestStreamHandler handler, JsonNode event) {
        return Fixture.answer(handler, event.toString());
    }

    public String answer(RequestStreamHandler handler, String event) {
        return Fixture.answer(handler, event);
    }

    public String answer(RequestStreamHandler handler, String event, Context context) {
        return Fixture.answer(handler, event, context);
    }

    /** Claims a call as a function would that is killed before it comes back. */
    public void claimAndDie(String callId, JsonNode input, Duration lease) {
        Binding binding = new Binding(NAMESPACE, callId, TOOL, "1", Digests.fingerprint(input, JsonLimits.DEFAULT));
        fixture.journal.begin(Intent.of(binding, Recovery.manual()), lease);
    }

    public Optional<Checkpoint> record(String callId) {
        return fixture.journal.inspect(CheckpointKey.of(NAMESPACE, callId));
    }
}

package dev.toolcheckpoint.lambda;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolcheckpoint.journal.Begin;
import dev.toolcheckpoint.journal.Intent;
import dev.toolcheckpoint.journal.Journal;
import dev.toolcheckpoint.json.Digests;
import dev.toolcheckpoint.json.JsonLimits;
import dev.toolcheckpoint.json.StrictJson;
import dev.toolcheckpoint.protocol.Binding;
import dev.toolcheckpoint.protocol.Checkpoint;
import dev.toolcheckpoint.protocol.CheckpointKey;
import dev.toolcheckpoint.protocol.Recovery;
import dev.toolcheckpoint.store.InMemoryCheckpointStore;
import dev.toolcheckpoint.testing.FaultInjectingStore;
import dev.toolcheckpoint.testing.VirtualClock;
import dev.toolcheckpoint.tool.Tool;
import dev.toolcheckpoint.tool.ToolHandler;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** One store under a virtual clock, and what tests of handlers do over it. */
final class Fixture {

    static final String NAMESPACE = "shop";
    static final int REMAINING = 30_000;
    static final ObjectNode INPUT = JsonNodeFactory.instance.objectNode().put("order", "o-1");

    final VirtualClock clock = new VirtualClock();
    final FaultInjectingStore store = new FaultInjectingStore(new InMemoryCheckpointStore());
    final Journal journal =
            Journal.builder(store).clock(clock).pause(clock::advance).build();
    final AtomicInteger executions = new AtomicInteger();

    /** A tool that counts its executions. */
    <O> Tool<JsonNode, O> tool(Recovery recovery, ToolHandler<JsonNode, O> handler) {
        return Tool.named("act", JsonNode.class).recovery(recovery).handler((input, context) -> {
            executions.incrementAndGet();
            return handler.handle(input, context);
        });
    }

    ToolFunction.Builder function(Tool<?, ?> tool) {
        return ToolFunction.builder().journal(journal).namespace(NAMESPACE).tool(tool);
    }

    <O> ToolFunction manual(ToolHandler<JsonNode, O> handler) {
        return function(tool(Recovery.manual(), handler)).build();
    }

    <O> ToolFunction idempotent(Duration retryFor, ToolHandler<JsonNode, O> handler) {
        return function(tool(Recovery.idempotent(retryFor), handler)).build();
    }

    static String event(String key) {
        return event(key, INPUT);
    }

    static String event(String key, JsonNode input) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("tool", "act")
                .put("idempotencyKey", key)
                .<ObjectNode>set("input", input)
                .toString();
    }

    static String answer(RequestStreamHandler handler, String event) {
        return answer(handler, event, new TestContext(REMAINING));
    }

    static String answer(RequestStreamHandler handler, String event, Context context) {
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        try {
            handler.handleRequest(new ByteArrayInputStream(event.getBytes(StandardCharsets.UTF_8)), output, context);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return output.toString(StandardCharsets.UTF_8);
    }

    /** The error object of an answer. */
    static JsonNode error(String answer) {
        JsonNode body = StrictJson.parse(answer, JsonLimits.DEFAULT);
        if (body.size() != 1 || !body.path("error").isObject()) {
            throw new AssertionError("expected {\"error\":{…}}, found " + answer);
        }
        return body.path("error");
    }

    /** Claims the call of {@link #event(String)} as a function would that is killed before it comes back. */
    Begin claimAndDie(String key, Recovery recovery, Duration lease) {
        Binding binding = new Binding(NAMESPACE, key, "act", "1", Digests.fingerprint(INPUT, JsonLimits.DEFAULT));
        return journal.begin(Intent.of(binding, recovery), lease);
    }

    Optional<Checkpoint> record(String key) {
        return journal.inspect(CheckpointKey.of(NAMESPACE, key));
    }
}

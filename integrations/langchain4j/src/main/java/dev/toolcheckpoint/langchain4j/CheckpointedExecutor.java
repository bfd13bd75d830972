package dev.toolcheckpoint.langchain4j;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.exception.ToolArgumentsException;
import dev.langchain4j.exception.ToolExecutionException;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.invocation.InvocationParameters;
import dev.langchain4j.invocation.LangChain4jManaged;
import dev.langchain4j.service.tool.ToolExecutionResult;
import dev.langchain4j.service.tool.ToolExecutor;
import dev.toolcheckpoint.answer.ModelAnswer;
import dev.toolcheckpoint.json.JsonException;
import dev.toolcheckpoint.json.JsonLimits;
import dev.toolcheckpoint.json.StrictJson;
import dev.toolcheckpoint.protocol.CheckpointException;
import dev.toolcheckpoint.protocol.CheckpointKey;
import dev.toolcheckpoint.tool.NoEffectException;
import dev.toolcheckpoint.tool.TimeBudget;
import dev.toolcheckpoint.tool.Tool;
import dev.toolcheckpoint.tool.ToolCall;
import dev.toolcheckpoint.tool.ToolContext;
import dev.toolcheckpoint.tool.ToolException;
import dev.toolcheckpoint.tool.ToolHandler;
import dev.toolcheckpoint.tool.ToolResult;
import dev.toolcheckpoint.tool.ToolRunner;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** An executor whose calls each have a checkpoint. Thread-safe when the wrapped one is. */
final class CheckpointedExecutor implements ToolExecutor {

    private static final Logger LOG = LoggerFactory.getLogger(CheckpointedTools.class);

    private final ToolRunner runner;
    private final String namespace;
    private final TimeBudget time;
    private final String name;
    private final ToolRule rule;
    private final ToolExecutor delegate;

    CheckpointedExecutor(
            ToolRunner runner, String namespace, TimeBudget time, String name, ToolRule rule, ToolExecutor delegate) {
        this.runner = runner;
        this.namespace = namespace;
        this.time = time;
        this.name = name;
        this.rule = rule;
        this.delegate = delegate;
        tool((input, context) -> ToolResult.none()); // refuses a wrong rule now rather than at the first call
    }

    @Override
    public String execute(ToolExecutionRequest request, @Nullable Object memoryId) {
        InvocationContext context = InvocationContext.builder()
                .chatMemoryId(memoryId)
                .invocationParameters(new InvocationParameters())
                .build();
        return executeWithContext(request, context).resultText();
    }

    @Override
    public ToolExecutionResult executeWithContext(ToolExecutionRequest request, InvocationContext context) {
        JsonNode given;
        CallKey key;
        try {
            given = arguments(request.arguments());
            key = given instanceof ObjectNode arguments
                    ? CallKey.of(rule, request, context, arguments)
                    : CallKey.refused("The arguments must be a JSON object, found another value.");
        } catch (JsonException refused) {
            return refused("The arguments are no acceptable JSON: " + refused.getMessage() + ".");
        }
        String callId = key.callId();
        if (callId == null) {
            return refused(String.valueOf(key.problem()));
        }
        return run(request, context, ToolCall.of(namespace, callId, given));
    }

    private ToolExecutionResult run(ToolExecutionRequest request, InvocationContext context, ToolCall call) {
        CheckpointKey record = CheckpointKey.of(namespace, call.callId());
        Tool<JsonNode, ToolResult> tool = tool((input, attempt) -> act(request, context, attempt));
        try {
            return ToolResults.of(
                    record, runner.run(tool, call, time), runner.clock().instant());
        } catch (CheckpointException failure) {
            LOG.warn("Tool \"{}\", call {}: {}", name, record, failure.code(), failure);
            return ToolResults.of(ModelAnswer.of(record, failure));
        }
    }

    private Tool<JsonNode, ToolResult> tool(ToolHandler<JsonNode, ToolResult> handler) {
        Tool.Builder<JsonNode> builder =
                Tool.named(name, JsonNode.class).revision(rule.revision()).recovery(rule.recovery());
        if (rule.downstreamKeeps() != null) {
            builder.downstreamKeeps(rule.downstreamKeeps());
        }
        return builder.handler(handler);
    }

    private ToolResult act(ToolExecutionRequest request, InvocationContext context, ToolContext attempt)
            throws Exception {
        ToolExecutionResult result;
        try {
            result = delegate.executeWithContext(request, withAttempt(context, attempt));
        } catch (ToolExecutionException failure) {
            throw own(failure);
        } catch (ToolArgumentsException misfit) {
            // Thrown before the tool's own code runs. Only the first attempt can vouch for the whole call.
            throw attempt.attempt() > 1
                    ? misfit
                    : new ToolException(
                            "INVALID_ARGUMENTS",
                            "The arguments do not fit the tool's parameters, so nothing was done. Corrected arguments are a new"
                                    + " call.");
        }
        return ToolResults.stored(name, result);
    }

    /** What the tool itself threw, when it says how the call ended. */
    private static Exception own(ToolExecutionException failure) {
        Throwable cause = failure.getCause();
        return cause instanceof ToolException
                        || cause instanceof NoEffectException
                        || cause instanceof InterruptedException
                ? (Exception) cause
                : failure;
    }

    private static InvocationContext withAttempt(InvocationContext context, ToolContext attempt) {
        Map<Class<? extends LangChain4jManaged>, LangChain4jManaged> managed = new HashMap<>();
        if (context.managedParameters() != null) {
            managed.putAll(context.managedParameters());
        }
        managed.put(Attempt.class, new Attempt(attempt));
        return context.toBuilder().managedParameters(managed).build();
    }

    /** No arguments at all are none: some models send an empty text for a tool without parameters. */
    private static JsonNode arguments(@Nullable String text) {
        return text == null || text.isBlank()
                ? JsonNodeFactory.instance.objectNode()
                : StrictJson.parse(text, JsonLimits.DEFAULT);
    }

    private static ToolExecutionResult refused(String reason) {
        return ToolResults.of(ModelAnswer.refused(reason));
    }
}

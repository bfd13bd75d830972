package dev.toolcheckpoint.langchain4j;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.invocation.InvocationContext;
import dev.toolcheckpoint.json.Digests;
import dev.toolcheckpoint.json.JsonLimits;
import dev.toolcheckpoint.tool.CallIds;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What identifies a call, or why nothing does.
 *
 * @param callId the call id; {@code null} when there is none
 * @param problem why there is none; {@code null} when there is one
 */
record CallKey(@Nullable String callId, @Nullable String problem) {

    private static final String SOURCE = "langchain4j";

    static CallKey of(ToolRule rule, ToolExecutionRequest request, InvocationContext context, ObjectNode arguments) {
        String argument = rule.keyArgument();
        return argument == null
                ? inTurn(rule.identity(), request, context, arguments)
                : CallIds.problem("The argument \"" + argument + "\"", arguments.get(argument))
                        .map(CallKey::refused)
                        .orElseGet(() -> new CallKey(arguments.path(argument).textValue(), null));
    }

    private static CallKey inTurn(
            CallIdentity identity, ToolExecutionRequest request, InvocationContext context, ObjectNode arguments) {
        Optional<String> turn = Turn.find(context.invocationParameters());
        if (turn.isEmpty()) {
            return refused("The invocation parameter \"" + Turn.PARAMETER + "\" is missing: the application passes"
                    + " Turn.of(id) to the assistant, with an id that is the same for every try of this turn."
                    + " Without it nobody could tell a repeat from a second call, so the tool is not run.");
        }
        Optional<String> memory = text(context.chatMemoryId());
        if (memory.isEmpty()) {
            return refused(
                    "The memory id must be a text, a number or a UUID: only those are the same in every process.");
        }
        String id = request.id();
        if (identity == CallIdentity.TOOL_CALL && (id == null || id.isBlank())) {
            return refused("The model gave the call no id, and this tool's calls are told apart by it.");
        }
        String last =
                identity == CallIdentity.TOOL_CALL ? "call:" + id : Digests.fingerprint(arguments, JsonLimits.DEFAULT);
        String callId = CallIds.of(SOURCE, memory.get(), turn.get(), request.name(), last);
        return CallIds.problem("The call id of memory id, turn, tool and call", callId)
                .map(CallKey::refused)
                .orElseGet(() -> new CallKey(callId, null));
    }

    /** Texts only of what has the same text in every process; an object's own may hold its address. */
    private static Optional<String> text(@Nullable Object memoryId) {
        return memoryId instanceof CharSequence || memoryId instanceof Number || memoryId instanceof UUID
                ? Optional.of(memoryId.toString())
                : Optional.empty();
    }

    static CallKey refused(String problem) {
        return new CallKey(null, problem);
    }
}

package dev.toolcheckpoint.runs;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.toolcheckpoint.json.Digests;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What goes from a model to tools and back, as text. */
final class Calls {

    private static final int LONGEST_PROVIDER_ID = 100;

    private Calls() {}

    /** What a new run's model is told: only source, trigger and payload. */
    static String triggerText(TriggerEnvelope trigger) {
        ObjectNode block = Documents.mapper().createObjectNode();
        block.put("source", trigger.source());
        block.put("trigger", trigger.trigger());
        block.set("payload", trigger.payload());
        return block.toString();
    }

    /** Some providers send nothing where a tool takes no arguments. */
    static String argumentsText(ToolExecutionRequest request) {
        String arguments = request.arguments();
        return arguments == null || arguments.isBlank() ? "{}" : arguments;
    }

    /**
     * The call id of an effect tool's call: providers reuse their ids from turn to turn, so run, step and position make it one of a
     * kind, and the provider's id ties it to this very answer.
     */
    static String callId(RunKey run, int step, int position, ToolExecutionRequest request) {
        String provider = request.id() == null ? "" : request.id();
        boolean plain = provider.length() <= LONGEST_PROVIDER_ID
                && provider.chars().allMatch(unit -> unit > ' ' && unit < 0x7f);
        String id = plain ? provider : Digests.sha256(provider.getBytes(StandardCharsets.UTF_8));
        return "run/" + run.id() + "/" + step + "/" + position + "/" + id;
    }

    /** The answer with an id for every call, none of them twice: what is sent back must say which call a result is of. */
    static AiMessage withUniqueIds(AiMessage answer) {
        if (!answer.hasToolExecutionRequests()) {
            return answer;
        }
        Set<String> seen = new HashSet<>();
        List<ToolExecutionRequest> requests = new ArrayList<>();
        for (ToolExecutionRequest request : answer.toolExecutionRequests()) {
            String id = request.id() == null || request.id().isBlank() ? "call" : request.id();
            String unique = id;
            for (int number = 2; !seen.add(unique); number++) {
                unique = id + "-" + number;
            }
            requests.add(request.toBuilder().id(unique).build());
        }
        return answer.toBuilder().toolExecutionRequests(requests).build();
    }
}

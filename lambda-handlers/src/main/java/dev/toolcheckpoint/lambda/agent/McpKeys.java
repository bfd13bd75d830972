package dev.toolcheckpoint.lambda.agent;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.toolcheckpoint.lambda.CallRules;
import dev.toolcheckpoint.lambda.EventCall;
import dev.toolcheckpoint.lambda.LambdaEvent;
import dev.toolcheckpoint.protocol.ConfigurationException;
import dev.toolcheckpoint.tool.ToolCall;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/**
 * Where MCP calls have their key. Immutable.
 *
 * @param names the members of {@code _meta} that may hold it, at least one
 */
record McpKeys(List<String> names) {

    McpKeys {
        names = List.copyOf(names);
        if (names.isEmpty() || new HashSet<>(names).size() < names.size()) {
            throw new ConfigurationException("Names of keys must be 1 or more different ones, found " + names + ".");
        }
        if (names.stream().anyMatch(String::isBlank)) {
            throw new ConfigurationException("The name of a key in _meta must not be blank, found " + names + ".");
        }
    }

    /** The call with its key; the one in {@code _meta} or {@code params} goes before the tool's argument. */
    EventCall call(LambdaEvent event, AgentTool tool, McpRequest request, JsonNode input) {
        List<JsonNode> given = new ArrayList<>();
        names.forEach(name -> given.add(request.meta().path(name)));
        given.add(request.params().path("idempotencyKey"));
        given.removeIf(JsonNode::isMissingNode);
        if (new HashSet<>(given).size() > 1) {
            return new EventCall.Refused("_meta and params have different keys; a call has one.");
        }
        JsonNode key =
                given.isEmpty() ? tool.keyArgument().map(input::path).orElse(MissingNode.getInstance()) : given.get(0);
        String namespace = event.settings().namespace();
        if (key.isMissingNode() && tool.ownCalls()) {
            String own = "request:" + event.context().getAwsRequestId();
            return new EventCall.Requested(tool.name(), ToolCall.of(namespace, own, input));
        }
        Optional<String> problem = CallRules.problem(places(tool), key);
        return problem.isPresent()
                ? new EventCall.Refused(problem.get())
                : new EventCall.Requested(tool.name(), ToolCall.of(namespace, key.textValue(), input));
    }

    private String places(AgentTool tool) {
        return "The key at _meta[\"" + String.join("\"] or _meta[\"", names) + "\"]"
                + tool.keyArgument()
                        .map(name -> " or argument \"" + name + "\"")
                        .orElse("");
    }
}

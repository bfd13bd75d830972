package dev.toolcheckpoint.lambda.runs;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolcheckpoint.runs.Agent;
import dev.toolcheckpoint.runs.ApprovalNotifier;
import dev.toolcheckpoint.runs.StartRequest;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the functions of this package have of yours: the agents, and what differs from the defaults. {@code TOOL_CHECKPOINT_RUNS} names the
 * class, which is public and has a public constructor without parameters. Each function makes one at start-up; thread-safe.
 */
public interface RunsSetup {

    /**
     * The agents. All functions need the same ones: only the worker asks their models, but the starter and the tick must know them.
     *
     * @param environment the function's variables
     */
    List<Agent> agents(Map<String, String> environment);

    /**
     * Tells people what waits for approval; empty (the default) for the queue that {@code TOOL_CHECKPOINT_APPROVAL_QUEUE} names, or else
     * the log.
     *
     * @param environment the function's variables
     */
    default Optional<ApprovalNotifier> notifier(Map<String, String> environment) {
        return Optional.empty();
    }

    /**
     * What is started for a trigger. Set the agent, the concurrency key or the thread by what the payload says, so that callers can't;
     * the namespace stays the configured one.
     *
     * @param asked as the caller asked
     * @throws dev.toolcheckpoint.protocol.ProtocolException {@code INVALID_ARGUMENT} refuses the trigger, with the message
     */
    default StartRequest request(StartRequest asked) {
        return asked;
    }

    /**
     * Who decides on an approval, in the words of the front end's authoriser; empty refuses. By default the IAM ARN or the subject of
     * the token: see {@link Approvers}.
     *
     * @param requestContext what the front end itself says of the request; nothing that the client chose
     */
    default Optional<String> approver(JsonNode requestContext) {
        return Approvers.of(requestContext);
    }
}

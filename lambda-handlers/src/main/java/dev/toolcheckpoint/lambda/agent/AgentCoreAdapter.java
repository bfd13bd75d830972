package dev.toolcheckpoint.lambda.agent;

import com.amazonaws.services.lambda.runtime.ClientContext;
import com.amazonaws.services.lambda.runtime.Context;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolcheckpoint.answer.ToolError;
import dev.toolcheckpoint.lambda.CallErrors;
import dev.toolcheckpoint.lambda.CallResult;
import dev.toolcheckpoint.lambda.EventAdapter;
import dev.toolcheckpoint.lambda.EventCall;
import dev.toolcheckpoint.lambda.EventSettings;
import dev.toolcheckpoint.lambda.Invocation;
import dev.toolcheckpoint.lambda.LambdaEvent;
import dev.toolcheckpoint.lambda.ResponseCaps;
import dev.toolcheckpoint.protocol.ConfigurationException;
import dev.toolcheckpoint.protocol.Outcome;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Lambda targets of an AgentCore gateway. Immutable and thread-safe.
 *
 * <p>The event is the tool's bare arguments; that a gateway sent it, and which tool it means, only the client context says: {@code
 * bedrockAgentCoreToolName} is {@code TARGET___TOOL}, split at the first {@code ___}. The caller's key is a declared argument
 * ({@link AgentKey#argument}; without a declaration the call-id rule, {@code idempotencyKey} unless configured, looks at the
 * arguments): {@code _meta} never reaches a function, and the ids in the client context change or repeat. Without a key the tool
 * is not run, unless it is declared to have no effects.
 *
 * <p>A result is the answer, every other end {@code {"error":{…}}}. Don't allow-list request headers on the target: the runtime
 * client up to 2.10.1 then fails to parse the client context before any handler runs.
 */
public final class AgentCoreAdapter implements EventAdapter {

    /** Where the client context has the tool's name. */
    static final String TOOL = "bedrockAgentCoreToolName";

    private static final String DELIMITER = "___";

    private final AgentCalls calls;

    /** For {@link java.util.ServiceLoader}: no declared keys. */
    public AgentCoreAdapter() {
        this(new Builder());
    }

    private AgentCoreAdapter(Builder builder) {
        this.calls = new AgentCalls(builder.keys);
    }

    /** Starts an adapter without declared keys. */
    public static Builder builder() {
        return new Builder();
    }

    @Override
    public String source() {
        return "AgentCore gateway (tool name in the client context)";
    }

    /** Never: bare arguments look like anything. */
    @Override
    public boolean recognises(JsonNode event) {
        return false;
    }

    @Override
    public boolean claims(Context context) {
        return toolName(context) != null;
    }

    private static @Nullable String toolName(Context context) {
        ClientContext client = context.getClientContext();
        Map<String, String> custom = client == null ? null : client.getCustom();
        return custom == null ? null : custom.get(TOOL);
    }

    @Override
    public Invocation invocation(EventSettings settings) {
        return Invocation.SYNC;
    }

    @Override
    public List<EventCall> calls(LambdaEvent event) {
        if (!(event.body() instanceof ObjectNode arguments)) {
            return List.of(new EventCall.Refused("The arguments must be an object."));
        }
        String name = String.valueOf(toolName(event.context()));
        int target = name.indexOf(DELIMITER);
        String tool = target < 0 ? name : name.substring(target + DELIMITER.length());
        return List.of(calls.call(event, tool, arguments, null));
    }

    @Override
    public byte[] render(LambdaEvent event, List<CallResult> results) {
        CallResult result = results.get(0);
        Optional<ToolError> error =
                CallErrors.of(result, event.settings().clock().instant());
        Optional<Outcome> stored = CallErrors.outcome(result);
        byte[] answer = error.map(CallErrors::json).orElseGet(() -> ModelText.json(stored.orElseThrow()));
        int cap = ResponseCaps.of(event.settings(), ResponseCaps.LAMBDA_SYNC);
        return answer.length > cap && stored.isPresent() && result instanceof CallResult.Ended ended
                ? CallErrors.json(CallErrors.overCap(ended.key(), stored.get(), cap))
                : answer;
    }

    /** Builds an adapter. Not thread-safe. */
    public static final class Builder {
        private final Map<String, AgentKey> keys = new LinkedHashMap<>();

        private Builder() {}

        /**
         * What identifies a call of this tool.
         *
         * @param key an argument, or that the tool has no effects: a gateway sends no session
         */
        public Builder key(String tool, AgentKey key) {
            if (key instanceof AgentKey.SessionAttribute || key instanceof AgentKey.SessionAndArguments) {
                throw new ConfigurationException(
                        "A gateway sends no session: the key of \"" + tool + "\" must be an argument, or none.");
            }
            AgentCalls.declare(keys, tool, key);
            return this;
        }

        /** The adapter. */
        public AgentCoreAdapter build() {
            return new AgentCoreAdapter(this);
        }
    }
}

package dev.toolcheckpoint.lambda.bus;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolcheckpoint.lambda.CallResult;
import dev.toolcheckpoint.lambda.CallRules;
import dev.toolcheckpoint.lambda.DirectAnswers;
import dev.toolcheckpoint.lambda.EventAdapter;
import dev.toolcheckpoint.lambda.EventCall;
import dev.toolcheckpoint.lambda.EventRule;
import dev.toolcheckpoint.lambda.EventSettings;
import dev.toolcheckpoint.lambda.EventTools;
import dev.toolcheckpoint.lambda.Invocation;
import dev.toolcheckpoint.lambda.LambdaEvent;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Events of EventBridge. Immutable and thread-safe.
 *
 * <p>The call is identified by its tool and by the text that the call-id rule ({@code idempotencyKey} unless configured) finds in
 * {@code detail}; when no rule is configured and there is none, by the event's {@code id}. One event that starts two tools is two
 * calls. {@code detail} is the input, or names tool and input, see {@link EventTools}; an input rule looks at it, too.
 *
 * <p>An event of an archive's replay ({@code replay-name}) is refused unless {@link Builder#replaysAllowed} says otherwise: it may
 * come after its record is gone. EventBridge invokes asynchronously: what is neither a result nor a stored error is thrown.
 */
public final class EventBridgeAdapter implements EventAdapter {

    private final @Nullable String tool;
    private final boolean replaysAllowed;

    /** For {@link java.util.ServiceLoader}. */
    public EventBridgeAdapter() {
        this(null, false);
    }

    private EventBridgeAdapter(@Nullable String tool, boolean replaysAllowed) {
        this.tool = tool;
        this.replaysAllowed = replaysAllowed;
    }

    /** Starts an adapter with the defaults. */
    public static Builder builder() {
        return new Builder();
    }

    @Override
    public String source() {
        return "event of EventBridge";
    }

    @Override
    public boolean recognises(JsonNode event) {
        return event.path("detail-type").isTextual()
                && event.path("source").isTextual()
                && event.path("id").isTextual()
                && event.path("detail").isObject();
    }

    @Override
    public Invocation invocation(EventSettings settings) {
        return Invocation.ASYNC;
    }

    @Override
    public Optional<EventAdapter> forHandler(String handlersTool) {
        return Optional.of(new EventBridgeAdapter(handlersTool, replaysAllowed));
    }

    @Override
    public List<EventCall> calls(LambdaEvent event) {
        return List.of(call(event.body(), event.settings()));
    }

    private EventCall call(JsonNode event, EventSettings settings) {
        if (event.has("replay-name") && !replaysAllowed) {
            return new EventCall.Refused("The event is replayed from an archive, which may be after its record is gone;"
                    + " allow replays when the retention covers them.");
        }
        JsonNode detail = event.path("detail");
        EventTools asked = EventTools.of(detail, tool, settings);
        if (asked.tool().isEmpty()) {
            return new EventCall.Refused("The detail names no tool; expected {\"tool\":…,\"input\":…}.");
        }
        EventRule rule = settings.callId().orElse(CallRules.DEFAULT_CALL_ID);
        JsonNode key = rule.find(detail).orElse(null);
        String kind = "key";
        if (key == null && settings.callId().isEmpty()) {
            key = event.path("id");
            kind = "event";
        }
        Optional<String> problem = CallRules.problem("The call id at \"" + rule + "\" of the detail", key);
        if (key == null || problem.isPresent()) {
            return new EventCall.Refused(problem.orElseThrow());
        }
        String name = asked.tool().get();
        return CallRules.call(
                settings, settings.namespace(), name, kind + ":" + name + ":" + key.textValue(), asked.input(), detail);
    }

    @Override
    public byte[] render(LambdaEvent event, List<CallResult> results) {
        return DirectAnswers.render(event, results.get(0), Invocation.ASYNC);
    }

    /** Builds an adapter. Not thread-safe. */
    public static final class Builder {
        private @Nullable String tool;
        private boolean replaysAllowed;

        private Builder() {}

        /** The tool of every event, whose detail is its input. */
        public Builder tool(String name) {
            this.tool = name;
            return this;
        }

        /** Takes events of an archive's replay: the retention must cover the archive. */
        public Builder replaysAllowed() {
            this.replaysAllowed = true;
            return this;
        }

        /** The adapter. */
        public EventBridgeAdapter build() {
            return new EventBridgeAdapter(tool, replaysAllowed);
        }
    }
}

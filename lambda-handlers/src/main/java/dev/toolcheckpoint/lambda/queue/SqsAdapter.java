package dev.toolcheckpoint.lambda.queue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolcheckpoint.answer.ToolError;
import dev.toolcheckpoint.json.JsonException;
import dev.toolcheckpoint.lambda.Attentions;
import dev.toolcheckpoint.lambda.CallErrors;
import dev.toolcheckpoint.lambda.CallResult;
import dev.toolcheckpoint.lambda.CallRules;
import dev.toolcheckpoint.lambda.EventAdapter;
import dev.toolcheckpoint.lambda.EventCall;
import dev.toolcheckpoint.lambda.EventRule;
import dev.toolcheckpoint.lambda.EventSettings;
import dev.toolcheckpoint.lambda.EventTools;
import dev.toolcheckpoint.lambda.HandlerEvent;
import dev.toolcheckpoint.lambda.Invocation;
import dev.toolcheckpoint.lambda.LambdaEvent;
import dev.toolcheckpoint.lambda.Schedule;
import dev.toolcheckpoint.protocol.CheckpointKey;
import dev.toolcheckpoint.protocol.ConfigurationException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Batches of SQS, standard and FIFO, also of messages that came through SNS. Needs {@code ReportBatchItemFailures} on the event
 * source mapping. Immutable and thread-safe.
 *
 * <p>The call id is the text that the call-id rule ({@code idempotencyKey} unless configured) finds in the body, or the message
 * attribute {@code idempotencyKey}; never the message id, which a redrive changes, unless {@link Builder#messageIdAllowed} says
 * so. Both rules look at the body. The body's tool and input are as {@link EventTools} says.
 *
 * <p>The answer is {@code {"batchItemFailures":[…]}}: an item succeeds when its call ended with a stored outcome, and fails
 * otherwise. In a FIFO queue the rest of a failed item's group fails unstarted. What is in progress comes again at its retry
 * time, see {@link MessageVisibility}.
 */
public final class SqsAdapter implements EventAdapter {

    /** How many calls of a batch run at once, unless configured. */
    public static final int DEFAULT_PARALLEL = 10;

    private static final Logger LOG = LoggerFactory.getLogger(SqsAdapter.class);

    private final @Nullable String tool;
    private final String callIdAttribute;
    private final boolean messageIdAllowed;
    private final int parallel;
    private final int handlersParallel;
    private final MessageVisibility visibility;
    private final Attentions attentions;

    /** For {@link java.util.ServiceLoader}. */
    public SqsAdapter() {
        this(new Builder());
    }

    private SqsAdapter(Builder builder) {
        this.tool = builder.tool;
        this.callIdAttribute = builder.callIdAttribute;
        this.messageIdAllowed = builder.messageIdAllowed;
        this.parallel = builder.parallel == null ? DEFAULT_PARALLEL : builder.parallel;
        this.handlersParallel = builder.parallel == null ? 1 : builder.parallel;
        MessageVisibility given = builder.visibility;
        this.visibility = given == null ? MessageVisibility.ofClassPath() : given;
        this.attentions = builder.attentions;
    }

    private SqsAdapter(SqsAdapter other, String tool) {
        this.tool = tool;
        this.callIdAttribute = other.callIdAttribute;
        this.messageIdAllowed = other.messageIdAllowed;
        this.parallel = other.handlersParallel;
        this.handlersParallel = other.handlersParallel;
        this.visibility = other.visibility;
        this.attentions = other.attentions;
    }

    /** Starts an adapter with the defaults. */
    public static Builder builder() {
        return new Builder();
    }

    @Override
    public String source() {
        return "batch of SQS";
    }

    @Override
    public boolean recognises(JsonNode event) {
        return !SqsMessage.batch(event).isEmpty();
    }

    @Override
    public Invocation invocation(EventSettings settings) {
        return Invocation.SYNC;
    }

    /** One message at a time, unless said otherwise: a handler of batches may not stand two calls at once. */
    @Override
    public Optional<EventAdapter> forHandler(String handlersTool) {
        return Optional.of(new SqsAdapter(this, handlersTool));
    }

    /** A batch of the one message. Lambda takes a batch for failed when the answer names any item. */
    @Override
    public HandlerEvent handlerEvent(LambdaEvent event, byte[] raw, int call) {
        ObjectNode batch = JsonNodeFactory.instance.objectNode();
        batch.putArray("Records").add(event.body().path("Records").path(call));
        return HandlerEvent.of(batch.toString().getBytes(StandardCharsets.UTF_8))
                .failedItem(answer -> !answer.path("batchItemFailures").isEmpty());
    }

    @Override
    public List<EventCall> calls(LambdaEvent event) {
        return messages(event).stream()
                .map(message -> call(message, event.settings()))
                .toList();
    }

    private static List<SqsMessage> messages(LambdaEvent event) {
        return SqsMessage.batch(event.body());
    }

    private EventCall call(SqsMessage message, EventSettings settings) {
        SqsMessage.Content content;
        try {
            content = message.content();
        } catch (JsonException refused) {
            return new EventCall.Refused("The body must be JSON: " + refused.getMessage() + ".");
        }
        EventTools asked = EventTools.of(content.body(), tool, settings);
        if (asked.tool().isEmpty()) {
            return new EventCall.Refused("The body names no tool; expected {\"tool\":…,\"input\":…}.");
        }
        EventRule rule = settings.callId().orElse(CallRules.DEFAULT_CALL_ID);
        JsonNode inBody = rule.find(content.body()).orElse(null);
        JsonNode inAttribute = content.attribute(callIdAttribute);
        if (inBody != null && inAttribute.isTextual() && !inBody.equals(inAttribute)) {
            return new EventCall.Refused("The body's call id at \"" + rule + "\" and the one in the attribute \""
                    + callIdAttribute + "\" differ.");
        }
        JsonNode callId = inBody != null ? inBody : inAttribute;
        if (messageIdAllowed && callId.isMissingNode()) {
            callId = TextNode.valueOf(message.id());
        }
        Optional<String> problem = CallRules.problem(
                "The call id at \"" + rule + "\" of the body or in the attribute \"" + callIdAttribute + "\"", callId);
        return problem.<EventCall>map(EventCall.Refused::new)
                .orElseGet(new Sure(settings, asked, callId.asText(), content.body())::call);
    }

    /** A call with everything at hand. */
    private record Sure(EventSettings settings, EventTools asked, String callId, JsonNode body) {
        EventCall call() {
            return CallRules.call(
                    settings, settings.namespace(), asked.tool().orElseThrow(), callId, asked.input(), body);
        }
    }

    /** FIFO: a lane for each group. Standard: a lane for each call, so that a doubled message is a replay at once. */
    @Override
    public Schedule schedule(LambdaEvent event, List<EventCall> calls) {
        List<SqsMessage> messages = messages(event);
        List<String> lanes = new ArrayList<>();
        for (int i = 0; i < messages.size(); i++) {
            SqsMessage message = messages.get(i);
            lanes.add(message.fifo() ? "group " + message.group() : lane(calls.get(i), i));
        }
        return new Schedule(parallel, lanes, messages.get(0).fifo());
    }

    private static String lane(EventCall call, int index) {
        return call instanceof EventCall.Requested requested
                ? "call " + requested.call().namespace() + "#"
                        + requested.call().callId()
                : "item " + index;
    }

    @Override
    public boolean failed(LambdaEvent event, CallResult result) {
        return failure(event, result).isPresent();
    }

    private static Optional<ToolError> failure(LambdaEvent event, CallResult result) {
        // A stored error is an end, but one that asks for a new call would end in nothing.
        return CallErrors.of(result, event.settings().clock().instant())
                .filter(error -> error.kind() != ToolError.Kind.TOOL_ERROR
                        || error.details().path("retryableAsNewCall").booleanValue());
    }

    @Override
    public byte[] render(LambdaEvent event, List<CallResult> results) {
        FailedMessages failed = new FailedMessages(visibility);
        List<SqsMessage> messages = messages(event);
        Instant now = event.settings().clock().instant();
        for (int i = 0; i < messages.size(); i++) {
            SqsMessage message = messages.get(i);
            CallResult result = results.get(i);
            ToolError failure = failure(event, result).orElse(null);
            if (failure != null) {
                report(message, result, failure);
                Retries.in(failure, now).ifPresentOrElse(in -> failed.add(message, in), () -> failed.add(message));
            }
        }
        failed.comeAgain();
        return failed.answer();
    }

    private void report(SqsMessage message, CallResult result, ToolError failure) {
        LOG.warn("Message {} failed: {}", message.id(), failure.code());
        boolean attention = switch (failure.kind()) {
            case CONFLICT, UNCERTAIN, EFFECT_DONE, TOOL_ERROR -> true;
            case IN_PROGRESS, RETRYABLE, REJECTED -> false;
            case FAILED -> !failure.retryable();
        };
        if (!attention) {
            return;
        }
        try {
            attentions.needed(key(result), failure.code(), message.id());
        } catch (RuntimeException broken) {
            LOG.error("Attention for message {} could not be recorded", message.id(), broken);
        }
    }

    private static @Nullable CheckpointKey key(CallResult result) {
        if (result instanceof CallResult.Ended ended) {
            return ended.key();
        }
        return result instanceof CallResult.Failed failed ? failed.key() : null;
    }

    /** Builds an adapter. Not thread-safe. */
    public static final class Builder {
        private @Nullable String tool;
        private String callIdAttribute = "idempotencyKey";
        private boolean messageIdAllowed;
        private @Nullable Integer parallel;
        private @Nullable MessageVisibility visibility;
        private Attentions attentions = Attentions.log();

        private Builder() {}

        /** The tool of every message, whose body is its input. */
        public Builder tool(String name) {
            this.tool = name;
            return this;
        }

        /** The message attribute that may hold the call id; {@code idempotencyKey} unless set. */
        public Builder callIdAttribute(String name) {
            this.callIdAttribute = name;
            return this;
        }

        /**
         * Takes the message id where no call id is. A redrive and a producer's repeat have another one: for tools that may then
         * act again.
         */
        public Builder messageIdAllowed() {
            this.messageIdAllowed = true;
            return this;
        }

        /** How many calls of a batch run at once; 1 to 1 000; 10 unless set, of a wrapped handler 1. Every tool must stand that. */
        public Builder parallel(int value) {
            if (value < 1 || value > 1_000) {
                throw new ConfigurationException("parallel must be 1 to 1000 calls, found " + value + ".");
            }
            this.parallel = value;
            return this;
        }

        /** Who sets when a message comes again; {@link MessageVisibility#ofClassPath} unless set. */
        public Builder visibility(MessageVisibility value) {
            this.visibility = value;
            return this;
        }

        /** Who is told what somebody must look at; the log unless set. */
        public Builder attentions(Attentions value) {
            this.attentions = value;
            return this;
        }

        /** The adapter. */
        public SqsAdapter build() {
            return new SqsAdapter(this);
        }
    }
}

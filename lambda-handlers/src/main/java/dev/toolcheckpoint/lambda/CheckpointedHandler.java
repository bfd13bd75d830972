package dev.toolcheckpoint.lambda;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.fasterxml.jackson.databind.JsonNode;
import dev.toolcheckpoint.protocol.ConfigurationException;
import dev.toolcheckpoint.protocol.Recovery;
import dev.toolcheckpoint.tool.Tool;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An existing handler with a checkpoint around it: its effect does not happen twice, and a repeat gets the first answer byte for
 * byte. Thread-safe when the handler is; everything about one event is an argument of its handling.
 *
 * <p>A direct event as a whole is the input. Events of HTTP front ends, SQS, EventBridge and Step Functions are the handler's own,
 * too: it gets what the source itself would send (of a batch, one message at a time), and its answer is stored as it is.
 *
 * <p>The handler gets a {@link CheckpointedContext}. An exception of the handler leaves open whether its effect happened, unless
 * {@link Builder#businessError} or {@link Builder#noEffect} names its class; {@link FailedAnswer} says the same of answers.
 */
public final class CheckpointedHandler implements RequestStreamHandler {

    private final String toolName;
    private final String revision;
    private final Recovery recovery;
    private final Duration minimumTime;
    private final WrappedHandler handler;
    private final FailureRules failures;
    private final EventPipeline pipeline;

    private CheckpointedHandler(Builder builder, String toolName) {
        this.toolName = toolName;
        this.handler = builder.handler;
        this.failures = new FailureRules(builder.businessErrors, builder.noEffects, builder.failedAnswers);
        this.revision = builder.revision;
        this.recovery = builder.recovery;
        this.minimumTime = builder.minimumTime;
        this.pipeline = builder.pipeline(adapters(builder, toolName), Set.of(toolName));
    }

    private static List<EventAdapter> adapters(Builder builder, String toolName) {
        EventRule callId = builder.callIdRule();
        List<EventAdapter> adapters = new ArrayList<>();
        adapters.add(new WrappedAdapter(
                toolName, callId == null ? CallRules.DEFAULT_CALL_ID : callId, builder.takesRequestId()));
        for (EventAdapter source : builder.adapters()) {
            Optional<EventAdapter> its = source.forHandler(toolName);
            if (its.isEmpty() && builder.isGiven(source)) {
                throw new ConfigurationException("A wrapped handler can't be served to this source: " + source.source()
                        + ". Declare a tool in a ToolFunction.");
            }
            its.ifPresent(adapters::add);
        }
        return adapters;
    }

    /** Wraps a stream handler: it reads the event as it was sent, and what it writes is stored to the letter. */
    public static Builder wrap(RequestStreamHandler handler) {
        return new Builder(StreamHandlers.of(handler));
    }

    /**
     * Wraps a typed handler, whose input type its class names.
     *
     * @throws ConfigurationException for a lambda expression (name the type), or an event class of AWS where nothing can read it
     */
    public static <I, O> Builder wrap(RequestHandler<I, O> handler) {
        return new Builder(RequestHandlers.of(handler, null));
    }

    /** Wraps a typed handler with the type of its input. */
    public static <I, O> Builder wrap(RequestHandler<I, O> handler, Class<I> inputType) {
        return new Builder(RequestHandlers.of(handler, inputType));
    }

    @Override
    public void handleRequest(InputStream input, OutputStream output, Context context) throws IOException {
        pipeline.handle(input, output, context, (name, event, its) -> tool(event.get(), its));
    }

    /** The tool of this one call: it holds the call's event and context, so that nothing is shared between calls. */
    private Tool<?, ?> tool(HandlerEvent event, Context context) throws RefusedCallException {
        return Tool.named(toolName, JsonNode.class)
                .revision(revision)
                .recovery(recovery)
                .minimumTime(minimumTime)
                .handler(failures.applyTo(handler.prepare(event.bytes(), context), event));
    }

    @Override
    public String toString() {
        return "CheckpointedHandler[" + toolName + "]";
    }

    /** Builds a wrapped handler. Not thread-safe. The tool's name is needed; revision 1 and manual recovery unless set. */
    public static final class Builder extends HandlerBuilder<Builder> {
        private final WrappedHandler handler;
        private final Set<Class<? extends Exception>> businessErrors = new HashSet<>();
        private final Set<Class<? extends Exception>> noEffects = new HashSet<>();
        private FailedAnswer failedAnswers = FailedAnswer.AMBIGUOUS;
        private @Nullable String toolName;
        private String revision = "1";
        private Recovery recovery = Recovery.manual();
        private Duration minimumTime = Tool.DEFAULT_MINIMUM_TIME;

        private Builder(WrappedHandler handler) {
            this.handler = handler;
        }

        @Override
        Builder self() {
            return this;
        }

        @Override
        public Builder configuration(LambdaConfiguration configuration) {
            configuration.toolName().ifPresent(this::toolName);
            configuration.toolRevision().ifPresent(this::revision);
            this.recovery = configuration.recovery();
            configuration.failedAnswers().ifPresent(this::failedAnswers);
            return super.configuration(configuration);
        }

        /** The tool's name; part of what identifies a call. Not the function's: that changes with a deployment. */
        public Builder toolName(String value) {
            this.toolName = value;
            return this;
        }

        /** The tool's version; raise it when the same event means another effect. */
        public Builder revision(String value) {
            this.revision = value;
            return this;
        }

        /** What may happen after an attempt nobody knows the end of. */
        public Builder recovery(Recovery value) {
            this.recovery = value;
            return this;
        }

        /** The time the handler needs at least; 100 ms unless set. With less it is not started. */
        public Builder minimumTime(Duration value) {
            this.minimumTime = value;
            return this;
        }

        /**
         * Exceptions of this class are the handler's answer: stored and replayed, with the class's simple name as code. Their
         * messages are stored, too.
         */
        public Builder businessError(Class<? extends Exception> type) {
            businessErrors.add(type);
            return this;
        }

        /** Exceptions of this class vouch that this attempt had no effect and can have none. */
        public Builder noEffect(Class<? extends Exception> type) {
            noEffects.add(type);
            return this;
        }

        /** What it means when the handler answers that it failed; {@link FailedAnswer#AMBIGUOUS} unless set. */
        public Builder failedAnswers(FailedAnswer value) {
            this.failedAnswers = value;
            return this;
        }

        /**
         * The handler; opens the store.
         *
         * @throws ConfigurationException when the tool has no name or there is no store, or the store can't be opened
         */
        public CheckpointedHandler build() {
            if (toolName == null) {
                throw new ConfigurationException(
                        "A wrapped handler needs the name of its tool: toolName(\"refund-order\").");
            }
            return new CheckpointedHandler(this, toolName);
        }
    }
}

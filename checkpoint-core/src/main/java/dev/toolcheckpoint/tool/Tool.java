package dev.toolcheckpoint.tool;

import dev.toolcheckpoint.protocol.ProtocolException;
import dev.toolcheckpoint.protocol.Recovery;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A tool, declared once. Immutable and thread-safe when its handler is.
 *
 * <p>Defaults: revision {@code 1}, {@link Recovery#manual()}, at least 100 ms to start, no quiescence, no probe.
 *
 * @param <I> the input's type
 * @param <O> the output's type
 */
public final class Tool<I, O> {

    /** The time a tool needs at least, unless it says otherwise. */
    public static final Duration DEFAULT_MINIMUM_TIME = Duration.ofMillis(100);

    private static final int MAX_NAME = 512;

    private final String name;
    private final String revision;
    private final Recovery recovery;
    private final Class<I> inputType;
    private final Duration minimumTime;
    private final Duration quiescence;
    private final @Nullable Duration downstreamKeeps;
    private final @Nullable OutcomeProbe probe;
    private final ToolHandler<I, O> handler;

    private Tool(Builder<I> builder, ToolHandler<I, O> handler) {
        this.name = builder.name;
        this.revision = builder.revision;
        this.recovery = builder.recovery;
        this.inputType = builder.inputType;
        this.minimumTime = builder.minimumTime;
        this.quiescence = builder.quiescence;
        this.downstreamKeeps = builder.downstreamKeeps;
        this.probe = builder.probe;
        this.handler = handler;
    }

    /**
     * Starts the declaration of a tool.
     *
     * @param name 1 to 512 UTF-16 units
     * @param inputType what Jackson reads the input as; {@code JsonNode.class} for the tree itself
     */
    public static <I> Builder<I> named(String name, Class<I> inputType) {
        return new Builder<>(name, inputType);
    }

    /** The name. */
    public String name() {
        return name;
    }

    /** The tool's version: part of what identifies a call. */
    public String revision() {
        return revision;
    }

    /** What may happen after an attempt nobody knows the end of. */
    public Recovery recovery() {
        return recovery;
    }

    /** What the input is read as. */
    public Class<I> inputType() {
        return inputType;
    }

    /** The time it needs at least; with less it is not started. */
    public Duration minimumTime() {
        return minimumTime;
    }

    /** How long after its lease a request under way could still act. */
    public Duration quiescence() {
        return quiescence;
    }

    /** How long the downstream remembers idempotency keys, when declared. */
    public Optional<Duration> downstreamKeeps() {
        return Optional.ofNullable(downstreamKeeps);
    }

    /** Asks the downstream what happened, when declared. */
    public Optional<OutcomeProbe> probe() {
        return Optional.ofNullable(probe);
    }

    ToolHandler<I, O> handler() {
        return handler;
    }

    @Override
    public String toString() {
        return "Tool[" + name + ", revision " + revision + ", " + recovery + "]";
    }

    /**
     * Declares a tool. Not thread-safe.
     *
     * @param <I> the input's type
     */
    public static final class Builder<I> {
        private final String name;
        private final Class<I> inputType;
        private String revision = "1";
        private Recovery recovery = Recovery.manual();
        private Duration minimumTime = DEFAULT_MINIMUM_TIME;
        private Duration quiescence = Duration.ZERO;
        private @Nullable Duration downstreamKeeps;
        private @Nullable OutcomeProbe probe;

        private Builder(String name, Class<I> inputType) {
            this.name = named("name", name);
            this.inputType = inputType;
        }

        /**
         * The tool's version, 1 to 512 UTF-16 units; {@code 1} unless set. Raise it when the same input means another effect.
         */
        public Builder<I> revision(String value) {
            this.revision = named("revision", value);
            return this;
        }

        /** What may happen after an attempt nobody knows the end of; manual unless set. */
        public Builder<I> recovery(Recovery value) {
            this.recovery = value;
            return this;
        }

        /** The time it needs at least; 100 ms unless set; 0 or more. */
        public Builder<I> minimumTime(Duration value) {
            this.minimumTime = notNegative("minimumTime", value);
            return this;
        }

        /** How long after its lease a request under way could still act; 0 unless set. */
        public Builder<I> quiescence(Duration value) {
            this.quiescence = notNegative("quiescence", value);
            return this;
        }

        /**
         * How long the downstream remembers idempotency keys. Checked at every begin against retryFor + lease + skew margin +
         * quiescence; idempotent recovery only.
         */
        public Builder<I> downstreamKeeps(Duration value) {
            this.downstreamKeeps = notNegative("downstreamKeeps", value);
            return this;
        }

        /** How to ask the downstream what happened. */
        public Builder<I> probe(OutcomeProbe value) {
            this.probe = value;
            return this;
        }

        /** The tool with what it does. */
        public <O> Tool<I, O> handler(ToolHandler<I, O> handler) {
            if (downstreamKeeps != null && recovery instanceof Recovery.Manual) {
                throw ProtocolException.invalidArgument(
                        "Tool \"" + name + "\": downstreamKeeps belongs to idempotent recovery; it is manual.");
            }
            return new Tool<>(this, handler);
        }

        private static String named(String field, String value) {
            if (value.isEmpty() || value.length() > MAX_NAME) {
                throw ProtocolException.invalidArgument("A tool's " + field + " must have 1 to " + MAX_NAME
                        + " UTF-16 units, found " + value.length() + ".");
            }
            return value;
        }

        private static Duration notNegative(String field, Duration value) {
            if (value.isNegative()) {
                throw ProtocolException.invalidArgument(
                        field + " must be 0 ms or more, found " + value.toMillis() + " ms.");
            }
            return value;
        }
    }
}

package dev.toolcheckpoint.lambda.runs;

import dev.toolcheckpoint.deliverers.aws.QueueSender;
import dev.toolcheckpoint.journal.Journal;
import dev.toolcheckpoint.lambda.EventRule;
import dev.toolcheckpoint.lambda.HandlerBuilder;
import dev.toolcheckpoint.lambda.LambdaConfiguration;
import dev.toolcheckpoint.lambda.Platform;
import dev.toolcheckpoint.lambda.RunsConfiguration;
import dev.toolcheckpoint.lambda.metrics.EmfMetrics;
import dev.toolcheckpoint.lambda.metrics.EmfRunMetrics;
import dev.toolcheckpoint.protocol.ConfigurationException;
import dev.toolcheckpoint.runs.Agent;
import dev.toolcheckpoint.runs.ApprovalNotifier;
import dev.toolcheckpoint.runs.LogNotifier;
import dev.toolcheckpoint.runs.RunDispatcher;
import dev.toolcheckpoint.runs.Runs;
import dev.toolcheckpoint.runs.store.RunStore;
import dev.toolcheckpoint.runs.store.RunStores;
import dev.toolcheckpoint.store.CheckpointStores;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.sqs.SqsClient;

/**
 * What the functions for runs share: the engine over its stores, and the settings of the host. Immutable; thread-safe when the setup is.
 */
public final class RunHost {

    private final RunsSetup setup;
    private final List<String> agents;
    private final Runs runs;
    private final RunDispatcher dispatcher;
    private final Clock clock;
    private final String namespace;
    private final @Nullable EventRule triggerId;
    private final Duration grace;
    private final Duration stepReserve;
    private final Platform platform;

    private RunHost(Builder builder) {
        List<Agent> all = builder.setup.agents(builder.environment);
        if (all.isEmpty()) {
            throw new ConfigurationException(
                    builder.setup.getClass().getName() + " names no agent; at least one is needed.");
        }
        this.setup = builder.setup;
        this.agents = all.stream().map(Agent::name).sorted().toList();
        this.dispatcher = builder.dispatcher;
        this.clock = builder.journal.clock();
        this.namespace = builder.namespace;
        this.triggerId = builder.triggerId;
        this.grace = builder.grace;
        this.stepReserve = builder.stepReserve;
        this.platform = builder.platform;
        Runs.Builder engine = Runs.builder(builder.store, builder.journal)
                .agents(all.toArray(new Agent[0]))
                .dispatcher(builder.dispatcher)
                .notifier(builder.setup.notifier(builder.environment).orElse(builder.notifier));
        this.runs = builder.engine.apply(engine).build();
    }

    /**
     * What the environment says, see {@code docs/reference/runs-on-lambda.md}; metrics go to standard output.
     *
     * @throws ConfigurationException listing every problem
     */
    public static RunHost of(Map<String, String> environment) {
        LambdaConfiguration configuration = LambdaConfiguration.from(environment, LambdaConfiguration.Use.RUNS);
        RunsConfiguration own = configuration.runs().orElseThrow();
        RunsSetup setup = setup(own.setup());
        Journal.Builder journal = Journal.builder(
                        CheckpointStores.open(configuration.store(), configuration.storeOptions()))
                .retention(configuration.retention())
                .listener(EmfMetrics.toStandardOutput());
        configuration.skewMargin().ifPresent(journal::skewMargin);
        RunStore store = RunStores.open(configuration.store(), configuration.storeOptions());
        String approvals = own.approvals();
        return builder(setup, store, journal.build())
                .environment(environment)
                .namespace(configuration.namespace())
                .dispatcher(new SqsRunDispatcher(own.queue()))
                .notifier(
                        approvals == null
                                ? new LogNotifier()
                                : ApprovalNotifiers.queue(QueueSender.of(SqsClient::create), approvals))
                .triggerId(configuration.callId().orElse(null))
                .stepReserve(own.stepReserve())
                .platform(configuration.platform())
                .engine(engine -> {
                    configuration.skewMargin().ifPresent(engine::skewMargin);
                    return engine.listener(EmfRunMetrics.toStandardOutput());
                })
                .build();
    }

    /**
     * Starts to build, for stores and queues of your own.
     *
     * @param store where runs are kept
     * @param journal what effect tools run under; its clock is everybody's
     */
    public static Builder builder(RunsSetup setup, RunStore store, Journal journal) {
        return new Builder(setup, store, journal);
    }

    private static RunsSetup setup(String className) {
        try {
            return Class.forName(className, true, RunHost.class.getClassLoader())
                    .asSubclass(RunsSetup.class)
                    .getConstructor()
                    .newInstance();
        } catch (ReflectiveOperationException | ClassCastException unusable) {
            throw new ConfigurationException(
                    LambdaConfiguration.PREFIX + "RUNS must name a public class that implements "
                            + RunsSetup.class.getName() + " and has a public constructor without parameters, found \""
                            + className + "\" (" + unusable.getClass().getSimpleName() + ").");
        }
    }

    RunsSetup setup() {
        return setup;
    }

    /** The agents' names, sorted. */
    List<String> agents() {
        return agents;
    }

    /** The engine. */
    public Runs runs() {
        return runs;
    }

    RunDispatcher dispatcher() {
        return dispatcher;
    }

    Clock clock() {
        return clock;
    }

    /** The namespace of all runs here. */
    public String namespace() {
        return namespace;
    }

    Optional<EventRule> triggerId() {
        return Optional.ofNullable(triggerId);
    }

    Duration grace() {
        return grace;
    }

    Duration stepReserve() {
        return stepReserve;
    }

    Platform platform() {
        return platform;
    }

    /**
     * Builds a host. Not thread-safe.
     *
     * <p>Defaults: namespace {@code default}, no dispatcher, approvals to the log, a trigger id at {@code idempotencyKey} or the event's own,
     * a grace of 3 s, a step reserve of 30 s, the platform that kills at the time-out, no variables.
     */
    public static final class Builder {
        private final RunsSetup setup;
        private final RunStore store;
        private final Journal journal;
        private Map<String, String> environment = Map.of();
        private RunDispatcher dispatcher = RunDispatcher.none();
        private ApprovalNotifier notifier = new LogNotifier();
        private String namespace = "default";
        private @Nullable EventRule triggerId;
        private Duration grace = HandlerBuilder.DEFAULT_GRACE;
        private Duration stepReserve = Duration.ofSeconds(30);
        private Platform platform = Platform.KILLS;
        private UnaryOperator<Runs.Builder> engine = builder -> builder;

        private Builder(RunsSetup setup, RunStore store, Journal journal) {
            this.setup = setup;
            this.store = store;
            this.journal = journal;
        }

        /** What the setup is told of the environment. */
        public Builder environment(Map<String, String> value) {
            this.environment = Map.copyOf(value);
            return this;
        }

        /** Hands runs to workers. */
        public Builder dispatcher(RunDispatcher value) {
            this.dispatcher = value;
            return this;
        }

        /** Tells people what waits, unless the setup has its own way. */
        public Builder notifier(ApprovalNotifier value) {
            this.notifier = value;
            return this;
        }

        /** The namespace of all runs here. */
        public Builder namespace(String value) {
            this.namespace = value;
            return this;
        }

        /** Finds the id of a trigger in an event's detail; {@code null} for the default. */
        public Builder triggerId(@Nullable EventRule value) {
            this.triggerId = value;
            return this;
        }

        /** How long after the remaining time a request of a killed function may still land. */
        public Builder grace(Duration value) {
            this.grace = value;
            return this;
        }

        /** No model call starts with less than this left. */
        public Builder stepReserve(Duration value) {
            this.stepReserve = value;
            return this;
        }

        /** What happens when the time is up. */
        public Builder platform(Platform value) {
            this.platform = value;
            return this;
        }

        /** Further settings of the engine, such as its listener. */
        public Builder engine(UnaryOperator<Runs.Builder> value) {
            this.engine = value;
            return this;
        }

        /**
         * The host.
         *
         * @throws ConfigurationException when the setup names no agent
         */
        public RunHost build() {
            return new RunHost(this);
        }
    }
}

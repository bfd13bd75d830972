package dev.toolcheckpoint.lambda;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.toolcheckpoint.journal.CheckpointListener;
import dev.toolcheckpoint.journal.Journal;
import dev.toolcheckpoint.protocol.ConfigurationException;
import dev.toolcheckpoint.protocol.Retention;
import dev.toolcheckpoint.store.CheckpointStore;
import dev.toolcheckpoint.store.CheckpointStores;
import dev.toolcheckpoint.tool.ToolRunner;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What every handler of this module is built with. Not thread-safe.
 *
 * <p>Needed: {@link #configuration}, {@link #store(String) store} or {@link #journal}. Defaults: namespace {@code default},
 * synchronous invocation, call id at {@code idempotencyKey}, answers up to the source's own limit, a grace of 3 s, the
 * journal's defaults.
 *
 * @param <B> the builder itself
 */
public abstract sealed class HandlerBuilder<B extends HandlerBuilder<B>>
        permits ToolFunction.Builder, CheckpointedHandler.Builder {

    /** How long after its time-out Lambda may still run a function (2 s) and a write that was sent may land (1 s). */
    public static final Duration DEFAULT_GRACE = Duration.ofSeconds(3);

    private @Nullable Journal journal;
    private @Nullable CheckpointStore store;
    private @Nullable String storeName;
    private Map<String, String> storeOptions = Map.of();
    private @Nullable Retention retention;
    private @Nullable Duration skewMargin;
    private @Nullable CheckpointListener listener;
    private @Nullable ObjectMapper mapper;
    private String namespace = LambdaConfiguration.DEFAULT_NAMESPACE;
    private Invocation invocation = Invocation.SYNC;
    private int maxResponse = LambdaConfiguration.HIGHEST_MAX_RESPONSE;
    private @Nullable EventRule callId;
    private @Nullable EventRule input;
    private boolean requestIdAllowed;
    private Duration grace = DEFAULT_GRACE;
    private final List<EventAdapter> adapters = new ArrayList<>();
    private boolean disabled;
    private Platform platform = Platform.of(System.getenv());

    HandlerBuilder() {}

    abstract B self();

    /** Everything that the environment says; what is set after it replaces it. */
    public B configuration(LambdaConfiguration configuration) {
        this.storeName = configuration.store();
        this.storeOptions = configuration.storeOptions();
        this.namespace = configuration.namespace();
        this.retention = configuration.retention();
        this.skewMargin = configuration.skewMargin().orElse(null);
        this.invocation = configuration.invocation();
        this.maxResponse = configuration.maxResponse();
        this.callId = configuration.callId().orElse(null);
        this.input = configuration.input().orElse(null);
        this.requestIdAllowed = configuration.requestIdAllowed();
        this.disabled = configuration.disabled();
        this.platform = configuration.platform();
        return self();
    }

    /** The journal, made elsewhere; then store, retention, skew margin and listener are its own. */
    public B journal(Journal value) {
        this.journal = value;
        return self();
    }

    /** The store by name, as in {@code sqlite:/var/lib/calls.db}; opened by {@code build}. */
    public B store(String name) {
        return store(name, Map.of());
    }

    /** The same with the store's options, as in {@code Map.of("kms", "alias/calls")} for {@code dynamo:calls}. */
    public B store(String name, Map<String, String> options) {
        this.storeName = name;
        this.storeOptions = Map.copyOf(options);
        this.store = null;
        return self();
    }

    /** The store; it stays the caller's. */
    public B store(CheckpointStore value) {
        this.store = value;
        this.storeName = null;
        return self();
    }

    /** How long finished records are kept; 30 days over a replay window of 14 unless set. */
    public B retention(Retention value) {
        this.retention = value;
        return self();
    }

    /** What covers the difference of any two clocks; 0 to 1 h; the store's own unless set. */
    public B skewMargin(Duration value) {
        this.skewMargin = value;
        return self();
    }

    /** Who is told what happens. */
    public B listener(CheckpointListener value) {
        this.listener = value;
        return self();
    }

    /** Writes results (and reads the inputs of declared tools); {@link ToolRunner}'s own unless set. */
    public B mapper(ObjectMapper value) {
        this.mapper = value;
        return self();
    }

    /** The tenant or environment, from a trusted place: never from the event's body. */
    public B namespace(String value) {
        this.namespace = value;
        return self();
    }

    /** A JMESPath expression into the event: what identifies the call. It must find a text. */
    public B callId(String expression) {
        this.callId = EventRule.of(expression);
        return self();
    }

    /**
     * Takes Lambda's request id where a direct event has no call id. It is observed to be the same for Lambda's own retries of an
     * asynchronous invocation, though not promised, and differs whenever somebody else sends the event again: for tools that may
     * then act again. Asynchronous functions only.
     */
    public B requestIdAllowed() {
        this.requestIdAllowed = true;
        return self();
    }

    /**
     * A JMESPath expression into the event: what is fingerprinted. Leave out what differs between repeats (times, trace ids),
     * nothing else: another input under the same key is how a mix-up shows.
     */
    public B input(String expression) {
        this.input = EventRule.of(expression);
        return self();
    }

    /** How the function is invoked. */
    public B invocation(Invocation value) {
        this.invocation = value;
        return self();
    }

    /** The largest answer in bytes; 1 KiB to 6 MiB. A larger result is stored, and answered with where it is. */
    public B maxResponse(int value) {
        if (value < LambdaConfiguration.LOWEST_MAX_RESPONSE || value > LambdaConfiguration.HIGHEST_MAX_RESPONSE) {
            throw new ConfigurationException("maxResponse must be " + LambdaConfiguration.LOWEST_MAX_RESPONSE + " to "
                    + LambdaConfiguration.HIGHEST_MAX_RESPONSE + " bytes, found " + value + ".");
        }
        this.maxResponse = value;
        return self();
    }

    /** How long after the remaining time a request of a killed call may still land; 0 or more. */
    public B grace(Duration value) {
        if (value.isNegative()) {
            throw new ConfigurationException("grace must be 0 ms or more, found " + value.toMillis() + " ms.");
        }
        this.grace = value;
        return self();
    }

    /** Adds an adapter. One that {@link ServiceLoader} finds, too, is replaced: so it gets options of its own. */
    public B adapter(EventAdapter adapter) {
        adapters.add(adapter);
        return self();
    }

    /** Those given, and those that are found without being given. */
    final List<EventAdapter> adapters() {
        List<EventAdapter> all = new ArrayList<>(adapters);
        ServiceLoader.load(EventAdapter.class, HandlerBuilder.class.getClassLoader()).stream()
                .filter(found -> adapters.stream().noneMatch(given -> given.getClass() == found.type()))
                .forEach(found -> all.add(found.get()));
        return all;
    }

    final boolean isGiven(EventAdapter adapter) {
        return adapters.contains(adapter);
    }

    @Nullable
    EventRule callIdRule() {
        return callId;
    }

    boolean takesRequestId() {
        return requestIdAllowed;
    }

    /** The pipeline over these adapters. */
    EventPipeline pipeline(List<EventAdapter> adapters, Set<String> tools) {
        if (requestIdAllowed && invocation != Invocation.ASYNC) {
            throw new ConfigurationException(
                    "requestIdAllowed() belongs to an asynchronous function: who waits for an answer"
                            + " repeats a call under another request id.");
        }
        Runners runners = disabled ? Runners.disabled(this::options) : Runners.over(openJournal(), this::options);
        EventSettings settings = new EventSettings(
                namespace, tools, invocation, maxResponse, callId, input, requestIdAllowed, runners.clock());
        SnapshotResource snapshot = runners.lasting()
                .map(lasting -> SnapshotResource.register(lasting, namespace, new Rehearsal(adapters, this::options)))
                .orElse(null);
        return new EventPipeline(adapters, settings, runners, grace, platform, snapshot);
    }

    private ToolRunner.Builder options(ToolRunner.Builder builder) {
        builder.inputLimits(Events.LIMITS);
        return mapper == null ? builder : builder.mapper(mapper);
    }

    private Journal openJournal() {
        if (journal != null) {
            if (store != null || storeName != null || retention != null || skewMargin != null || listener != null) {
                throw new ConfigurationException(
                        "A journal has its own store, retention, skew margin and listener: give one or the others.");
            }
            return journal;
        }
        Journal.Builder builder = Journal.builder(openStore());
        if (retention != null) {
            builder.retention(retention);
        }
        if (skewMargin != null) {
            builder.skewMargin(skewMargin);
        }
        if (listener != null) {
            builder.listener(listener);
        }
        return builder.build();
    }

    private CheckpointStore openStore() {
        if (store != null) {
            return store;
        }
        if (storeName == null) {
            throw new ConfigurationException("A handler needs a store: name one, as in store(\"sqlite:calls.db\").");
        }
        return CheckpointStores.open(storeName, storeOptions);
    }
}

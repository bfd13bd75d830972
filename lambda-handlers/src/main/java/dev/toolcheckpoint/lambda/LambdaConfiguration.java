package dev.toolcheckpoint.lambda;

import dev.toolcheckpoint.protocol.ConfigurationException;
import dev.toolcheckpoint.protocol.Recovery;
import dev.toolcheckpoint.protocol.Retention;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the environment variables with the prefix {@value #PREFIX} say. Immutable. {@code docs/reference/direct-invoke.md} lists
 * them.
 */
public final class LambdaConfiguration {

    /** What every variable starts with. */
    public static final String PREFIX = "TOOL_CHECKPOINT_";

    private static final String ATTENTION_INDEX = "attentionIndex";

    static final String DEFAULT_NAMESPACE = "default";
    static final int LOWEST_MAX_RESPONSE = 1024;
    static final int HIGHEST_MAX_RESPONSE = 6 * 1024 * 1024;

    private final Platform platform;
    private final String store;
    private final Map<String, String> storeOptions;
    private final String namespace;
    private final @Nullable String handler;
    private final @Nullable String toolName;
    private final @Nullable String toolRevision;
    private final Recovery recovery;
    private final @Nullable EventRule callId;
    private final @Nullable EventRule input;
    private final @Nullable Duration skewMargin;
    private final Retention retention;
    private final Invocation invocation;
    private final int maxResponse;
    private final boolean disabled;
    private final boolean requestIdAllowed;
    private final @Nullable FailedAnswer failedAnswers;
    private final @Nullable RunsConfiguration runs;

    private LambdaConfiguration(EnvironmentReader read, Use use, Platform platform) {
        this.platform = platform;
        StoreSettings settings = StoreSettings.read(read, PREFIX);
        this.store = settings.store();
        this.storeOptions = settings.options();
        this.namespace = namespace(read);
        this.handler = use == Use.NAMED_HANDLER ? read.required("HANDLER", "com.acme.Refund::handleRequest") : null;
        this.toolName = toolName(read, use);
        this.toolRevision = use.namesTool() ? name(read, "TOOL_REVISION").orElse(null) : null;
        this.recovery = recovery(read);
        this.callId = read.rule("CALL_ID").orElse(null);
        boolean calls = use != Use.RUNS;
        this.input = calls ? read.rule("INPUT").orElse(null) : null;
        this.skewMargin = skewMargin(read);
        this.invocation = calls ? invocation(read) : Invocation.SYNC;
        this.retention = retention(read, sources(read, invocation));
        this.maxResponse = calls ? maxResponse(read) : HIGHEST_MAX_RESPONSE;
        this.disabled = calls && flag(read, "DISABLED");
        this.requestIdAllowed = calls && requestIdAllowed(read, invocation);
        this.failedAnswers = use.namesTool() ? failedAnswers(read) : null;
        this.runs = calls ? null : RunsConfiguration.of(read);
        read.finish();
    }

    /** What the configuration is for: which variables there are differs. */
    public enum Use {
        /** Tools declared in code: name, revision and recovery are the tools' own, {@code RECOVERY} is theirs to ask for. */
        TOOLS,
        /** A handler wrapped in code, which may name its tool itself. */
        WRAPPED_HANDLER,
        /** A handler that {@code HANDLER} names; {@code TOOL_NAME} is needed, too. */
        NAMED_HANDLER,
        /** Runs of agents, see {@link #runs}: {@code CALL_ID} finds a trigger's id, and there is no kill switch. */
        RUNS;

        private boolean namesTool() {
            return this == WRAPPED_HANDLER || this == NAMED_HANDLER;
        }
    }

    /**
     * Reads the environment.
     *
     * @throws ConfigurationException listing every problem: unknown variables, wrong values, contradictions, what is missing
     */
    public static LambdaConfiguration from(Map<String, String> environment, Use use) {
        return new LambdaConfiguration(new EnvironmentReader(environment, PREFIX), use, Platform.of(environment));
    }

    private static Invocation invocation(EnvironmentReader read) {
        return read.choice("INVOCATION", List.of("sync", "async"))
                .map(choice -> choice.equals("async") ? Invocation.ASYNC : Invocation.SYNC)
                .orElse(Invocation.SYNC);
    }

    private static int maxResponse(EnvironmentReader read) {
        return read.number("MAX_RESPONSE", LOWEST_MAX_RESPONSE, HIGHEST_MAX_RESPONSE)
                .orElse(HIGHEST_MAX_RESPONSE);
    }

    private static String namespace(EnvironmentReader read) {
        Optional<String> found = name(read, "NAMESPACE");
        if (found.isPresent() && found.get().indexOf('#') >= 0) {
            read.problem("NAMESPACE", "must not contain '#', found \"" + found.get() + "\".");
        }
        return found.orElse(DEFAULT_NAMESPACE);
    }

    private static @Nullable String toolName(EnvironmentReader read, Use use) {
        if (!use.namesTool()) {
            return null;
        }
        Optional<String> found = name(read, "TOOL_NAME");
        if (found.isEmpty() && use == Use.NAMED_HANDLER && !read.isSet("TOOL_NAME")) {
            read.problem("TOOL_NAME", "is missing, for example refund-order.");
        }
        return found.orElse(null);
    }

    private static Optional<String> name(EnvironmentReader read, String name) {
        return read.text(name).filter(text -> {
            if (text.length() > 512) {
                read.problem(name, "has " + text.length() + " UTF-16 units; at most 512 are allowed.");
            }
            return text.length() <= 512;
        });
    }

    private static Recovery recovery(EnvironmentReader read) {
        boolean idempotent = read.choice("RECOVERY", List.of("manual", "idempotent"))
                .orElse("manual")
                .equals("idempotent");
        Optional<Duration> retryFor = read.duration("RETRY_FOR", false);
        if (!idempotent) {
            if (read.isSet("RETRY_FOR")) {
                read.problem(
                        "RETRY_FOR", "belongs to " + PREFIX + "RECOVERY=idempotent; a manual tool is never repeated.");
            }
            return Recovery.manual();
        }
        if (!read.isSet("RETRY_FOR")) {
            read.problem("RETRY_FOR", "is missing: how long an idempotent tool may be repeated, such as PT1H.");
        }
        return retryFor.flatMap(window -> read.<Recovery>checked("RETRY_FOR", () -> Recovery.idempotent(window)))
                .orElse(Recovery.manual());
    }

    private static boolean flag(EnvironmentReader read, String name) {
        return read.choice(name, List.of("true", "false"))
                .map(Boolean::parseBoolean)
                .orElse(false);
    }

    private static boolean requestIdAllowed(EnvironmentReader read, Invocation invocation) {
        boolean allowed = flag(read, "REQUEST_ID_ALLOWED");
        if (allowed && invocation != Invocation.ASYNC) {
            read.problem(
                    "REQUEST_ID_ALLOWED",
                    "belongs to " + PREFIX + "INVOCATION=async: who waits for an answer repeats a call under another"
                            + " request id.");
        }
        return allowed;
    }

    private static @Nullable FailedAnswer failedAnswers(EnvironmentReader read) {
        return read.choice("FAILED_ANSWERS", List.of("ambiguous", "no-effect", "stored"))
                .map(choice -> FailedAnswer.valueOf(choice.replace('-', '_').toUpperCase(Locale.ROOT)))
                .orElse(null);
    }

    private static @Nullable Duration skewMargin(EnvironmentReader read) {
        Optional<Duration> found = read.duration("SKEW_MARGIN", true);
        if (found.isPresent() && found.get().compareTo(Duration.ofHours(1)) > 0) {
            read.problem("SKEW_MARGIN", "must be PT0S to PT1H, found \"" + found.get() + "\".");
        }
        return found.orElse(null);
    }

    private static List<ReplaySource> sources(EnvironmentReader read, Invocation invocation) {
        List<ReplaySource> sources = new ArrayList<>();
        if (invocation == Invocation.ASYNC) {
            sources.add(ReplaySource.async());
        }
        read.text("SOURCES").ifPresent(text -> {
            for (String part : text.split(",", -1)) {
                read.checked("SOURCES", () -> ReplaySource.parse(part.strip())).ifPresent(sources::add);
            }
        });
        return sources;
    }

    private static Retention retention(EnvironmentReader read, List<ReplaySource> sources) {
        Duration window = read.duration("REPLAY_WINDOW", false).orElse(Retention.DEFAULT.replayWindow());
        Duration total = read.duration("RETENTION", false).orElse(Retention.DEFAULT.total());
        for (ReplaySource source : sources) {
            if (window.compareTo(source.replays()) < 0) {
                read.problem(
                        "REPLAY_WINDOW",
                        "(" + window + ") must be " + source.replays() + " or more: so long " + source.name()
                                + " may repeat a call.");
            }
        }
        if (total.compareTo(window) <= 0) {
            read.problem(
                    "RETENTION",
                    "(" + total + ") must be longer than the replay window (" + PREFIX + "REPLAY_WINDOW, " + window
                            + "): a record that goes before the last repeat re-arms the call.");
            return Retention.DEFAULT;
        }
        return read.checked("RETENTION", () -> Retention.of(window, total.minus(window)))
                .orElse(Retention.DEFAULT);
    }

    /** What happens to the function when its time is up. */
    public Platform platform() {
        return platform;
    }

    /**
     * {@code KMS_KEY}, {@code BUCKET}, {@code TABLE_ID} and {@code ATTENTION_INDEX}: what a DynamoDB store is opened with, as options
     * {@code kms}, {@code bucket}, {@code tableId} and {@code attentionIndex}.
     */
    public Map<String, String> storeOptions() {
        return storeOptions;
    }

    /**
     * {@code ATTENTION_INDEX=lean}: attempts are not in the attention listing, so that a reconciler has to go through all open records.
     */
    public boolean leanAttention() {
        return "lean".equals(storeOptions.get(ATTENTION_INDEX));
    }

    /** {@code STORE}: the store as {@code SCHEME:LOCATION}; {@code dynamo:} and the name for {@code TABLE}. */
    public String store() {
        return store;
    }

    /** {@code NAMESPACE}: the tenant or environment; {@code default} unless set. */
    public String namespace() {
        return namespace;
    }

    /** {@code HANDLER}: the handler to wrap without a change of code. */
    public Optional<String> handler() {
        return Optional.ofNullable(handler);
    }

    /** {@code TOOL_NAME}: the tool that a wrapped handler is. */
    public Optional<String> toolName() {
        return Optional.ofNullable(toolName);
    }

    /** {@code TOOL_REVISION}: its version. */
    public Optional<String> toolRevision() {
        return Optional.ofNullable(toolRevision);
    }

    /** {@code RECOVERY} and {@code RETRY_FOR}: what may happen after an attempt nobody knows the end of; manual unless set. */
    public Recovery recovery() {
        return recovery;
    }

    /** {@code CALL_ID}: what identifies the call. */
    public Optional<EventRule> callId() {
        return Optional.ofNullable(callId);
    }

    /** {@code INPUT}: what is fingerprinted. */
    public Optional<EventRule> input() {
        return Optional.ofNullable(input);
    }

    /** {@code SKEW_MARGIN}: what covers the difference of any two clocks; the store's own unless set. */
    public Optional<Duration> skewMargin() {
        return Optional.ofNullable(skewMargin);
    }

    /** {@code REPLAY_WINDOW} (14 days unless set) and {@code RETENTION} (30 days unless set). */
    public Retention retention() {
        return retention;
    }

    /** {@code INVOCATION}: {@code sync} unless set. */
    public Invocation invocation() {
        return invocation;
    }

    /** {@code MAX_RESPONSE}: the largest answer in bytes; 6 MiB unless set. */
    public int maxResponse() {
        return maxResponse;
    }

    /** {@code REQUEST_ID_ALLOWED}: whether the request id counts where no call id is; {@code false} unless set. */
    public boolean requestIdAllowed() {
        return requestIdAllowed;
    }

    /** {@code FAILED_ANSWERS}: what a wrapped handler's answer means that says it failed. */
    public Optional<FailedAnswer> failedAnswers() {
        return Optional.ofNullable(failedAnswers);
    }

    /** {@code DISABLED}: the kill switch; {@code false} unless set. */
    public boolean disabled() {
        return disabled;
    }

    /** What only functions for runs of agents have; empty for any other use. */
    public Optional<RunsConfiguration> runs() {
        return Optional.ofNullable(runs);
    }
}

package dev.toolcheckpoint.langchain4j;

import dev.toolcheckpoint.protocol.ConfigurationException;
import dev.toolcheckpoint.protocol.ProtocolException;
import dev.toolcheckpoint.protocol.Recovery;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import org.jspecify.annotations.Nullable;

/**
 * How calls of one tool are checkpointed: what {@link Effect} says about a method, for a tool executor. Immutable.
 *
 * @param revision the tool's version, 1 to 512 UTF-16 units
 * @param recovery what may happen after an attempt nobody knows the end of
 * @param downstreamKeeps how long the downstream remembers idempotency keys; {@code null} when not declared
 * @param identity what tells the calls of a turn apart, when there is no {@code keyArgument}
 * @param keyArgument the argument whose text is the call's key; {@code null} for none
 */
public record ToolRule(
        String revision,
        Recovery recovery,
        @Nullable Duration downstreamKeeps,
        CallIdentity identity,
        @Nullable String keyArgument) {

    /** A call whose end nobody knows is never made again. Revision 1, told apart by its arguments. */
    public static ToolRule manual() {
        return new ToolRule("1", Recovery.manual(), null, CallIdentity.ARGUMENTS, null);
    }

    /** As {@link #manual()}, for a downstream that deduplicates: a call may be attempted again for this long, 1 ms to 365 days. */
    public static ToolRule idempotent(Duration retryFor) {
        return manual().recovery(Recovery.idempotent(retryFor));
    }

    /** The same with this version of the tool. */
    public ToolRule revision(String value) {
        return new ToolRule(value, recovery, downstreamKeeps, identity, keyArgument);
    }

    /** The same with this recovery. */
    public ToolRule recovery(Recovery value) {
        return new ToolRule(revision, value, downstreamKeeps, identity, keyArgument);
    }

    /** The same, with a downstream that remembers keys for so long; idempotent recovery only. */
    public ToolRule downstreamKeeps(Duration value) {
        return new ToolRule(revision, recovery, value, identity, keyArgument);
    }

    /** The same, with calls told apart by this. */
    public ToolRule identity(CallIdentity value) {
        return new ToolRule(revision, recovery, downstreamKeeps, value, keyArgument);
    }

    /** The same, with an argument whose text is the call's key. */
    public ToolRule keyArgument(String name) {
        return new ToolRule(revision, recovery, downstreamKeeps, identity, name);
    }

    /** What the annotation says. */
    static ToolRule of(String tool, Effect effect) {
        boolean manual = effect.retryFor().isEmpty();
        if (manual && effect.maxAttempts() != 0) {
            throw new ConfigurationException(
                    "@Effect of tool \"" + tool + "\": maxAttempts belongs to retryFor, which is not set.");
        }
        try {
            ToolRule rule = manual().revision(effect.revision()).identity(effect.identity());
            rule = manual ? rule : rule.recovery(recovery(tool, effect));
            rule = effect.downstreamKeeps().isEmpty()
                    ? rule
                    : rule.downstreamKeeps(duration(tool, "downstreamKeeps", effect.downstreamKeeps()));
            return effect.keyArgument().isEmpty() ? rule : rule.keyArgument(effect.keyArgument());
        } catch (ProtocolException refused) {
            throw new ConfigurationException("@Effect of tool \"" + tool + "\": " + refused.getMessage());
        }
    }

    private static Recovery recovery(String tool, Effect effect) {
        Recovery.Idempotent recovery = Recovery.idempotent(duration(tool, "retryFor", effect.retryFor()));
        return effect.maxAttempts() == 0 ? recovery : recovery.maxAttempts(effect.maxAttempts());
    }

    private static Duration duration(String tool, String field, String text) {
        try {
            return Duration.parse(text);
        } catch (DateTimeParseException unreadable) {
            throw new ConfigurationException("@Effect of tool \"" + tool + "\": " + field
                    + " must be an ISO-8601 duration such as PT24H, found \"" + text + "\".");
        }
    }
}

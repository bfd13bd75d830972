package dev.toolcheckpoint.lambda;

import java.time.Clock;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What an adapter may need to know of its function. Immutable.
 *
 * @param namespace the configured namespace
 * @param tools the names of the tools that the function has
 * @param invocation how the function is invoked
 * @param maxResponse the configured limit of an answer in bytes; a source's own may be lower
 * @param callIdRule where the call id is, when configured
 * @param inputRule what of the event is fingerprinted, when configured
 * @param requestIdAllowed whether Lambda's request id identifies an asynchronous direct call that has no call id
 * @param clock the clock of every decision
 */
public record EventSettings(
        String namespace,
        Set<String> tools,
        Invocation invocation,
        int maxResponse,
        @Nullable EventRule callIdRule,
        @Nullable EventRule inputRule,
        boolean requestIdAllowed,
        Clock clock) {

    /** Copies the set. */
    public EventSettings {
        tools = Set.copyOf(tools);
    }

    /** Where the call id is, when configured. */
    public Optional<EventRule> callId() {
        return Optional.ofNullable(callIdRule);
    }

    /** What of the event is fingerprinted, when configured. */
    public Optional<EventRule> input() {
        return Optional.ofNullable(inputRule);
    }
}

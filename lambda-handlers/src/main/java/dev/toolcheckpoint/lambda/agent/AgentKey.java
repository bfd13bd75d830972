package dev.toolcheckpoint.lambda.agent;

import dev.toolcheckpoint.protocol.ConfigurationException;
import java.time.Duration;

/**
 * What identifies a call of one tool where the source itself has no call id. Immutable. Declared per tool with the adapter; a tool
 * without a declaration needs the function's call-id rule, or an argument {@code idempotencyKey}, which the tool does not get.
 */
public sealed interface AgentKey {

    /**
     * An argument (a parameter) holds the caller's key, as it is: the same key is the same call in every session. The
     * tool gets it, too.
     *
     * @param name the argument's name
     */
    record Argument(String name) implements AgentKey {}

    /**
     * An attribute of the session holds a text that changes with each wanted call, such as a counter of turns. Session and tool
     * are part of the identity.
     *
     * @param name the attribute's name
     */
    record SessionAttribute(String name) implements AgentKey {}

    /**
     * The same arguments within one session and one window of time are the same call: this errs on the side of doing it once,
     * and loses a second call that was meant. Windows begin at multiples of their length, so a repeat across such an edge is a
     * second call. Use a key where that would hurt.
     *
     * @param window 1 s to 24 h
     */
    record SessionAndArguments(Duration window) implements AgentKey {

        /** Checks the window. */
        public SessionAndArguments {
            if (window.compareTo(Duration.ofSeconds(1)) < 0 || window.compareTo(Duration.ofHours(24)) > 0) {
                throw new ConfigurationException("A window must be 1 s to 24 h, found " + window + ".");
            }
        }
    }

    /** The tool has no effects: every invocation is a call of its own. */
    record WithoutEffects() implements AgentKey {}

    /** See {@link Argument}. */
    static AgentKey argument(String name) {
        return new Argument(name);
    }

    /** See {@link SessionAttribute}. */
    static AgentKey sessionAttribute(String name) {
        return new SessionAttribute(name);
    }

    /** See {@link SessionAndArguments}. */
    static AgentKey sessionAndArguments(Duration window) {
        return new SessionAndArguments(window);
    }

    /** See {@link WithoutEffects}. */
    static AgentKey withoutEffects() {
        return new WithoutEffects();
    }
}

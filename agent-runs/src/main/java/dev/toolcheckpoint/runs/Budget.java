package dev.toolcheckpoint.runs;

import dev.toolcheckpoint.protocol.ProtocolException;
import java.time.Duration;

/**
 * What a run may take. Over it, the run stops before its next model call and fails with a code that says which bound it met.
 *
 * @param maxSteps model turns over all executions; at least 1
 * @param maxTokens input and output tokens over all executions; at least 1
 * @param timeout wall clock of one execution, not over all of them; at least 1 ms
 */
public record Budget(int maxSteps, long maxTokens, Duration timeout) {

    /** 20 steps, 200 000 tokens, 15 minutes an execution. */
    public static final Budget DEFAULT = new Budget(20, 200_000, Duration.ofMinutes(15));

    /** Checks the bounds. */
    public Budget {
        if (maxSteps < 1 || maxTokens < 1 || timeout.toMillis() < 1) {
            throw ProtocolException.invalidArgument("A budget has at least 1 step, 1 token and 1 ms; found " + maxSteps
                    + " steps, " + maxTokens + " tokens and " + timeout.toMillis() + " ms.");
        }
    }
}

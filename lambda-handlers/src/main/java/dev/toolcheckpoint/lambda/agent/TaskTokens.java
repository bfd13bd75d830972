package dev.toolcheckpoint.lambda.agent;

import java.util.Optional;

/**
 * Completes tasks of Step Functions that wait for a token. Thread-safe. A token is a secret: whoever has it may complete the task.
 *
 * <p>Both methods come back when the task was told, and when nobody waits for it any more (its token has expired, or the task is
 * over). They throw {@link IllegalStateException}, whose message holds no token and no output, when it may not have been told.
 */
public interface TaskTokens {

    /** The longest token, in characters. */
    int LONGEST_TOKEN = 2048;

    /** The longest cause of a failure, in characters. */
    int LONGEST_CAUSE = 32_768;

    /**
     * The task succeeded.
     *
     * @param output JSON of up to 262 144 bytes
     */
    void succeed(String token, String output);

    /**
     * The task failed.
     *
     * @param error what a state machine's {@code Retry} and {@code Catch} name; up to 256 characters
     * @param cause up to {@value #LONGEST_CAUSE} characters
     */
    void fail(String token, String error, String cause);

    /** Step Functions through the AWS SDK when {@code software.amazon.awssdk:sfn} is on the class path, else nothing. */
    static Optional<TaskTokens> ofClassPath() {
        try {
            Class.forName("software.amazon.awssdk.services.sfn.SfnClient", false, TaskTokens.class.getClassLoader());
        } catch (ClassNotFoundException absent) {
            return Optional.empty();
        }
        return Optional.of(new SfnTaskTokens());
    }
}

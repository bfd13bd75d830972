package dev.toolcheckpoint.cli.invoke;

import com.amazonaws.services.lambda.runtime.ClientContext;
import com.amazonaws.services.lambda.runtime.CognitoIdentity;
import com.amazonaws.services.lambda.runtime.LambdaLogger;
import dev.toolcheckpoint.lambda.LocalContext;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A context as Lambda's: the remaining time really runs, and the process is killed at its end. */
record ChildContext(
        String requestId,
        Map<String, String> environment,
        long deadlineNanos,
        @Nullable ClientContext clientContext) implements LocalContext {

    /** A killed process on this machine is gone at once; what it sent to a disk or a local service lands within this time. */
    private static final Duration GRACE = Duration.ofSeconds(2);

    @Override
    public Duration grace() {
        return GRACE;
    }

    @Override
    public int getRemainingTimeInMillis() {
        return (int) Duration.ofNanos(deadlineNanos - System.nanoTime()).toMillis();
    }

    @Override
    public String getAwsRequestId() {
        return requestId;
    }

    @Override
    public String getLogGroupName() {
        return environment.getOrDefault("AWS_LAMBDA_LOG_GROUP_NAME", "");
    }

    @Override
    public String getLogStreamName() {
        return environment.getOrDefault("AWS_LAMBDA_LOG_STREAM_NAME", "");
    }

    @Override
    public String getFunctionName() {
        return environment.getOrDefault("AWS_LAMBDA_FUNCTION_NAME", "");
    }

    @Override
    public String getFunctionVersion() {
        return environment.getOrDefault("AWS_LAMBDA_FUNCTION_VERSION", "");
    }

    @Override
    public String getInvokedFunctionArn() {
        return "arn:aws:lambda:local:000000000000:function:" + getFunctionName();
    }

    @Override
    public @Nullable CognitoIdentity getIdentity() {
        return null;
    }

    @Override
    public @Nullable ClientContext getClientContext() {
        return clientContext;
    }

    @Override
    public int getMemoryLimitInMB() {
        return Integer.parseInt(environment.getOrDefault("AWS_LAMBDA_FUNCTION_MEMORY_SIZE", "512"));
    }

    @Override
    public LambdaLogger getLogger() {
        return new LambdaLogger() {
            @Override
            public void log(String message) {
                System.err.println(message);
            }

            @Override
            public void log(byte[] message) {
                log(new String(message, StandardCharsets.UTF_8));
            }
        };
    }
}
